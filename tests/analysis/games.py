"""Games for the analysis tests: played quickly, and looked at in the middle."""

from collections.abc import Iterator, Sequence

from rollplayer.analysis.hints import coach
from rollplayer.analysis.second_look import Coach
from rollplayer.bots import make_bot
from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.match import Bot, Match, answer_once
from rollplayer.rules.options import Options
from tests.printed import printed_match


def judge_of(game: Game) -> Coach:
    return coach(game.rules)


def new_match(players: int, seed: str = "analysis", variants: Sequence[str] = ()) -> Match:
    return printed_match(Options(players, variants=tuple(variants)), seed)


def squires(match: Match) -> list[Bot]:
    return [make_bot("squire", f"seat {seat}") for seat in range(match.game.rules.players)]


def decisions(players: int, seed: str = "analysis") -> Iterator[tuple[Game, int]]:
    """The world of the seat that is asked, wherever it has a choice."""
    match = new_match(players, seed)
    bots = squires(match)
    while not match.game.over:
        seat = match.game.seat()
        if seat != CHANCE and len(match.game.options()) > 1:
            yield View(match.game, seat).world, seat
        answer_once(match, bots)


def first_at(question: str, players: int = 2, since: int = 0) -> tuple[Game, int]:
    """The first world in which a question is asked, in some round or later."""
    return next(
        (world, seat)
        for world, seat in decisions(players)
        if world.question() == question and world.round >= since
    )
