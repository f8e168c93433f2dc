"""Bots know what their seat may know, and answer the same to the same."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterable

import pytest

from rollplayer.bots import LEVELS, NAMES, current_name, make_bot
from rollplayer.bots.learned import Legend
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.game import Game
from rollplayer.engine.plain import state_hash
from rollplayer.engine.view import View
from rollplayer.match import Bot, answer_once
from rollplayer.rules.options import Options
from rollplayer.text import catalogue
from tests.printed import printed_match

QUESTIONS = ("take", "place", "action", "market-turn")
FROM_ROUND = 3


def moments(players: int) -> dict[str, Game]:
    """One game at each of some questions to seat 0, in the middle of the game."""
    match = printed_match(Options(players), "fair")
    bots = [make_bot("squire", f"{seat}") for seat in range(players)]
    games: dict[str, Game] = {}
    while len(games) < len(QUESTIONS):
        game = match.game
        if game.seat() == 0 and game.round >= FROM_ROUND and len(game.options()) > 1:
            question = game.question()
            if question in QUESTIONS and question not in games:
                games[question] = game.copy()
        answer_once(match, bots)
    return games


MOMENTS = moments(2)
SOLITAIRE = moments(1)


def hidden_worlds(game: Game) -> list[Game]:
    """The same table with each of some cards on top of the deck, seen by seat 1 alone (M17)."""
    worlds = []
    for place in (0, 3, 6):
        pile = next(at for at, cards in enumerate(game.deck) if len(cards) > 6)
        world = game.copy()
        world.deck = [cards.copy() for cards in game.deck]
        world.top_card = world.deck[pile].pop(place)
        world.top_known = 1 << 1
        world.listed = None
        worlds.append(world)
    return worlds


def answers(bot_of: str, worlds: list[Game]) -> list[int]:
    return [
        make_bot(bot_of, "same seed").choose(View(world, 0), world.options()) for world in worlds
    ]


def test_the_hidden_worlds_differ_and_the_view_does_not() -> None:
    for game in MOMENTS.values():
        worlds = hidden_worlds(game)
        assert len({state_hash(world) for world in worlds}) == 3
        assert len({state_hash(View(world, 0).world) for world in worlds}) == 1
        # Who has seen the card knows it.
        assert len({state_hash(View(world, 1).world) for world in worlds}) == 3


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("level", NAMES)
def test_a_bot_does_not_peek(level: str, question: str) -> None:
    assert len(set(answers(level, hidden_worlds(MOMENTS[question])))) == 1


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_legend_that_looks_on_to_its_next_turn_does_not_peek(question: str) -> None:
    """Alone it looks further, into a future that it must not know."""
    game = SOLITAIRE[question]
    one, other, _ = hidden_worlds(game)
    first, second = answers("legend", [one, other])
    assert first == second
    assert first in game.options()


def test_one_who_peeked_would_be_caught() -> None:
    class Peeker(Bot):
        def choose(self, view: View, options: list[int]) -> int:
            return options[view.world.top_card % len(options)]

    worlds = hidden_worlds(MOMENTS["market-turn"])
    peeked = []
    for world in worlds:
        view = View(world, 0)
        view.world = world
        peeked.append(Peeker().choose(view, world.options()))
    assert len(set(peeked)) > 1
    fair = [Peeker().choose(View(world, 0), world.options()) for world in worlds]
    assert len(set(fair)) == 1


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("level", NAMES)
def test_a_decision_follows_from_view_decision_and_seed(level: str, question: str) -> None:
    game = MOMENTS[question]
    before = state_hash(game)
    first, again = answers(level, [game, game])
    assert first == again
    assert first in game.options()
    assert state_hash(game) == before


@pytest.mark.parametrize("level", ["adventurer", "champion", "legend"])
def test_what_a_thinking_bot_was_asked_before_does_not_matter(level: str) -> None:
    tired = make_bot(level, "another seed")
    for game in MOMENTS.values():
        answer = tired.choose(View(game, 0), game.options())
        assert [answer] == answers(level, [game])


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_judgment_does_not_depend_on_how_python_adds(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Python 3.12 on, ``sum`` rounds fractions otherwise, and close answers changed with it."""

    def judged() -> list[float]:
        game = SOLITAIRE[question]
        judge = Legend("same seed").new_judge(game.rules)
        return judge.options(View(game, 0).world, 0)

    def rounded_otherwise(numbers: Iterable[float], start: float = 0) -> float:
        total = add(numbers, start)
        return total if type(total) is int else math.nextafter(total, math.inf)

    add = sum
    values = judged()
    monkeypatch.setattr("builtins.sum", rounded_otherwise)
    assert judged() == values


@pytest.mark.once
@pytest.mark.parametrize("level", ["squire", "champion"])
def test_another_process_decides_the_same(level: str) -> None:
    """Nothing depends on the order of a set or on what was loaded before."""
    program = (
        "import json; from tests.bots.test_fair import MOMENTS, answers;"
        f"print(json.dumps([answers({level!r}, [game])[0] for game in MOMENTS.values()]))"
    )
    here = [answers(level, [game])[0] for game in MOMENTS.values()]
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
        assert json.loads(done.stdout) == here


def test_every_level_has_a_name_and_a_character_everywhere() -> None:
    for language in LANGUAGES:
        texts = catalogue(language)
        names = [texts[f"bot.{level.name}"] for level in LEVELS]
        assert len(set(names)) == len(LEVELS)
        characters = [texts[f"bot.{level.name}.character"] for level in LEVELS]
        assert len(set(characters)) == len(LEVELS)
    assert current_name("greedy") == "squire"
    assert make_bot("greedy", "s").choose(
        View(MOMENTS["take"], 0), MOMENTS["take"].options()
    ) == make_bot("squire", "s").choose(View(MOMENTS["take"], 0), MOMENTS["take"].options())
    with pytest.raises(ValueError, match="squire"):
        make_bot("knight", "s")


def test_the_moments_are_real() -> None:
    for question, game in [*MOMENTS.items(), *SOLITAIRE.items()]:
        assert game.question() == question
        assert game.seat() == 0
        assert len(game.options()) > 1
