"""One hero: the sheet with its 18 spaces and everything beside it."""

from rollplayer.engine.table import CENTRE, EMPTY, NOBODY, ROWS, SPOT_COUNT, die_name


class Hero:
    """What lies before one player. Tuples are replaced, never changed; the sheet is a list."""

    def __init__(
        self,
        seat: int,
        numbers: tuple[int, ...],
        sheet: list[int],
        like: "Hero | None" = None,
    ) -> None:
        """A new hero, or one who is as another is; each value is set once, since copies are many."""
        self.seat = seat
        self.sheet = sheet
        """Dice by space: the 18 of the sheet, then those that boxes lay beside it."""
        # Derived from class and cards whenever these change, as are skills, weapons and the last two:
        self.numbers = numbers
        if like is None:
            self.race = NOBODY
            self.side = 0
            self.character_class = NOBODY
            self.color = NOBODY
            self.alignment = NOBODY
            self.backstory = NOBODY
            self.token = CENTRE
            self.gold = 0
            self.charisma = 0
            self.hand: tuple[int, ...] = ()
            """Dice drawn or drafted and not yet placed."""
            self.cards: tuple[int, ...] = ()
            self.exhausted: tuple[int, ...] = ()
            # What expansions add, by their numbers:
            self.counts: tuple[int, ...] = ()
            self.piles: tuple[tuple[int, ...], ...] = ()
            self.skills: tuple[int, ...] = ()
            self.weapons: tuple[int, ...] = ()
            self.hooked = 0
            self.may_interrupt = False
        else:
            self.race = like.race
            self.side = like.side
            self.character_class = like.character_class
            self.color = like.color
            self.alignment = like.alignment
            self.backstory = like.backstory
            self.token = like.token
            self.gold = like.gold
            self.charisma = like.charisma
            self.hand = like.hand
            self.cards = like.cards
            self.exhausted = like.exhausted
            self.counts = like.counts
            self.piles = like.piles
            self.skills = like.skills
            self.weapons = like.weapons
            self.hooked = like.hooked
            self.may_interrupt = like.may_interrupt

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
        return Hero(self.seat, self.numbers, self.sheet.copy(), self)

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
