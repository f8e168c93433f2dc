"""No fact of the content lacks its source, and nothing its texts in any language."""

from itertools import pairwise
from typing import Any

import pytest

from rollplayer.content import Library, load
from rollplayer.content.build import SOURCES
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.components import TIMINGS
from rollplayer.engine.scoring import LOWEST_RANK
from rollplayer.engine.table import ARROWS, ROWS, SPACES
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.compose import compose
from rollplayer.rules.options import Options, all_variants

pytestmark = pytest.mark.once

MORE_SECTIONS = [section for each in EXPANSIONS.values() for section in each.sections]
SECTIONS = ("card", "class", "race", "alignment", "backstory", *MORE_SECTIONS)
EVERYTHING = load(expansions=tuple(EXPANSIONS))
KNOWN = EVERYTHING.components.vocabulary
HOOK_NAMES = list(KNOWN.hooks.values())

# -- sources --------------------------------------------------------------------------------------

SOURCE_OF = {
    # The published numbered lists give names with numbers and kinds.
    "number": "name",
    "kind": "name",
    "timing": "effect",
    "borrows": "effect",
    "not_in": "effect",
    "on_use": "effect",
    "modify": "effect",
    "holds": "effect",
    **dict.fromkeys(HOOK_NAMES, "effect"),
}
SOURCE_OF_CLASS = {"color": "goals", "modify": "ability", **dict.fromkeys(HOOK_NAMES, "ability")}
SOURCE_OF_WEAPON = {"goals": "effect"}
SOURCE_OF_MORE = {
    "monster": dict.fromkeys(
        ("reroll_xp", "injury", "must_reroll", "cannot_reroll", "worthless", "mercenary"), "ability"
    ),
    "adventure": {"monster": "name"},
}


def needed_sources(section: str, facts: dict[str, Any]) -> set[str]:
    """The facts of an entry, under the names that ``source`` gives them."""
    named = SOURCE_OF_CLASS if section == "class" else SOURCE_OF
    named = named | SOURCE_OF_MORE.get(section, {})
    if facts.get("kind") == "weapon":
        named = named | SOURCE_OF_WEAPON
    return {named.get(key, key) for key in facts if not key.startswith("source")}


@pytest.mark.parametrize("section", [*SECTIONS, "armor_set"])
@pytest.mark.parametrize("library", [load("first"), EVERYTHING], ids=["first", "everything"])
def test_every_fact_has_a_source(library: Library, section: str) -> None:
    for id, facts in library.facts[section].items():
        source = facts.get("source", {})
        assert set(source) == needed_sources(section, facts), id
        assert set(source.values()) <= set(SOURCES), id


# -- texts ----------------------------------------------------------------------------------------

TEXTS = {
    "card": ("name", "text"),
    "class": ("name", "text", "ability"),
    "race": ("name", "text"),
    "alignment": ("name",),
    "backstory": ("name",),
    "row": ("name", "short", "action", "text"),
    "color": ("name", "letter"),
    "kind": ("name", "plural", "text"),
    "armor": ("name",),
    "arrow": ("name",),
    "alignment_space": ("name",),
    "timing": ("text",),
    "phase": ("name", "text"),
    "source": ("name", "text"),
    **dict.fromkeys(MORE_SECTIONS, ("name", "text")),
}


def ids_of(section: str) -> list[str]:
    library = EVERYTHING
    fixed: dict[str, tuple[str, ...] | list[str]] = {
        "row": ROWS,
        "color": KNOWN.colors,
        "kind": list(KNOWN.card_kinds.values()),
        "armor": library.components.armor_names,
        "arrow": ARROWS,
        "alignment_space": SPACES,
        "timing": TIMINGS,
        "phase": list(KNOWN.phases.values()),
        "source": SOURCES,
    }
    return list(fixed[section] if section in fixed else library.facts[section])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", TEXTS)
def test_everything_has_its_texts(section: str, language: str) -> None:
    texts = EVERYTHING.texts[language]
    for id in ids_of(section):
        for key in TEXTS[section]:
            assert texts[section][id].get(key, "").strip(), f"{language}: {section}.{id}.{key}"
    assert set(texts[section]) == set(ids_of(section))


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_and_ranks_have_their_texts(language: str) -> None:
    texts = EVERYTHING.texts[language]
    for variant in all_variants():
        assert texts["variant"][variant]["name"]
        assert texts["variant"][variant]["text"]
    for expansions in ((), *((name,) for name in EXPANSIONS)):
        rules = compose(
            Options(players=1, expansions=expansions), load(expansions=expansions).components
        )
        titles = [title for _, title in rules.ranks]
        titles += [LOWEST_RANK, *(["dead"] if rules.lost else [])]
        for title in titles:
            assert texts["rank"][title]["name"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_expansions_have_their_texts(language: str) -> None:
    for name, box in EXPANSIONS.items():
        assert EVERYTHING.text("expansion", name, "name", language) == box.title
        assert EVERYTHING.text("expansion", name, "text", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_has_more_or_fewer_texts(language: str) -> None:
    def keys(spoken: str) -> list[tuple[str, str, str]]:
        return [
            (section, id, key)
            for section, ids in EVERYTHING.texts[spoken].items()
            for id, texts in ids.items()
            for key in texts
        ]

    assert keys(language) == keys("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_different(language: str) -> None:
    for section in SECTIONS:
        names = sorted(EVERYTHING.text(section, id, "name", language) for id in ids_of(section))
        assert all(one != other for one, other in pairwise(names)), names
