"""Whole games of bots, each with the hash of its file: the same in every build, in browsers, too.

It runs within Pyodide (web/offline/games.mjs) as well as here, so it imports the game alone.
"""

import hashlib
import time
from collections.abc import Callable
from typing import Final

from rollplayer.bots import make_bot
from rollplayer.chance import Deal
from rollplayer.engine.view import View
from rollplayer.log import to_line
from rollplayer.match import Bot, Match, play_out
from rollplayer.rules.options import Options

LEVELS: Final = ("random", "squire", "random", "squire", "adventurer")
"""Whose turn it is by the number of the game."""
BOX: Final = "monsters-and-minions"


class Timed(Bot):
    """A bot with a watch: notes how long each decision took, in milliseconds."""

    def __init__(self, bot: Bot, took: list[float], clock: Callable[[], float]) -> None:
        self.bot, self.took, self.clock = bot, took, clock

    def choose(self, view: View, options: list[int]) -> int:
        began = self.clock()
        answer = self.bot.choose(view, options)
        self.took.append((self.clock() - began) * 1000)
        return answer

    def interrupt(self, view: View, options: list[int]) -> int | None:
        return self.bot.interrupt(view, options)


def level_of(number: int) -> str:
    return LEVELS[number % len(LEVELS)]


def played(number: int, took: list[float], clock: Callable[[], float] = time.process_time) -> str:
    """One game by its number, and the hash of its header, all answers and events, and its result."""
    players = 1 + number // len(LEVELS) % 4
    boxes = (BOX,) if number // 2 % 2 else ()
    seats = [{"name": str(seat), "bot": level_of(number)} for seat in range(players)]
    chance = Deal.from_text(f"offline {number}")
    match = Match.new(Options(players=players, expansions=boxes), seats, chance)
    bots = [
        Timed(make_bot(level_of(number), f"{number} {seat}"), took, clock)
        for seat in range(players)
    ]
    play_out(match, bots)
    end = match.end()
    assert end is not None
    lines = [to_line(match.header.plain()), *(to_line(entry.plain()) for entry in match.entries)]
    return hashlib.sha256("\n".join([*lines, to_line(end)]).encode()).hexdigest()
