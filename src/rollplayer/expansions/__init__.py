"""The boxes that can be added to the base game, found when somebody asks for them.

Every folder here is a box: its package holds one as ``BOX``, and all else that belongs to it lies
beside that (``docs/boxes.md``). Removing a folder leaves the game without it. Boxes that lie
elsewhere are added by whoever knows where they are.
"""

from typing import Final

from rollplayer.expansions.catalogue import Catalogue

EXPANSIONS: Final = Catalogue(__name__, __path__)
