"""The bots, in one registry. A bot gets a View and its options, nothing else."""

from collections.abc import Callable

from rollplayer.bots.greedy import GreedyBot
from rollplayer.bots.random import RandomBot
from rollplayer.match import Bot

BOTS: dict[str, Callable[[str], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
}
"""By level: how to make a bot from the text of its seed."""


def make_bot(level: str, seed: str) -> Bot:
    if level not in BOTS:
        raise ValueError(f"{level!r} is no bot; known are: {', '.join(BOTS)}")
    return BOTS[level](seed)
