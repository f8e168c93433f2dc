"""The boxes that can be added to the base game, found when somebody asks for them.

Every folder here is a box: its package holds one as ``BOX``, and all else that belongs to it lies
beside that (``docs/boxes.md``). Removing a folder leaves the game without it. Other boxes come
with installed packages or lie in folders that somebody names.
"""

from typing import Final

from rollplayer.expansions.catalogue import Catalogue

EXPANSIONS: Final = Catalogue(__name__, __path__)
