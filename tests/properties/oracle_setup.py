"""Which answers are legal in setup, told from the shadow alone (section S)."""

from collections.abc import Callable

from tests.properties.facts import COLORS, ROWS, faces
from tests.properties.shadow import Shadow

ROLLS = [f"roll {face}" for face in range(1, 7)]


def draws(shadow: Shadow) -> list[str]:
    colors = [color for color in COLORS if shadow.bag[color]]
    return [f"draw {color}{face}" for color in colors for face in faces(color)]


def classes(shadow: Shadow, seat: int) -> list[str]:
    """S4, S5, C0: of the color drawn, or of any color nobody has."""
    known = shadow.facts.classes
    taken = [known[hero.character_class]["color"] for hero in shadow.heroes if hero.character_class]
    return [
        f"class {id}"
        for id, facts in known.items()
        if facts["color"] not in taken and shadow.drawn_color in (None, facts["color"])
    ]


def dealt(kind: str) -> Callable[[Shadow, int], list[str]]:
    """S6: what nobody has yet."""

    def listing(shadow: Shadow, seat: int) -> list[str]:
        has = [getattr(hero, kind) for hero in shadow.heroes]
        every = {"backstory": shadow.facts.backstories, "alignment": shadow.facts.alignments}
        return [f"deal {id}" for id in every[kind] if id not in has]

    return listing


def races(shadow: Shadow, seat: int) -> list[str]:
    has = [hero.race for hero in shadow.heroes]
    free = [race for race in shadow.facts.races if race not in has]
    return [f"race {race} {side}" for race in free for side in ("male", "female")]


def starting_dice(shadow: Shadow, seat: int) -> list[str]:
    """V1: the fixed ones are only rolled. The seat is the first whose hand is not complete."""
    whose = [len(hero.hand) for hero in shadow.heroes]
    turn = [(shadow.start_player + place) % len(whose) for place in range(len(whose))]
    hand = next(whose[other] for other in turn if whose[other] < shadow.terms.starting_dice)
    return ROLLS if hand < len(shadow.terms.fixed_dice) else draws(shadow)


def arrange(shadow: Shadow, seat: int) -> list[str]:
    rows = rows_with_room(shadow, seat)
    return [f"place {die} {row}" for die in set(shadow.heroes[seat].hand) for row in rows]


def rows_with_room(shadow: Shadow, seat: int) -> list[str]:
    return [row for row in ROWS if f"{row}3" not in shadow.heroes[seat].sheet]
