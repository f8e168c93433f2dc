"""How a game went: stars by round, moments, places and what was missing."""

from typing import Any

import pytest

from rollplayer.engine.scoring import own_color_dice
from rollplayer.log import write_lines
from rollplayer.rules.options import Options
from rollplayer.server.protocol.story import Story
from rollplayer.server.reference import reference
from rollplayer.server.reference.story import apart, next_rank, places
from tests.properties.matches import random_match
from tests.server.conforming import check
from tests.server.harness import Server, play_on
from tests.server.test_games import HUMANS, at_random

MONSTERS = ("monsters-and-minions",)
CASES = [
    Options(players=1),
    Options(players=2),
    Options(players=4),
    Options(players=1, expansions=MONSTERS),
    Options(players=3, expansions=MONSTERS),
]


def told(options: Options, word: str) -> tuple[Any, Any]:
    match = random_match(word, options)
    body = "\n".join(write_lines(match.file())).encode()
    return match.game, reference.frames(reference.read_file(body), "en")


def standing_at(frames: list[Any], n: int) -> list[Any]:
    heroes: dict[int, Any] = {}
    for frame in frames[: n + 1]:
        for seat, hero in frame["changes"].get("heroes", {}).items():
            heroes[int(seat)] = hero
    return [heroes[seat] for seat in sorted(heroes)]


@pytest.mark.parametrize("options", CASES, ids=str)
def test_the_story_is_that_of_the_frames(options: Options) -> None:
    game, replay = told(options, "a story")
    story, frames = replay["story"], replay["frames"]
    check(story, Story)
    rounds = story["rounds"]
    assert [each["round"] for each in rounds] == list(range(1, game.round + 1))
    for each, following in zip(rounds, [*rounds[1:], {"n": len(frames)}], strict=True):
        assert frames[each["n"]]["round"] == each["round"]
        heroes = standing_at(frames, following["n"] - 1)
        assert each["stars"] == [hero["standing"]["total"] for hero in heroes]
    ends = [hero["total"] for hero in replay["end"]["heroes"]]
    assert rounds[-1]["stars"] == ends
    assert [m["n"] for m in story["moments"]] == sorted(m["n"] for m in story["moments"])
    for moment in story["moments"]:
        assert moment["round"] in (0, *(each["round"] for each in rounds))
        assert moment["text"].endswith((".", ")."))
        if moment["kind"] == "goal":
            hero = standing_at(frames, moment["n"])[moment["seat"]]
            assert any(goal["met"] for goal in hero["standing"]["goals"].values())


def test_every_goal_that_is_met_at_the_end_was_a_moment() -> None:
    game, replay = told(Options(players=4), "goals")
    heroes = standing_at(replay["frames"], len(replay["frames"]) - 1)
    met = {
        (hero["seat"], row)
        for hero in heroes
        for row, goal in hero["standing"]["goals"].items()
        if goal["met"]
    }
    goals = [m for m in replay["story"]["moments"] if m["kind"] == "goal"]
    assert met
    assert len(goals) >= len(met)
    assert game.over


def test_hunts_are_moments_that_the_box_brings() -> None:
    kinds: set[str] = set()
    for word in ("one", "two", "three"):
        _, replay = told(Options(players=3, expansions=MONSTERS), word)
        kinds |= {moment["kind"] for moment in replay["story"]["moments"]}
    assert {"goal", "purchase", "lead", "hunt", "fight"} <= kinds


@pytest.mark.parametrize(
    ("better", "worse", "decided"),
    [
        ((30, 1, -1), (28, 9, -1), ("stars", 2)),
        ((30, 5, -3), (30, 2, -1), ("gold", 3)),
        ((30, 5, -1), (30, 5, -4), ("dice", 3)),
        ((30, 5, -1), (30, 5, -1), ("shared", 0)),
    ],
)
def test_what_sets_two_apart(better: Any, worse: Any, decided: Any) -> None:
    """E8: most stars, then most Gold, then fewest dice of the own Class color."""
    assert apart(better, worse) == decided


def test_places_are_in_the_order_of_the_rules() -> None:
    game, replay = told(Options(players=4), "places")
    ranked = places(game)
    assert ranked == replay["story"]["places"]
    assert sorted(place["seat"] for place in ranked) == [0, 1, 2, 3]
    first = [place["seat"] for place in ranked if place["place"] == 1]
    assert sorted(first) == replay["end"]["winners"]
    for place in ranked:
        hero = game.heroes[place["seat"]]
        assert (place["gold"], place["dice"]) == (hero.gold, own_color_dice(hero))


def test_a_shared_place_is_one_place() -> None:
    game, _ = told(Options(players=2), "shared")
    game.heroes[1] = game.heroes[0]
    assert [(place["place"], place["decided"]) for place in places(game)] == [
        (1, None),
        (1, "shared"),
    ]


def test_what_was_missing_to_the_next_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    game, replay = told(Options(players=1), "ranks")
    stars = replay["end"]["heroes"][0]["total"]
    above = min(least for least, _ in game.rules.ranks if least > stars)
    assert next_rank(game) == {
        "rank": dict(game.rules.ranks)[above],
        "missing": above - stars,
    }
    earned = [(least, title) for least, title in game.rules.ranks if least <= stars]
    # These rules are shared by all games of the process.
    monkeypatch.setattr(game.rules, "ranks", earned)
    assert next_rank(game) is None


def test_nobody_has_a_rank_at_a_table() -> None:
    game, _ = told(Options(players=2), "no ranks")
    assert next_rank(game) is None


def test_what_was_undone_is_no_moment() -> None:
    match = random_match("undone", Options(players=2), undo=0)
    entries = len(match.entries)
    moments = reference.frames(match.file(), "en")["story"]["moments"]
    last = moments[-1]["n"]
    assert moments[-1]["kind"] in ("goal", "purchase")
    match.take_back(0, entries - last + 1)
    again = reference.frames(match.file(), "en")["story"]
    assert last not in [moment["n"] for moment in again["moments"]]
    assert [m for m in again["moments"] if m["kind"] != "lead"] == [
        m for m in moments if m["kind"] != "lead" and m["n"] != last
    ]
    assert again["places"] == []


def test_a_finished_game_tells_its_story_and_a_running_one_does_not(server: Server) -> None:
    wish = {"players": 2, "variants": ["short-game"]}
    game = server.create(options=wish, seats=HUMANS, start=True, watch=False)
    path = game.path + "/story"
    assert server.request("GET", path, headers={})[0] == 401
    with game.sit(0, 1) as both:
        refused = server.request("GET", path, headers={"authorization": f"Bearer {game.tokens[0]}"})
        assert refused[1]["code"] == "not-finished"
        play_on([both], at_random(5))
    story = server.get(path, game.tokens[0])
    check(story, Story)
    assert len(story["rounds"]) == both.table["view"]["rounds"]
    replay = server.get(game.path + "/replay", game.tokens[0])
    assert replay["story"] == story
