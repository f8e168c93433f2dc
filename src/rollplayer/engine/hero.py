"""One hero: the sheet with its 18 spaces and everything beside it."""

from rollplayer.engine.table import CENTRE, EMPTY, NOBODY, ROWS, SPOT_COUNT, die_name


class Hero:
    """What lies before one player. Tuples are replaced, never changed; the sheet is a list."""

    def __init__(
        self,
        seat: int,
        numbers: tuple[int, ...],
        sheet: list[int],
        hand: tuple[int, ...] = (),
        cards: tuple[int, ...] = (),
        exhausted: tuple[int, ...] = (),
        counts: tuple[int, ...] = (),
        piles: tuple[tuple[int, ...], ...] = (),
        skills: tuple[int, ...] = (),
        weapons: tuple[int, ...] = (),
    ) -> None:
        self.seat = seat
        self.race = NOBODY
        self.side = 0
        self.character_class = NOBODY
        self.color = NOBODY
        self.alignment = NOBODY
        self.backstory = NOBODY
        self.token = CENTRE
        self.gold = 0
        self.charisma = 0
        self.sheet = sheet
        """Dice by space: the 18 of the sheet, then those that boxes lay beside it."""
        self.hand = hand
        """Dice drawn or drafted and not yet placed."""
        self.cards = cards
        self.exhausted = exhausted
        # What expansions add, by their numbers:
        self.counts = counts
        self.piles = piles
        # Derived from class and cards whenever these change:
        self.numbers = numbers
        self.skills = skills
        self.weapons = weapons
        self.hooked = 0
        self.may_interrupt = False

    def __repr__(self) -> str:
        """The sheet and the Gold; names of class and cards are known to the rules alone.

        >>> from rollplayer.engine.table import RED, die
        >>> Hero(0, (), [die(RED, 5), *[EMPTY] * 17])
        <hero seat=0 str=red5,-,- dex=-,-,- con=-,-,- int=-,-,- wis=-,-,- cha=-,-,- gold=0>
        """
        dice = [die_name(each) if each != EMPTY else "-" for each in self.sheet[:SPOT_COUNT]]
        rows = [f"{name}={','.join(dice[at * 3 : at * 3 + 3])}" for at, name in enumerate(ROWS)]
        return " ".join([f"<hero seat={self.seat}", *rows, f"gold={self.gold}>"])

    def copy(self) -> "Hero":
        twin = Hero(
            self.seat,
            self.numbers,
            self.sheet.copy(),
            self.hand,
            self.cards,
            self.exhausted,
            self.counts,
            self.piles,
            self.skills,
            self.weapons,
        )
        twin.race = self.race
        twin.side = self.side
        twin.character_class = self.character_class
        twin.color = self.color
        twin.alignment = self.alignment
        twin.backstory = self.backstory
        twin.token = self.token
        twin.gold = self.gold
        twin.charisma = self.charisma
        twin.hooked = self.hooked
        twin.may_interrupt = self.may_interrupt
        return twin

    def row_full(self, row: int) -> bool:
        return self.sheet[row * 3 + 2] != EMPTY

    def first_open(self, row: int) -> int:
        """The leftmost open spot of a row (C3), or -1."""
        spot = row * 3
        if self.sheet[spot + 2] != EMPTY:
            return -1
        if self.sheet[spot] == EMPTY:
            return spot
        return spot + 1 if self.sheet[spot + 1] == EMPTY else spot + 2

    def open_spaces(self) -> int:
        """Of the 18: what lies beside the sheet need not be filled."""
        sheet = self.sheet
        if len(sheet) == SPOT_COUNT:
            return sheet.count(EMPTY)
        return sheet[:SPOT_COUNT].count(EMPTY)

    def filled(self) -> list[int]:
        """The spots with dice on them, in order, those beside the sheet last."""
        sheet = self.sheet
        return [spot for spot in range(len(sheet)) if sheet[spot] != EMPTY]
