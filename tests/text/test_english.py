"""The glossary's "Not these": phrases of translated English that must not come back.

Everything that people read is searched: docs, the texts in ``locale/en``, the errors in the code
and the comments of the sample settings.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rollplayer

pytestmark = pytest.mark.once

SOURCE = Path(rollplayer.__file__).parent
ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
TITLE = "## Not these"
OTHERS = {"words.md", "rulings.md", "api.md", "rules.de.md", "rules.fr.md"}
"""Pages of other languages, and those generated from docstrings and names of tests."""


def avoided() -> list[tuple[str, str]]:
    """Each phrase of the glossary's last table, with what to say instead."""
    table = GLOSSARY.read_text(encoding="utf-8").partition(TITLE)[2]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| `")]
    return [(phrase, instead) for phrases, instead in rows for phrase in _quoted(phrases)]


def _quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def pages() -> Iterator[tuple[str, str]]:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "deploy/server.toml"]:
        if path.name not in OTHERS:
            text = path.read_text(encoding="utf-8")
            yield path.name, text.partition(TITLE)[0] if path == GLOSSARY else text


def catalogues() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("locale/en/*.json")):
        yield str(path.relative_to(SOURCE)), path.read_text(encoding="utf-8")


def errors() -> Iterator[tuple[str, str]]:
    """The texts in the code that are no docstrings, by file, each on a line."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documented = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        texts = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documented
        ]
        yield str(path.relative_to(SOURCE)), "\n".join(texts)


def said(phrase: str, text: str) -> list[str]:
    """The lines that have the phrase, as whole words and in any case; "there is no ..." is fine."""
    wanted = re.compile(rf"(?<!\w)(?<!there ){re.escape(phrase)}(?!\w)", re.IGNORECASE)
    return [line.strip()[:200] for line in text.splitlines() if wanted.search(line)]


READ = {"docs": pages, "texts": catalogues, "errors": errors}


def test_the_glossary_has_phrases_to_avoid() -> None:
    phrases = [phrase for phrase, _ in avoided()]
    assert len(phrases) > 20
    assert "taking back" in phrases
    assert len(set(phrases)) == len(phrases)


@pytest.mark.parametrize("where", READ)
def test_there_is_much_to_read(where: str) -> None:
    assert sum(len(text) for _, text in READ[where]()) > 20_000


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("After a Taking Back the stream", ["After a Taking Back the stream"]),
        ("mistaking backward", []),
        ("all is well\nafter a taking back", ["after a taking back"]),
    ],
)
def test_a_phrase_is_found_as_whole_words(text: str, found: list[str]) -> None:
    assert said("taking back", text) == found


@pytest.mark.parametrize("where", READ)
def test_texts_are_native_english(where: str) -> None:
    read = list(READ[where]())
    wrong = [
        f"{name}: say {instead!r}, not {phrase!r}: {line}"
        for phrase, instead in avoided()
        for name, text in read
        for line in said(phrase, text)
    ]
    assert wrong == []
