"""The registry of bots. A bot sees a View and its options, nothing else."""

from collections.abc import Callable
from dataclasses import dataclass

from rollplayer.match import Bot


@dataclass(frozen=True)
class Level:
    """A bot's level: its name, its time limit, and how to create it.

    Its description in three languages is in the catalogue as ``bot.<name>.character``.
    """

    name: str
    milliseconds: int
    """The time within which 99 % of its decisions finish on one core."""
    make: Callable[[str], Bot]
    """Creates the bot from a seed."""
    title: str = ""
    character: str = ""
    """The description of a user's own bot, which is not in the catalogue."""


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
    from rollplayer.bots.learned import Champion

    return Champion(seed)


def _legend(seed: str) -> Bot:
    from rollplayer.bots.learned import Legend

    return Legend(seed)


LEVELS: tuple[Level, ...] = (
    Level("random", 20, _random),
    Level("squire", 20, _squire),
    Level("adventurer", 20, _adventurer),
    Level("champion", 200, _champion),
    Level("legend", 1500, _legend),
)
"""From weakest to strongest. Each is imported when created, because numpy is slow to import."""

NAMES: tuple[str, ...] = tuple(level.name for level in LEVELS)
DEFAULT_LEVEL = "adventurer"
"""The opponent of people who have not chosen one."""
HURRIED = Level("hurried", 10, _hurried)
"""Not offered to people: a minimal adventurer for when many people wait for bots."""
FORMER_NAMES = {"greedy": "squire"}
"""Former names of levels, which game files and saved seats may still use."""


_OWN: dict[str, Level] = {}


def add_level(level: Level) -> None:
    """Register a user's own bot in this process, after the built-in levels."""
    if level.name in NAMES:
        raise ValueError(f"{level.name!r} is one of our own bots")
    _OWN[level.name] = level


def forget_level(name: str) -> None:
    _OWN.pop(name, None)


def all_levels() -> tuple[Level, ...]:
    """All bots available in this process: the built-in levels and the added ones."""
    return (*LEVELS, *_OWN.values())


def all_names() -> tuple[str, ...]:
    return tuple(level.name for level in all_levels())


def own_level(name: str) -> Level | None:
    """An added level; None if it is built-in or unknown."""
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
