"""The glossary's "Not these": phrases of translated English that must not come back.

Everything that people read is searched: docs, the texts in ``locale/en`` and of the content, the
errors, docstrings and comments in the code, and the comments of the sample settings.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import rollplayer

pytestmark = pytest.mark.once

SOURCE = Path(rollplayer.__file__).parent
ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
TITLE = "## Not these"
OTHERS = {"rulings.md", "rules.de.md", "rules.fr.md"}
"""Pages in other languages, and the one generated from the names of tests."""


def avoided() -> list[tuple[str, str]]:
    """The phrases of the glossary's last table, each with what to say instead."""
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
    """The texts of screens and commands, and those of the content."""
    paths = [*SOURCE.rglob("locale/en/*.json"), *SOURCE.rglob("locale/en.toml")]
    for path in sorted(paths):
        yield str(path.relative_to(SOURCE)), path.read_text(encoding="utf-8")


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield str(path.relative_to(SOURCE)), path.read_text(encoding="utf-8")


def documentation(tree: ast.AST) -> list[ast.Constant]:
    """Docstrings, including those below a variable."""
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]


def errors() -> Iterator[tuple[str, str]]:
    """The strings in the code that are not docstrings, by file, each on a line."""
    for name, source in sources():
        tree = ast.parse(source)
        documented = {id(constant) for constant in documentation(tree)}
        strings = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documented
        ]
        yield name, "\n".join(strings)


def docstrings() -> Iterator[tuple[str, str]]:
    """Docstrings and comments by file, each on a line, so that a phrase may cross lines."""
    for name, source in sources():
        texts = [str(constant.value) for constant in documentation(ast.parse(source))]
        yield name, "\n".join(" ".join(text.split()) for text in [*texts, *comments(source)])


def comments(source: str) -> Iterator[str]:
    """Comments; those on consecutive lines are one."""
    block, last = "", 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1:
                yield block
                block = ""
            block, last = f"{block} {token.string.lstrip('# ')}", token.start[0]
    yield block


def said(phrase: str, text: str) -> list[str]:
    """The lines that have the phrase, as whole words and in any case; "there is no ..." is fine."""
    wanted = re.compile(rf"(?<!\w)(?<!there ){re.escape(phrase)}(?!\w)", re.IGNORECASE)
    return [line.strip()[:200] for line in text.splitlines() if wanted.search(line)]


READ = {"docs": pages, "texts": catalogues, "errors": errors, "docstrings": docstrings}


def test_the_glossary_has_phrases_to_avoid() -> None:
    phrases = [phrase for phrase, _ in avoided()]
    assert len(phrases) > 20
    assert "taking back" in phrases
    assert len(set(phrases)) == len(phrases)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("After a Taking Back the stream", ["After a Taking Back the stream"]),
        ("mistaking backward", []),
        ("all is well\nafter a taking back", ["after a taking back"]),
    ],
)
def test_a_phrase_is_found_as_whole_words(text: str, lines: list[str]) -> None:
    assert said("taking back", text) == lines


def test_a_phrase_is_found_across_the_lines_of_a_comment() -> None:
    source = 'x = 1  # one\n\n# after a taking\n# back\n"""Docs."""\n'
    assert [text.strip() for text in comments(source) if text] == ["one", "after a taking back"]


@pytest.mark.parametrize("where", READ)
def test_texts_are_native_english(where: str) -> None:
    read, phrases = list(READ[where]()), avoided()
    assert sum(len(text) for _, text in read) > 20_000, "there is much to read"
    wrong = [
        f"{name}: say {instead!r}, not {phrase!r}: {line}"
        for name, text in read
        for lower in [text.lower()]
        for phrase, instead in phrases
        if phrase.lower() in lower
        for line in said(phrase, text)
    ]
    assert wrong == []
