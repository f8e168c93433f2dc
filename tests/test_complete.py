"""Nothing is missing: no card without a scenario, word without a card, question without a text.

Everything is asked of the live objects, so that what is added later is asked for, too.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest

from rollplayer.content import library_for, load
from rollplayer.content.files import LANGUAGES
from rollplayer.content.kept import kept_paths, read_kept
from rollplayer.engine import answers, events, numbers
from rollplayer.engine.answers import VERBS
from rollplayer.engine.events import EVENT_KINDS, PLACES, REASONS, describe
from rollplayer.engine.game import Game
from rollplayer.engine.numbers import HOOK_NAMES, NUMBER_DEFAULTS, NUMBER_MEANINGS, NUMBER_NAMES
from rollplayer.engine.table import KINDS, SPACES
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.scenario import Scenario, build, read_file
from rollplayer.scenario.notations import notations
from rollplayer.text import Texts, catalogue
from rollplayer.words.actions import Action
from rollplayer.words.choice import Choice

FOLDER = Path(__file__).parent / "scenarios"
SECTIONS = ("card", "class", "race", "alignment", "backstory")
MORE_SECTIONS = [section for each in EXPANSIONS.values() for section in each.sections]
EVERYTHING = load(expansions=tuple(EXPANSIONS))
KNOWN = EVERYTHING.components.vocabulary

ALWAYS_APPLIES = {
    "human": "a Human changes no row, so there is nothing that could fail to count",
    **{
        id: "an Armor card counts in its set whatever happens; the color bonus is the set's"
        for id, facts in load().facts["card"].items()
        if facts["kind"] == "armor"
    },
    **dict.fromkeys(load().facts["alignment"], "every space of the grid has its stars"),
}
"""Why no scenario shows that it does not apply."""


@cache
def scenarios() -> list[Scenario]:
    return [scenario for path in sorted(FOLDER.rglob("*.toml")) for scenario in read_file(path)]


# -- scenarios ------------------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.parametrize("section", [*SECTIONS, *MORE_SECTIONS])
def test_everything_of_the_box_has_a_scenario(section: str) -> None:
    shown = {id for scenario in scenarios() for id in scenario.cards}
    assert [id for id in EVERYTHING.facts[section] if id not in shown] == []


@pytest.mark.once
@pytest.mark.parametrize("section", [*SECTIONS, *MORE_SECTIONS])
def test_everything_has_a_scenario_in_which_it_does_not_apply(section: str) -> None:
    shown = {id for scenario in scenarios() for id in scenario.not_cards}
    ids = EVERYTHING.facts[section]
    assert [id for id in ids if id not in shown and id not in ALWAYS_APPLIES] == []


@pytest.mark.once
def test_scenarios_name_what_lies_on_their_table() -> None:
    """What a scenario says it shows is in its given table, or a setup deals it."""
    for scenario in scenarios():
        written = repr((scenario.given, scenario.answers, scenario.then))
        for id in (*scenario.cards, *scenario.not_cards):
            # That others do not have it is shown with another class or Monster.
            others = any(
                id in EVERYTHING.facts[section] and f"'{section}'" in written
                for section in ("class", *MORE_SECTIONS)
            )
            assert repr(id)[1:-1] in written or others, f"{scenario.name}: {id}"


# -- counts ---------------------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.parametrize("edition", ["second", "first"])
def test_the_box_holds_what_the_rules_say(edition: str) -> None:
    """How much there is of everything stands in tests/facts; here is what the rules rest on."""
    library = load(edition)
    components = library.components
    for section, things in (
        ("card", components.cards),
        ("class", components.classes),
        ("race", components.races),
        ("alignment", components.alignments),
        ("backstory", components.backstories),
    ):
        assert [thing.index for thing in things] == list(range(len(library.facts[section])))
    # S4: whoever draws a color has a choice.
    colors = [character_class.color for character_class in components.classes]
    assert all(colors.count(color) >= 2 for color in range(6))


@pytest.mark.once
def test_the_expansion_adds_what_the_rules_say() -> None:
    # S4: with it the choice is of four.
    colors = [entry.color for entry in EVERYTHING.components.classes]
    assert all(colors.count(color) >= 4 for color in range(6))
    # X2: three of each kind for every Monster, and a Monster for every Class color.
    cards = EVERYTHING.facts["adventure"].values()
    for monster in EVERYTHING.facts["monster"]:
        kinds = [card["kind"] for card in cards if card["monster"] == monster]
        assert sorted(kinds) == sorted(["location", "obstacle", "attack"] * 3), monster
    assert len({entry["color"] for entry in EVERYTHING.facts["monster"].values()}) == 6
    # X1: a one-dot pile on a two-dot pile.
    dots = [entry["dots"] for entry in EVERYTHING.facts["minion"].values()]
    assert min(dots.count(1), dots.count(2)) >= 8


@pytest.mark.once
def test_published_sums_hold() -> None:
    components = EVERYTHING.components
    for character_class in components.classes:
        assert sum(character_class.stars) == 12, character_class.id
    for story in components.backstories:
        assert sorted(story.colors) == list(range(6)), story.id
        assert sorted(spot % 3 + 1 for spot in story.spots) == [1, 2, 2, 3, 3, 3], story.id
        assert [spot // 3 for spot in story.spots] == list(range(6)), story.id
    goals = [
        tuple(zip(character_class.low, character_class.high, character_class.stars, strict=True))
        for character_class in components.classes
    ]
    grids = [tuple(alignment.grid) for alignment in components.alignments]
    stories = [(tuple(story.spots), tuple(story.colors)) for story in components.backstories]
    for alike in (goals, grids, stories):
        assert len(set(alike)) == len(alike)


# -- words, numbers and hooks ---------------------------------------------------------------------


def entries() -> Iterator[dict[str, Any]]:
    """Every table of the content, and the Attribute Actions."""
    for library in (load(), load("first"), load(expansions=tuple(EXPANSIONS))):
        for section in (*SECTIONS, *MORE_SECTIONS):
            yield from library.facts.get(section, {}).values()
        yield {"on_use": list(library.facts["action"].values())}


def words_used(facts: Any, name: str) -> Iterator[str]:
    """The words in a table of the content, wherever they stand in it."""
    if isinstance(facts, dict):
        if isinstance(facts.get(name), str):
            yield facts[name]
        for value in facts.values():
            yield from words_used(value, name)
    elif isinstance(facts, list):
        for value in facts:
            yield from words_used(value, name)


@pytest.mark.once
@pytest.mark.parametrize(("role", "name"), [("effects", "do"), ("counts", "count")])
def test_every_word_is_used(role: str, name: str) -> None:
    used = {word for entry in entries() for word in words_used(entry, name)}
    assert used == set(KNOWN.words[role])


@pytest.mark.once
def test_every_number_is_changed_by_something() -> None:
    """By a card of today, or by one that games begun earlier still have."""
    earlier = [read_kept(path)["facts"] for path in kept_paths()]
    tables = [table for facts in earlier for table in facts.values() if isinstance(table, dict)]
    kept = [entry for table in tables for entry in table.values() if isinstance(entry, dict)]
    changed = {
        change["number"] for entry in (*entries(), *kept) for change in entry.get("modify", [])
    }
    assert changed == set(KNOWN.number_names())


@pytest.mark.once
def test_every_hook_is_used() -> None:
    used = {hook for entry in entries() for hook in KNOWN.hooks.values() if entry.get(hook)}
    assert used == set(KNOWN.hooks.values())


def test_a_pack_may_use_a_hook_that_no_card_of_the_base_uses(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(
        '[card.chain-helm]\non_buy = [{ do = "move" }]\n', encoding="utf-8"
    )
    options = Options()
    rules = compose(options, load(packs=(str(tmp_path),)).components)
    (helm,) = [card for card in rules.cards if card.id == "chain-helm"]
    given = {"at": "market-turn", "market": ["chain-helm"], "heroes": [{"gold": 3}]}
    game = build(Scenario(FOLDER, "on_buy", (), (), (), given, (), {}))
    game.rules.cards = rules.cards
    game.advance()
    game.apply(game.rules.names.read("buy chain-helm", game.options()))
    assert helm.hooks[HOOK_NAMES.index("on_buy")]
    assert (game.seat(), game.question()) == (0, "move")
    game.apply(game.rules.names.read("move good", game.options()))
    assert (game.seat(), SPACES[game.heroes[0].token]) == (1, "ng")


def test_every_card_and_class_does_something() -> None:
    """What a card is made of, so that none is left empty by a slip."""
    components = load().components
    for card in components.cards:
        acts = [*card.modifies, *card.stars, *card.goal_bonuses, *card.on_use, *chain(*card.hooks)]
        if card.borrows or KINDS[card.kind] == "armor":
            assert not acts, card.id
        else:
            assert acts, card.id
        # A Weapon may have stars of its own, too: the Longbow has.
        assert bool(card.stars) or KINDS[card.kind] != "trait", card.id
        assert bool(card.on_use) == (KINDS[card.kind] == "skill" and not card.borrows), card.id
    for character_class in components.classes:
        assert [*character_class.modifies, *chain(*character_class.hooks)], character_class.id


# -- registries and their constants ---------------------------------------------------------------


def constants(module: Any, prefix: str = "", without: tuple[str, ...] = ()) -> dict[str, int]:
    return {
        name: value
        for name, value in vars(module).items()
        if name.isupper() and type(value) is int and name.startswith(prefix)
        if not any(name.startswith(other) for other in without)
    }


@pytest.mark.once
def test_verbs_stand_at_their_numbers() -> None:
    assert [verb.number for verb in VERBS] == list(range(len(VERBS)))
    named = constants(answers, without=("PASS_CODE", "YES_CODE", "CHANGE_ZERO", "MOST_"))
    assert sorted(named.values()) == list(range(len(named)))
    for name, number in named.items():
        # Verbs may share a word; then the constant says more: DEAL_BACKSTORY.
        assert name.lower().partition("_")[0] == VERBS[number].word, name


def test_every_answer_can_be_written_and_read() -> None:
    """No two answers are written alike, so reading finds the one that was meant."""
    options = Options(expansions=tuple(EXPANSIONS))
    rules = compose(options, library_for(options).components)
    written = notations(rules.names)
    verbs = set()
    for notation, codes in written.items():
        (answer,) = codes
        verbs.add(answer >> 16)
        assert rules.names.write(answer) == notation
        assert rules.names.read(f"  {notation.upper()} ", [answers.PASS_CODE, answer]) == answer
    assert verbs == {verb.number for verb in KNOWN.verbs}


@pytest.mark.once
def test_events_stand_at_their_numbers() -> None:
    kinds = constants(events, without=("FOR_", "FROM_"))
    in_order = sorted(kinds, key=lambda name: kinds[name])
    event_names = [name for name, *_ in EVENT_KINDS]
    assert [name.lower().replace("_", "-") for name in in_order] == event_names
    assert sorted(kinds.values()) == list(range(len(kinds)))
    assert len(set(event_names)) == len(event_names)
    for prefix, names in (("FOR_", REASONS), ("FROM_", PLACES)):
        named = constants(events, prefix)
        in_order = sorted(named, key=lambda name: named[name])
        spelt = [name.removeprefix(prefix).lower().replace("_", "-") for name in in_order]
        assert spelt == list(names)
        assert sorted(named.values()) == list(range(len(spelt)))
        assert len(set(names)) == len(names)


@pytest.mark.once
def test_numbers_and_hooks_stand_at_their_places() -> None:
    hooks = constants(numbers, "ON_")
    assert {name.lower(): value for name, value in hooks.items()} == {
        name: at for at, name in enumerate(HOOK_NAMES)
    }
    assert len(set(HOOK_NAMES)) == len(HOOK_NAMES)
    named = constants(numbers, without=("ON_",))
    assert sorted(named.values()) == list(range(len(named)))
    assert len(NUMBER_DEFAULTS) == len(NUMBER_MEANINGS) == len(NUMBER_NAMES)
    assert len(set(NUMBER_NAMES)) == len(NUMBER_NAMES)
    assert all(NUMBER_MEANINGS)


# -- what is ever asked, answered and told --------------------------------------------------------

STEPS = 40
"""Random answers given from the table of every scenario."""
FEW = 10


@cache
def played_at_random() -> tuple[frozenset[str], frozenset[int], frozenset[str]]:
    """The questions asked, the verbs offered and the events told in games from every scenario."""
    asked: set[str] = set()
    offered: set[int] = set()
    happened: set[str] = set()
    # By name, so that a new scenario does not change what happens in the others; twice, so that
    # nothing hangs by one die.
    for scenario, time in product(scenarios(), ("once", "again")):
        game = build(scenario)
        game.events = []
        game.advance()
        pick = random.Random(f"{time}: {scenario.name}")
        for _ in range(STEPS):
            # Some tables are shorter of dice or spaces than any game can be.
            if game.over or not game.options():
                break
            asked.add(game.question())
            offered.update(answer >> 16 for answer in game.options())
            game.apply(a_bold_answer(game, pick, asked, offered, happened))
            happened.update(names_of(game))
            game.events = []
    return frozenset(asked), frozenset(offered), frozenset(happened)


def names_of(game: Game) -> set[str]:
    return {str(describe(game.rules.names, event)["event"]) for event in game.events or []}


def a_bold_answer(
    game: Game, pick: random.Random, asked: set[str], offered: set[int], happened: set[str]
) -> int:
    """Any option; rather a Skill, and rather what leads to something that has not been so far."""
    options = game.options()
    bold = [answer for answer in options if answer >> 16 == answers.USE]
    if len(options) <= FEW:
        bold = [
            option for option in options if leads_on(game, option, asked, offered, happened)
        ] or bold
    return pick.choice(bold if bold and pick.random() < 0.6 else options)


def leads_on(
    game: Game, answer: int, asked: set[str], offered: set[int], happened: set[str]
) -> bool:
    twin = game.copy()
    twin.events = []
    twin.apply(answer)
    if not names_of(twin) <= happened:
        return True
    if twin.over:
        return False
    return (
        twin.question() not in asked or not {option >> 16 for option in twin.options()} <= offered
    )


def test_every_verb_is_offered_and_every_event_told() -> None:
    _, offered, happened = played_at_random()
    assert {verb.word for verb in KNOWN.verbs if verb.number not in offered} == set()
    assert {name for name, *_ in KNOWN.events} - happened == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_asked_has_its_texts_and_every_text_its_question(language: str) -> None:
    asked, _, _ = played_at_random()
    texts = Texts(language, load())
    for question in asked:
        assert texts.question(question)
        assert texts.explain(question)
    asking = [key for key in catalogue(language) if key.startswith("question.")]
    written = {key.removeprefix("question.") for key in asking}
    # Packs may use a word on a card of its own though the base game does not.
    words = [word.build() for word in KNOWN.words["effects"].values()]
    assert written == asked | {word.name for word in words if isinstance(word, Action | Choice)}


def test_a_game_begins_with_a_question_that_has_a_text() -> None:
    for players in (1, 2, 3, 4):
        options = Options(players=players)
        game = new_game(options, compose(options, load().components))
        assert Texts("en", load()).question(game.question())
