"""The boxes that options may name.

Boxes lie above the rules, which load nothing from there: the package hands its catalogue down when
it is imported.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rollplayer.rules.expansion import Expansion


class KnownBoxes:
    """Where options look a box up: in the catalogue that was handed down, or nowhere."""

    def __init__(self) -> None:
        self.catalogue: Mapping[str, Expansion] = {}

    def hand_down(self, catalogue: "Mapping[str, Expansion]") -> None:
        """From now on options may name these boxes."""
        self.catalogue = catalogue


KNOWN_BOXES: Final = KnownBoxes()


def known_boxes() -> "Mapping[str, Expansion]":
    return KNOWN_BOXES.catalogue
