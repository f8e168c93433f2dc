"""Content packs: the facts of every card as data, with their sources."""

from rollplayer.content.errors import ContentError
from rollplayer.content.library import Library, UnknownContent, library_for, library_of, load

__all__ = ["ContentError", "Library", "UnknownContent", "library_for", "library_of", "load"]
