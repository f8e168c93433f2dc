"""The content packs: every fact of a card as data with its source."""

from rollplayer.content.errors import ContentError
from rollplayer.content.library import Library, library_for, load

__all__ = ["ContentError", "Library", "library_for", "load"]
