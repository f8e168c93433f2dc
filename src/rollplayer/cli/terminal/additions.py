"""What boxes add to the screen. The folder of a box may have a ``terminal`` with an ``ADDITION``."""

from typing import TYPE_CHECKING

from rich.text import Text

from rollplayer.cli.terminal.paint import wrapped
from rollplayer.content import Library
from rollplayer.engine.hero import Hero
from rollplayer.engine.view import SPECTATOR
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


class PlainAddition(Addition):
    """Of a box that brings nothing for the screen: its counts, piles and part of the table."""

    def __init__(self, name: str) -> None:
        self.name = name

    def purse(self, look: "TerminalLook", hero: Hero) -> list[Text]:
        pieces = EXPANSIONS[self.name].pieces
        counts = [(name, hero.counts[count]) for count, name in pieces.counts]
        counts += [(name, len(hero.piles[pile])) for pile, name, _ in pieces.piles]
        return [Text(counted(look, name, number)) for name, number in counts if number]

    def middle(self, look: "TerminalLook", seat: int, width: int, detail: int) -> list[Text]:
        place = [box.name for box in look.rules.boxes].index(self.name)
        seen = look.game.extensions[place].seen_by(SPECTATOR if look.shared else seat)
        lines: list[Text] = []
        for name, value in seen.plain(look.rules.names).items():
            if value not in (None, "", [], {}):
                label = f"table.{name}"
                heading = look.t.t(label) if look.t.has(label) else spaced(name)
                lines += wrapped(f"{heading}: {shown(value)}", width - 1, 1, hang=2)
        return lines


def counted(look: "TerminalLook", name: str, number: int) -> str:
    """A count in the words of the box, or its name."""
    key = f"count.{name}"
    return look.t.t(key, n=number) if look.t.has(key) else f"{spaced(name)} {number}"


def spaced(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def shown(value: object) -> str:
    """Plain data as a person may read it."""
    if isinstance(value, dict):
        return ", ".join(f"{spaced(str(key))} {shown(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(shown(each) for each in value)
    return "–" if value is None else str(value)


def additions(library: Library) -> list[Addition]:
    """The additions of the boxes in a game."""
    return [_addition(name) for name in library.expansions]


def _addition(name: str) -> Addition:
    module = EXPANSIONS.part(name, "terminal")
    if module is None:
        return PlainAddition(name)
    own: Addition = module.ADDITION
    return own
