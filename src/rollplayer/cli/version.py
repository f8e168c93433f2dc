"""``rollplayer --version``: imports almost nothing, because other programs wait for it."""

from rollplayer import __version__
from rollplayer.build import kind


def version() -> str:
    """The version and which build runs."""
    return f"rollplayer {__version__} ({kind()})"
