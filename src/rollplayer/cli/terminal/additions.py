"""What boxes add to the screen. The folder of a box may have a ``terminal`` with an ``ADDITION``."""

from typing import TYPE_CHECKING

from rich.text import Text

from rollplayer.content import Library
from rollplayer.engine.hero import Hero
from rollplayer.expansions import EXPANSIONS

if TYPE_CHECKING:
    from rollplayer.cli.terminal.look import TerminalLook


class Addition:
    """What one expansion shows. Override what it needs; the defaults show nothing."""

    untold: frozenset[str] = frozenset()
    """Events that its part of the table shows, so that the log omits them."""
    command: str = ""
    """A command that shows everything a seat may know about it."""

    def purse(self, look: "TerminalLook", hero: Hero) -> list[Text]:
        """What a hero has besides Gold, in a few words."""
        return []

    def middle(self, look: "TerminalLook", seat: int, width: int, detail: int) -> list[Text]:
        """The middle of the table; ``detail`` goes from 0 (most) to 3 (least)."""
        return []

    def own(self, look: "TerminalLook", hero: Hero) -> list[Text]:
        """What lies next to the hero's sheet."""
        return []

    def asked(self, look: "TerminalLook", seat: int, question: str, width: int) -> list[Text]:
        """What a seat needs to know to answer a question."""
        return []

    def about(self, look: "TerminalLook", seat: int, answer: int) -> Text:
        """Details of an option, such as its price or its chances."""
        return Text()

    def changes(self, look: "TerminalLook", old: Hero, new: Hero) -> list[Text]:
        """What an answer would change for a hero."""
        return []

    def everything(self, look: "TerminalLook", seat: int, width: int) -> list[Text]:
        """What the command shows."""
        return []

    def has_secrets(self, look: "TerminalLook", seat: int) -> bool:
        """Whether the command shows what others at the same screen must not see."""
        return False


def additions(library: Library) -> list[Addition]:
    """The additions of the boxes in a game."""
    modules = [EXPANSIONS.part(name, "terminal") for name in library.expansions]
    return [module.ADDITION for module in modules if module is not None]
