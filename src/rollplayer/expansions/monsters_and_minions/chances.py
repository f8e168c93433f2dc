"""How likely the totals of Combat Dice are."""

from collections.abc import Sequence
from functools import cache

from rollplayer.expansions.monsters_and_minions.monster_table import MonsterTable

FACES = (1, 2, 3, 4, 5, 6)


@cache
def distribution(dice: int, values: tuple[int, ...] = FACES) -> dict[int, int]:
    """By total: in how many ways these dice show it."""
    ways = {0: 1}
    for _ in range(dice):
        after: dict[int, int] = {}
        for total, count in ways.items():
            for value in values:
                after[total + value] = after.get(total + value, 0) + count
        ways = after
    return ways


def percent(part: int, whole: int) -> int:
    """Rounded, but never 0 or 100 for what is possible or not certain."""
    if part in (0, whole):
        return 100 * part // whole
    return min(max(round(100 * part / whole), 1), 99)


def shares(parts: Sequence[int], whole: int) -> list[int]:
    """Percentages of parts that make up the whole: they add up to 100, by the largest remainders.

    As in ``percent``, what is possible has 1 at least.
    """
    rounded = [max(100 * part // whole, 1) if part else 0 for part in parts]
    while sum(rounded) < 100:
        missing = [100 * part - each * whole for part, each in zip(parts, rounded, strict=True)]
        rounded[missing.index(max(missing))] += 1
    while sum(rounded) > 100:
        rounded[rounded.index(max(rounded))] -= 1
    return rounded


class Chances:
    """The chances of a roll of these Combat Dice without rerolls."""

    def __init__(self, dice: int) -> None:
        self.ways = distribution(dice)
        self.whole = sum(self.ways.values())

    def between(self, least: int, above: int | None) -> int:
        """The chance of a total from here to below there, in percent."""
        return percent(self.count(least, above), self.whole)

    def count(self, least: int, above: int | None) -> int:
        """In how many ways the dice come to such a total."""
        return sum(
            count
            for total, count in self.ways.items()
            if total >= least and (above is None or total < above)
        )

    def rows(self, least: Sequence[int]) -> list[int]:
        """The chances of rows that begin at these totals, in percent; together 100."""
        above: list[int | None] = [*least[1:], None]
        counts = [self.count(low, high) for low, high in zip(least, above, strict=True)]
        return shares(counts, self.whole)


def better_row(roll: Sequence[int], face: int, rows: Sequence[int]) -> int:
    """The chance that rerolling a die with this face reaches a higher row, in percent."""
    total = sum(roll)
    reached = max((row for row in rows if row <= total), default=0)
    better = [
        new
        for new in FACES
        if max((row for row in rows if row <= total - face + new), default=0) > reached
    ]
    return percent(len(better), len(FACES))


def expected_stars(now: MonsterTable, dice: int, more: int) -> str:
    """The mean of the stars that a pool brings without paid rerolls (X11, X20)."""
    monster = now.the_monster()
    ways = distribution(dice, tuple(monster.values()))
    stars = sum(
        monster.stars(total + more, now.strength()) * count for total, count in ways.items()
    )
    return f"{stars / sum(ways.values()):.1f}"


def rung_chances(now: MonsterTable, dice: int, more: int) -> list[int]:
    """By rung of the Monster's ladder: the chance in percent, likewise without paid rerolls."""
    monster, strength = now.the_monster(), now.strength()
    ways = distribution(dice, tuple(monster.values()))
    reached: dict[int, int] = {}
    for total, count in ways.items():
        stars = monster.stars(total + more, strength)
        reached[stars] = reached.get(stars, 0) + count
    rungs = [reached.get(stars, 0) for _, stars in monster.ladder(strength)]
    return shares(rungs, sum(ways.values()))
