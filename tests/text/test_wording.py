"""One word for one thing, and French as it is typeset."""

import re
from pathlib import Path

import pytest

import rollplayer

pytestmark = pytest.mark.once

SOURCE = Path(rollplayer.__file__).parent
ROOT = Path(__file__).parents[2]
PLAIN_SPACE = re.compile(r"(?<!\.) [:;!?»%]|« ")
"""Where a line would end between a word and its sign. After a full stop, ``?`` is the command."""
STRAIGHT = re.compile(r"[^\W\d]'[^\W\d]")
OTHER_WORDS = [
    ("de", "Erstausgabe", r"Auflage"),
    ("de", "Solospiel", r"[Ss]olitär"),
    ("de", "eine Fähigkeit benutzen", r"\b[Nn]utz(en?|bar)\b"),
    ("fr", "une Compétence engagée", r"épuisée?s?\b"),
    ("fr", "activer une Compétence", r"\butiliser? (une|la|sa) Compétence"),
    ("fr", "un pouvoir", r"\bcapacités?\b"),
    ("fr", "un emplacement de la Fiche de Personnage", r"\bcases? (libre|lumineuse|pleine)s?\b"),
    ("fr", "un dé Or", r"\bdés? dorés?\b"),
    ("fr", "le dé Ennemi", r"\bdés? ennemis?\b"),
]
"""By language: the word that the game's texts have, and what must not stand in its place."""


def texts_by_file(language: str) -> dict[str, str]:
    """Everything that a reader of the language can see, by file."""
    files = [
        *SOURCE.rglob(f"locale/{language}/*.json"),
        *SOURCE.rglob(f"locale/{language}.toml"),
        ROOT / "docs" / f"rules.{language}.md",
    ]
    assert len(files) > 10
    return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}


@pytest.mark.parametrize(("language", "word", "other"), OTHER_WORDS)
def test_one_word_per_thing(language: str, word: str, other: str) -> None:
    for file, text in texts_by_file(language).items():
        lines = [line.strip() for line in text.splitlines() if re.search(other, line)]
        assert lines == [], f"{file}: say {word!r}"


@pytest.mark.parametrize("wrong", [PLAIN_SPACE, STRAIGHT], ids=["spaces", "apostrophes"])
def test_french_signs_stay_with_their_words(wrong: re.Pattern[str]) -> None:
    for file, text in texts_by_file("fr").items():
        lines = [line.strip() for line in text.splitlines() if wrong.search(line)]
        assert lines == [], f"{file}: a no-break space and a typographic apostrophe"


def test_french_has_such_signs() -> None:
    text = "\n".join(texts_by_file("fr").values())
    for sign in (":", ";", "!", "?", "»"):
        assert f"\u00a0{sign}" in text
    assert "«\u00a0" in text
