"""The bots, in one registry. A bot gets a View and its options, nothing else."""

from collections.abc import Callable
from dataclasses import dataclass

from rollplayer.match import Bot


@dataclass(frozen=True)
class Level:
    """How strong a bot is: its name, the time it promises to keep, and how it is made.

    A line of character in three languages stands in the catalogue, ``bot.<name>.character``.
    """

    name: str
    milliseconds: int
    """The time for a decision on one core that 99 of 100 decisions keep."""
    make: Callable[[str], Bot]
    """From the text of a seed."""
    title: str = ""
    character: str = ""
    """For bots of somebody's own, which have no line in the catalogue."""


def _random(seed: str) -> Bot:
    from rollplayer.bots.random import RandomBot

    return RandomBot(seed)


def _squire(seed: str) -> Bot:
    from rollplayer.bots.squire import Squire

    return Squire(seed)


def _adventurer(seed: str) -> Bot:
    from rollplayer.bots.thinking import Adventurer

    return Adventurer(seed)


def _hurried(seed: str) -> Bot:
    from rollplayer.bots.thinking import Hurried

    return Hurried(seed)


def _champion(seed: str) -> Bot:
    from rollplayer.bots.thinking import Champion

    return Champion(seed)


def _legend(seed: str) -> Bot:
    from rollplayer.bots.thinking import Legend

    return Legend(seed)


LEVELS: tuple[Level, ...] = (
    Level("random", 20, _random),
    Level("squire", 20, _squire),
    Level("adventurer", 20, _adventurer),
    Level("champion", 200, _champion),
    Level("legend", 1500, _legend),
)
"""From the weakest to the strongest. Each imports what it needs when it is made: numpy takes a while."""

NAMES: tuple[str, ...] = tuple(level.name for level in LEVELS)
DEFAULT_LEVEL = "adventurer"
"""Who plays against people that have not chosen."""
HURRIED = Level("hurried", 10, _hurried)
"""Nobody's choice of an opponent: an adventurer's least effort, where many people wait for bots."""
FORMER_NAMES = {"greedy": "squire"}
"""Levels as they were called once: game files and saved seats may still name them."""


_OWN: dict[str, Level] = {}


def add_level(level: Level) -> None:
    """Seat a bot of somebody's own in this process, after our own levels."""
    if level.name in NAMES:
        raise ValueError(f"{level.name!r} is one of our own bots")
    _OWN[level.name] = level


def forget_level(name: str) -> None:
    _OWN.pop(name, None)


def all_levels() -> tuple[Level, ...]:
    """Everybody who can be seated in this process: our own levels, and those that were added."""
    return (*LEVELS, *_OWN.values())


def all_names() -> tuple[str, ...]:
    return tuple(level.name for level in all_levels())


def own_level(name: str) -> Level | None:
    """A level that was added; None for our own and unknown ones."""
    return _OWN.get(name)


def current_name(level: str) -> str:
    return FORMER_NAMES.get(level, level)


class MissingLibrary(ValueError):
    """A bot needs a library that is not installed."""


def make_bot(level: str, seed: str) -> Bot:
    name = current_name(level)
    for known in all_levels():
        if known.name == name:
            try:
                return known.make(seed)
            except ModuleNotFoundError as error:
                if error.name != "numpy":
                    raise
                raise MissingLibrary(
                    f"the bot {name!r} needs numpy, which is not installed (pip install numpy); "
                    "random and squire play without it"
                ) from error
    raise ValueError(f"{level!r} is not a bot; known: {', '.join(all_names())}")
