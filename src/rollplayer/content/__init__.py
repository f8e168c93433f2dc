"""The content packs: every fact of a card as data with its source."""

from rollplayer.content.errors import ContentError
from rollplayer.content.library import Library, UnknownContent, library_for, library_of, load

__all__ = ["ContentError", "Library", "UnknownContent", "library_for", "library_of", "load"]
