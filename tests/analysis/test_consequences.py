"""What an answer would bring: exactly what it then brings, and nothing that chance has yet to say."""

import random
from collections.abc import Iterator

import pytest

from rollplayer.analysis.consequences import Consequence, compared, consequence
from rollplayer.content import load
from rollplayer.engine.answers import first_of, verb_of
from rollplayer.engine.game import Game
from rollplayer.engine.plain import plain_seat
from rollplayer.engine.table import CHANCE, NOBODY, ROWS
from rollplayer.engine.view import possible_world
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options

BOXES: tuple[tuple[str, ...], ...] = ((), ("monsters-and-minions",))
GAMES = 5


def moments(boxes: tuple[str, ...], games: int = GAMES) -> Iterator[tuple[Game, int]]:
    """The table whenever a seat is asked, and the answer that it gives, in games at random."""
    library = load(expansions=boxes)
    for number in range(games):
        options = Options(players=1 + number % 3, expansions=boxes)
        game = new_game(options, compose(options, library.components))
        draw = random.Random(number)
        while not game.over:
            answer = draw.choices(game.options(), game.weights())[0]
            if game.seat() != CHANCE:
                yield game, answer
            game.apply_legal(answer)


@pytest.mark.parametrize("boxes", BOXES)
def test_it_is_what_then_happens(boxes: tuple[str, ...]) -> None:
    seen = set()
    for game, answer in moments(boxes):
        seat = game.seat()
        told = consequence(possible_world(game, seat), seat, answer)
        after = game.copy()
        after.apply_legal(answer)
        old, new = game.heroes[seat], after.heroes[seat]
        assert told.gold == new.gold - old.gold
        before, then = (plain_seat(each, each.heroes[seat])["standing"] for each in (game, after))
        assert told.stars == then["total"] - before["total"]
        for row, (was, now) in told.rows.items():
            if new.character_class != NOBODY:
                assert now == then["goals"][row]["score"]
            assert was != now
        for row, met in told.goals.items():
            assert then["goals"][row]["met"] is met is not before["goals"][row]["met"]
        seen |= set(told.plain())
    assert seen >= {"gold", "rows", "goals", "lines", "stars", "token", "rolls", "odds"}


@pytest.mark.parametrize("boxes", BOXES)
def test_no_roll_and_no_secret_changes_it(boxes: tuple[str, ...]) -> None:
    """Two worlds that look the same to a seat give the same previews of every option."""
    looked = 0
    for game, _ in moments(boxes, 3):
        seat = game.seat()
        twin = game.copy()
        if twin.top_card < 0 and len(twin.deck[0]) > 1:
            # Somebody else has looked at the top card: this seat cannot know which one it is.
            twin.deck = [pile.copy() for pile in twin.deck]
            twin.top_card = twin.deck[0].pop(random.Random(looked).randrange(len(twin.deck[0])))
            twin.top_known = 0
            looked += 1
        for option in game.options()[:6]:
            one = consequence(possible_world(game, seat), seat, option)
            other = consequence(possible_world(twin, seat), seat, option)
            assert one == other
    assert looked > 20


def test_nothing_goes_past_a_question_of_chance() -> None:
    """What is compared is the table before the roll: nobody has answered for chance."""
    for game, answer in moments((), 2):
        seat = game.seat()
        world = possible_world(game, seat)
        after = world.copy()
        after.apply(answer)
        assert consequence(world, seat, answer) == compared(world, after, seat)
        own_roll = not after.over and after.seat() == CHANCE and after.agenda[-1].seat == seat
        assert consequence(world, seat, answer).rolls == own_roll


def reroll_moment() -> tuple[Game, int]:
    for game, _ in moments((), 40):
        if game.heroes[game.seat()].character_class == NOBODY:
            continue
        for option in game.options():
            verb = game.rules.vocabulary.verb(verb_of(option))
            if verb.word == "reroll" and verb.first == "spot":
                told = consequence(game, game.seat(), option)
                if told.odds:
                    return game, option
    raise AssertionError("no die decides about a goal")


def test_a_die_that_decides_about_a_goal_has_odds() -> None:
    game, option = reroll_moment()
    seat = game.seat()
    told = consequence(game, seat, option)
    row, percent = next(iter(told.odds.items()))
    assert told.rolls
    assert not told.rows
    assert row in ROWS
    rolling = game.copy()
    rolling.apply(option)
    good = 0
    for face in rolling.options():
        rolled = rolling.copy()
        rolled.apply(face)
        kept = rolled.options() if not rolled.over and rolled.question() == "keep" else [None]
        ends = []
        for answer in kept:
            end = rolled.copy()
            if answer is not None:
                end.apply(answer)
            standing = plain_seat(end, end.heroes[seat])["standing"]
            ends.append((standing["total"], standing["goals"][row]["met"]))
        good += max(ends)[1]
    assert percent == round(100 * good / len(rolling.options()))
    assert first_of(option) // 3 == ROWS.index(row)


def test_what_stays_is_left_out() -> None:
    assert Consequence().plain() == {}
    assert Consequence(lines={"goals": 2, "traits": -2}).plain() == {
        "lines": {"goals": 2, "traits": -2}
    }
