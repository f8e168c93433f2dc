"""``rollplayer --version``: imports next to nothing, because other programs ask for it and wait."""

from rollplayer import __version__
from rollplayer.build import kind


def version() -> str:
    """The version and which build runs."""
    return f"rollplayer {__version__} ({kind()})"
