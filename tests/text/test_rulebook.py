"""The numbered rules say the same in every language: chapters, numbers and rulings."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[2] / "docs"
RULINGS = {"en": "**Ruling**", "de": "**Festlegung**", "fr": "**Décision**"}
PLACE = re.compile(r"^(?:## (?=[A-Z] {2}\S)|- (?=[A-Z]\d+ \S))([A-Z]\d*) ")
"""The beginning of a chapter (``## D  Dice Phase``) or of a rule (``- D5 STR: ...``)."""


def rule_lines(language: str) -> list[str]:
    name = "rules.md" if language == "en" else f"rules.{language}.md"
    return (DOCS / name).read_text(encoding="utf-8").splitlines()


def outline(language: str) -> list[tuple[str, int]]:
    """Chapters and rules in their order, each with how many rulings it has."""
    return [
        (place[1], line.count(RULINGS[language]))
        for line in rule_lines(language)
        if (place := PLACE.match(line))
    ]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_translation_has_the_same_chapters_rules_and_rulings(language: str) -> None:
    english = outline("en")
    assert len(english) > 180
    assert sum(rulings for _, rulings in english) > 60
    assert outline(language) == english


@pytest.mark.parametrize("language", RULINGS)
def test_nothing_but_rulings_is_bold(language: str) -> None:
    """A marker that is misspelt, or that of another language, would be no ruling to a reader."""
    bold = {phrase for line in rule_lines(language) for phrase in re.findall(r"\*\*.*?\*\*", line)}
    assert bold == {RULINGS[language]}


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_translation_names_the_same_rules(language: str) -> None:
    """What a rule refers to (``S12's Gold``, ``as L4``) is the same in every language."""
    for english, translated in zip(rule_lines("en"), rule_lines(language), strict=True):
        if place := PLACE.match(english):
            named = sorted(re.findall(r"\b[A-Z]\d+\b", english))
            assert sorted(re.findall(r"\b[A-Z]\d+\b", translated)) == named, place[1]
