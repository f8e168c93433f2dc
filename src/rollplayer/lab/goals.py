"""Whether the cards are in balance: how far a run is from what we want of it."""

from typing import Final

from rollplayer.engine.plain import Plain
from rollplayer.lab.picture import FEW, MANY
from rollplayer.simulation import DIGITS

ENOUGH: Final = 200
"""Showings to somebody who can pay, from which on a share is taken for known."""
FAR: Final = 2.0
"""Stars from the mean that are too many for a class, a race or a path."""
PATHS: Final = {"weapon": 2, "skill": 3}
"""From how many cards of a kind on a hero has gone its path."""
CHOSEN: Final = ("class", "race")


def goals_of(outcome: Plain) -> Plain:
    """Cards outside the shares we want, those seldom payable, what is far from the mean, and paths."""
    cards, mean = outcome["cards"], outcome["heroes"]["mean"]
    known = {id: card["share"] for id, card in cards.items() if card["share"] is not None}
    return {
        "cards": len(cards),
        "outside": [id for id, share in known.items() if not FEW <= share <= MANY],
        "seldom": [id for id, card in cards.items() if card["payable"] < ENOUGH],
        "far": {
            kind: {
                id: round(entry["with"]["mean"] - mean, DIGITS)
                for id, entry in outcome["others"].get(kind, {}).items()
                if entry["with"]["n"] and abs(entry["with"]["mean"] - mean) > FAR
            }
            for kind in CHOSEN
        },
        "paths": {
            kind: path(outcome["kinds"][kind]["owned"], least, mean)
            for kind, least in PATHS.items()
            if kind in outcome["kinds"]
        },
    }


def path(owned: list[Plain], least: int, mean: float | None) -> Plain:
    """Heroes with at least this many cards of a kind: how many, and how far from the mean."""
    many = [each for each in owned[least:] if each["n"]]
    heroes = sum(each["n"] for each in many)
    if not heroes or mean is None:
        return {"least": least, "n": 0, "apart": None}
    stars = sum(each["n"] * each["mean"] for each in many) / heroes
    return {"least": least, "n": heroes, "apart": round(stars - mean, DIGITS)}
