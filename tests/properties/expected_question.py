"""Which question must come next, told from the events alone, where the rules leave no choice."""

from typing import Any

from tests.properties import oracle
from tests.properties.shadow import Shadow

CHANCE = -1
Due = tuple[str, int]


def due_question(shadow: Shadow, events: list[dict[str, Any]]) -> Due | None:
    """The question and the seat it must be asked of after these events, or None if either is open."""
    began = [event["phase"] for event in events if event["event"] == "phase-began"]
    if began:
        return due_in_phase(shadow, began[-1])
    for event in reversed(events):
        due = due_after(shadow, event)
        if due is not None:
            return due
    return None


def due_in_phase(shadow: Shadow, phase: str) -> Due | None:
    """The first question of a phase that has just begun."""
    clockwise = [
        (shadow.start_player + place) % len(shadow.heroes) for place in range(len(shadow.heroes))
    ]
    if phase == "roll":
        return "roll-phase", CHANCE
    if phase == "dice":
        return "take", shadow.start_player
    if phase == "market":
        # M22: the Druid first, if there is anything to bring back.
        druids = [seat for seat in clockwise if shadow.heroes[seat].character_class == "druid"]
        if druids and shadow.discard_pile:
            return "bring-back", druids[0]
        return "market-turn", next(seat for seat in shadow.taken if seat is not None)
    if phase == "cleanup":
        # U2: whoever has an exhausted Skill; else the next Market is dealt or the game ends.
        tired = [seat for seat in clockwise if shadow.heroes[seat].exhausted]
        return ("refresh", tired[0]) if tired else None
    if phase == "monster-combat":
        return None if "location" in shadow.adventure else ("deal-adventure", CHANCE)
    if phase == "last-chance" and not shadow.over:
        able = [
            seat for seat in clockwise if oracle.interruptions(shadow, "last-chance", seat, seat)
        ]
        return "last-chance", able[0]
    return None


def due_after(shadow: Shadow, event: dict[str, Any]) -> Due | None:
    """What one event leads to if no phase ends."""
    kind, seat = event["event"], event.get("seat", CHANCE)
    if kind == "initiative-taken":
        return ("place-or-store" if shadow.number(seat, "stored-dice") else "place"), seat
    if kind in ("die-placed", "die-stored") and shadow.phase == "dice":
        # N20: what is stored may follow.
        hero = shadow.heroes[seat]
        return ("place-or-store" if hero.stored or hero.hand else "action"), seat
    if kind == "xp-spent" and event["why"] == "action":
        return "action", seat
    if kind == "die-rerolled" and event["die"] != event["from"]:
        return "keep", seat
    if kind == "action-taken" and shadow.using is None:
        # D16, Barbarian, Monk: "up to two" is asked for the second.
        if event["row"] == "str" and shadow.number(seat, "flips") > 1:
            return "flip", seat
        if event["row"] == "wis" and shadow.number(seat, "wis-steps") > 1:
            return "move", seat
    if kind == "card-bought" and shadow.extra is not None:
        # N15: the Knight.
        return "action", seat
    if (
        kind == "card-bought"
        and shadow.using is None
        and shadow.facts.cards[event["card"]]["kind"] != "scroll"
        and shadow.bought < shadow.most_buys(seat)
    ):
        # M16: with money, or with a Skill or a Weapon that may change what can be bought.
        more = oracle.all_buys(shadow, seat)
        if more or oracle.interruptions(shadow, "buy-again", seat, seat):
            return "buy-again", seat
    return None
