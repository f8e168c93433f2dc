"""The pieces that the box brings."""

from typing import Final

from rollplayer.engine.pieces import Pieces
from rollplayer.engine.table import BLACK, BLUE, GOLD, RED

NAME: Final = "glassworks"
PIECES: Final = Pieces(NAME)

DUSK: Final = PIECES.dice("dusk", 1, 6, (BLUE, BLACK))
DAWN: Final = PIECES.dice("dawn", 1, 6, (RED, GOLD))
DICE_OF_EACH: Final = 6

KILN_SPACES: Final = 2
KILN: Final = PIECES.spaces("kiln", KILN_SPACES)
KILN_SPOTS: Final = range(KILN, KILN + KILN_SPACES)

FIRING: Final = PIECES.phase("firing")

PIECES.named_kind("crack")
KINDLE: Final = PIECES.verb("kindle", "spot")
FIRE: Final = PIECES.verb("fire", "spot")
MEND: Final = PIECES.verb("mend", "crack")
DEAL_CRACK: Final = PIECES.verb("deal", "crack")

MENDING: Final = PIECES.number("mending", 2, "Gold to mend a Crack")
ON_GLOW: Final = PIECES.hook("on_glow")

GLOW: Final = PIECES.count("glow")
CRACKS: Final = PIECES.pile("cracks", "crack")

FOR_MENDING: Final = PIECES.reason("mending")
FOR_LEAK: Final = PIECES.reason("leak")

GLOWED: Final = PIECES.event("glowed", ("spot", "spot"), ("glow", "count"))
CRACKED: Final = PIECES.event("cracked", ("crack", "crack"))
CRACK_MENDED: Final = PIECES.event("crack-mended", ("crack", "crack"))
