"""The engine's scoring agrees with a second scorer that was written from the rules alone."""

import copy
import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from rollplayer import scorer
from rollplayer.content import load
from rollplayer.content.library import Library
from rollplayer.engine.plain import plain_standing
from rollplayer.engine.scoring import score_lines, winners
from rollplayer.match import result
from rollplayer.rules.compose import compose
from rollplayer.rules.options import Options
from tests.properties import naive_scorer as naive
from tests.properties.facts import EXPANSION
from tests.properties.heroes import lay_out, random_hero, random_table

HEROES = 20_000
PARTS = 4


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("part", range(PARTS))
def test_both_scorers_agree_on_random_heroes(part: int, expansion: bool) -> None:
    rng = random.Random(f"heroes {part}")
    heroes = 0
    while heroes < HEROES // PARTS:
        table = random_table(rng, expansion)
        heroes += len(table["heroes"])
        ours, theirs = naive.score(table), lay_out(table)
        for hero, laid in zip(ours["heroes"], theirs.heroes, strict=True):
            standing = plain_standing(theirs, laid)
            lines = {"gold": 0, **standing["lines"]}
            assert lines == hero["lines"], table
            assert standing["total"] == hero["total"], table
            assert standing["goals"] == hero["goals"], table
        assert winners(theirs) == ours["winners"], table
        assert result(theirs)["rank"] == ours["rank"], table
    assert heroes >= HEROES // PARTS


TITLES = {
    "monster-slayer": "Monster Slayer",
    "dead": "Killed by the Monster",
    "true-hero": "True Hero",
    "clan-leader": "Clan Leader",
    "luminary": "Luminary",
    "adventurer": "Adventurer",
    "hireling": "Hireling",
    "npc": "NPC",
    None: None,
}


@pytest.mark.parametrize("expansions", [(), (EXPANSION,)])
def test_the_scorer_for_cardboard_games_agrees_as_well(expansions: tuple[str, ...]) -> None:
    """The same through its stable interface, with tables that can lie on a table."""
    rng = random.Random("cardboard")
    library = load("second", expansions=expansions)
    scored = 0
    for _ in range(1200):
        table = random_table(rng, bool(expansions))
        table["solitaire"] = len(table["heroes"]) == 1 and rng.random() < 0.5
        share_cards(table)
        try:
            sheet = scorer.score(scorer.read_text(json.dumps(table), library))
        except scorer.ScoreError:
            # Too many dice of a color, for example.
            continue
        scored += 1
        expected = naive.score(table)
        for hero, wanted in zip(sheet["heroes"], expected["heroes"], strict=True):
            assert (hero["name"], hero["total"]) == (wanted["name"], wanted["total"]), table
            assert hero["lines"] == wanted["lines"], table
            for row, goal in wanted["goals"].items():
                stars = goal["stars"] if goal["met"] else 0
                assert hero["goals"][row] == {**goal, "stars": stars}, table
        names = [hero["name"] for hero in table["heroes"]]
        assert sheet["winners"] == [names[seat] for seat in expected["winners"]], table
        assert sheet["rank"] == TITLES[expected["rank"]], table
    assert scored > 600


def share_cards(table: naive.Plain) -> None:
    """Each card and Minion to one hero at most, and no more Weapons than hands."""
    owned: set[str] = set()
    for hero in table["heroes"]:
        hands = 3 if hero["class"] == "warrior" else 2
        kept = []
        for card in hero["cards"]:
            used = naive.CARDS[card].get("hands", 0)
            if card not in owned and used <= hands:
                hands -= used
                kept.append(card)
        hero["cards"] = kept
        owned.update(kept)
        if isinstance(hero.get("trophies"), list):
            hero["trophies"] = [trophy for trophy in hero["trophies"] if trophy not in owned]
            owned.update(hero["trophies"])


@pytest.mark.once
def test_the_random_heroes_leave_nothing_unscored() -> None:
    rng = random.Random("coverage")
    seen: Counter[tuple[str, int | str]] = Counter()
    for number in range(6000):
        table = random_table(rng, number % 2 == 0)
        scored = naive.score(table)
        stars = [hero["total"] for hero in scored["heroes"]]
        tied = stars.count(max(stars)) > 1
        seen["winners among tied" if tied else "winners", len(scored["winners"])] += 1
        seen["rank", str(scored["rank"])] += 1
        for hero in table["heroes"]:
            for trait in naive.cards_of_kind(hero, "trait"):
                seen[trait, min(naive.trait_stars_of(hero, trait), 1)] += 1
            for row in naive.ROWS:
                seen[f"{hero['class']} {row}", naive.goal_met(hero, row)] += 1
            seen["backstory", naive.backstory_stars(hero)] += 1
            shield = [card for card in hero["cards"] if card != "tower-shield"]
            gained = naive.armor_stars(hero) - naive.armor_stars({**hero, "cards": shield})
            seen["tower shield", gained] += 1
    wanted: list[tuple[str, int | str]] = []
    for card, facts in naive.CARDS.items():
        if facts["kind"] == "trait":
            wanted += [(card, 0), (card, 1)]
    for character_class in naive.CLASSES:
        for row in naive.ROWS:
            wanted += [(f"{character_class} {row}", True), (f"{character_class} {row}", False)]
    wanted += [("backstory", stars) for stars in (0, 1, 3, 6)]
    wanted += [("tower shield", stars) for stars in (0, 1, 2, 3)]
    wanted += [("winners among tied", seats) for seats in (1, 2, 3)]
    ranks = [str(title) for title in TITLES]
    wanted += [("rank", rank) for rank in ranks]
    assert [key for key in wanted if seen[key] < 3] == []


# -- controls: one wrong fact, and the two disagree -------------------------------------------------

Path = tuple[str | int, ...]


def numbers_in(fact: object, path: Path) -> list[Path]:
    """Where the numbers of a fact are."""
    if isinstance(fact, bool | str):
        return []
    if isinstance(fact, int):
        return [path]
    parts = fact.items() if isinstance(fact, dict) else enumerate(fact)  # type: ignore[arg-type]
    return [place for key, part in parts for place in numbers_in(part, (*path, key))]


def wrong_numbers() -> list[Path]:
    """Each number that scoring reads: Traits, Weapons for goals, Armor sets, and one of the rest."""
    places: list[Path] = []
    for card, facts in naive.CARDS.items():
        for key in ("stars", "goals"):
            places += numbers_in(facts.get(key, []), ("card", card, key))
    for name, facts in naive.ARMOR_SETS.items():
        places += numbers_in(facts["stars"], ("armor_set", name, "stars"))
    places += numbers_in(naive.CLASSES["bard"]["stars"], ("class", "bard", "stars"))
    places += numbers_in(naive.RACES["orc"], ("race", "orc"))
    places += numbers_in(naive.RACES["gnome"], ("race", "gnome"))
    places += [("monster", monster, "strength_1p") for monster in naive.MONSTERS]
    places += numbers_in(naive.ALIGNMENTS["rebel"]["grid"], ("alignment", "rebel", "grid"))
    return places


@cache
def scored_heroes() -> list[tuple[naive.Plain, dict[str, int]]]:
    rng = random.Random("controls")
    scored = []
    for number in range(8000):
        monster = list(naive.MONSTERS)[number % len(naive.MONSTERS)]
        hero = random_hero(rng, "Hero", expansion=True)
        table = {"solitaire": True, "heroes": [hero], "monster": monster}
        scored.append((table, naive.score(table)["heroes"][0]["lines"]))
    return scored


@pytest.mark.once
@pytest.mark.parametrize("path", wrong_numbers(), ids=lambda path: "-".join(map(str, path)))
def test_a_wrong_number_is_noticed(path: Path) -> None:
    true = load("second", expansions=(EXPANSION,))
    facts = copy.deepcopy(true.facts)
    place: Any = facts
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] += 1
    options = Options(players=1, expansions=(EXPANSION,))
    rules = compose(options, Library(facts, true.texts, [], true.expansions).components)
    for table, lines in scored_heroes():
        game = lay_out(table, rules)
        if score_lines(rules, game.heroes[0]) != lines:
            return
    pytest.fail(f"{path} may be wrong, and nobody notices")
