"""Roll Player for people, bots and research: one rules engine and many faces."""

from rollplayer.build import choose

__version__ = "0.1.0"

choose()

# Only now, because these lie in folders of which ``choose`` says how they are imported.
from rollplayer.expansions import EXPANSIONS  # noqa: E402
from rollplayer.rules.boxes import KNOWN_BOXES  # noqa: E402

KNOWN_BOXES.hand_down(EXPANSIONS)
