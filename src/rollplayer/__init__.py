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

# Only now, because these lie in folders of which ``choose`` says how they are imported.
from rollplayer.expansions import EXPANSIONS  # noqa: E402
from rollplayer.rules.boxes import KNOWN_BOXES  # noqa: E402

KNOWN_BOXES.hand_down(EXPANSIONS)

if not TYPE_CHECKING:  # Type checkers see the imports above, and no names beside them.

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"rollplayer has no {name!r}; it has: {', '.join(__all__)}")
        from rollplayer import api

        return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
