"""Roll Player for people, bots and research: one rules engine and many faces.

The names below are the Python API, described in docs/api.md. Everything in modules is ours to
change. Importing the package imports none of them before they are used.
"""

from rollplayer.build import choose

TYPE_CHECKING = False  # That of typing takes longer to import than all the rest.
if TYPE_CHECKING:
    from rollplayer.api import (
        Bot,
        BotError,
        Event,
        Game,
        Hero,
        IllegalAnswer,
        Option,
        Score,
        View,
        load,
        play,
    )
    from rollplayer.expansions.catalogue import Catalogue

__version__ = "0.1.0"

__all__ = [
    "Bot",
    "BotError",
    "Event",
    "Game",
    "Hero",
    "IllegalAnswer",
    "Option",
    "Score",
    "View",
    "load",
    "play",
]

choose()

# Only now, because it lies in a folder of which ``choose`` says how it is imported.
from rollplayer.rules.boxes import KNOWN_BOXES  # noqa: E402


def _boxes() -> "Catalogue":
    from rollplayer.expansions import EXPANSIONS

    return EXPANSIONS


KNOWN_BOXES.hand_down(_boxes)


if not TYPE_CHECKING:  # Type checkers see the imports above, and no names beside them.

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"rollplayer has no {name!r}; it has: {', '.join(__all__)}")
        from rollplayer import api

        return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
