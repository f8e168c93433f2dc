"""The boxes that options may name.

Boxes lie above the rules, which load nothing from there: the package says where they are found when
it is imported.
"""

TYPE_CHECKING = False  # typing.TYPE_CHECKING would take longer to import than everything else.
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rollplayer.rules.expansion import Expansion


class KnownBoxes:
    """Where options look a box up: in the catalogue that was handed down, or nowhere."""

    def __init__(self) -> None:
        self._find: Callable[[], Mapping[str, Expansion]] = dict

    def hand_down(self, find: "Callable[[], Mapping[str, Expansion]]") -> None:
        """From now on options may name these boxes, which are looked for when one is named."""
        self._find = find

    def catalogue(self) -> "Mapping[str, Expansion]":
        return self._find()


KNOWN_BOXES = KnownBoxes()


def known_boxes() -> "Mapping[str, Expansion]":
    return KNOWN_BOXES.catalogue()
