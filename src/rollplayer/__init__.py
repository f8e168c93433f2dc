"""Roll Player for people, bots and research, on one rules engine.

The names below are the Python API, described in docs/api.md. Everything else in the package may
change without notice. Modules are imported when they are first used.
"""

from rollplayer.build import choose

TYPE_CHECKING = False  # typing.TYPE_CHECKING would take longer to import than everything else here.
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

# After ``choose``, which decides how the modules of this folder are imported.
from rollplayer.rules.boxes import KNOWN_BOXES  # noqa: E402


def _boxes() -> "Catalogue":
    from rollplayer.expansions import EXPANSIONS

    return EXPANSIONS


KNOWN_BOXES.hand_down(_boxes)


if not TYPE_CHECKING:  # Type checkers use the imports above and report unknown names.

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"rollplayer has no {name!r}; it has: {', '.join(__all__)}")
        from rollplayer import api

        return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
