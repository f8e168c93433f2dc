"""What boxes add to the screen: the folder of each may hold a ``terminal`` with an ``ADDITION``."""

from typing import TYPE_CHECKING

from rich.text import Text

from rollplayer.content import Library
from rollplayer.engine.hero import Hero
from rollplayer.expansions import EXPANSIONS

if TYPE_CHECKING:
    from rollplayer.cli.terminal.look import Look


class Addition:
    """What one expansion shows. Whatever it does not say is nothing."""

    untold: frozenset[str] = frozenset()
    """Events that its part of the table shows, so that the log need not."""
    command: str = ""
    """A command that shows all a seat may know of it."""

    def purse(self, look: "Look", hero: Hero) -> list[Text]:
        """What a hero has beside Gold, in few words."""
        return []

    def middle(self, look: "Look", seat: int, width: int, detail: int) -> list[Text]:
        """What lies in the middle of the table; more detail with lower numbers, from 0 to 3."""
        return []

    def own(self, look: "Look", hero: Hero) -> list[Text]:
        """What lies beside the own sheet."""
        return []

    def asked(self, look: "Look", seat: int, question: str, width: int) -> list[Text]:
        """What one needs to know to answer a question."""
        return []

    def about(self, look: "Look", seat: int, answer: int) -> Text:
        """What an option is about: its price, its chances."""
        return Text()

    def changes(self, look: "Look", old: Hero, new: Hero) -> list[Text]:
        """What an answer would change for a hero."""
        return []

    def everything(self, look: "Look", seat: int, width: int) -> list[Text]:
        """What the command shows."""
        return []

    def has_secrets(self, look: "Look", seat: int) -> bool:
        """Whether that shows what the others at the same screen must not see."""
        return False


def additions(library: Library) -> list[Addition]:
    """Of the boxes that a game is played with."""
    modules = [EXPANSIONS.part(name, "terminal") for name in library.expansions]
    return [module.ADDITION for module in modules if module is not None]
