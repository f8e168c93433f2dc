"""What bots expect of the base game's words over the rounds to come.

No score sheet tells what a Skill, a discount or a Trait that may still grow is worth. These figures are
what gifts of such cards brought adventurers, fitted by ``tools/learn/prospects.py``; docs/bots.md says
how well they hold for other deals.
"""

from typing import Final

BORROWING: Final = "borrow"
"""The effect of Diplomacy, which is another's."""

PROSPECTS: Final[dict[str, tuple[float, float]]] = {
    "action": (0.6, 1.05),
    "flip": (0.6, 0.4),
    "swap": (0.5, 0.75),
    "reroll": (0.2, 0.15),
    "slide": (0.5, 0.75),
    "move": (0.2, 0.1),
    "gain-gold": (0.3, 0.6),
    "pickpocket": (0.1, 0.3),
    "search": (1.15, 1.85),
    "nudge-free": (0.05, 0.3),
    "reroll-free": (0.05, 0.5),
    "exchange": (0.4, 1.1),
    "buy-from-deck": (0.2, 0.6),
    "buy-from-discard-pile": (0.25, 0.3),
    BORROWING: (0.25, 0.3),
    "gold-for-full-row": (0.4, 0.75),
    # Not fitted: what bots expect of a number that nobody has measured.
    "gold-for-bare-initiative-card": (0.2, 0.4),
    "flips": (0.1, 0.3),
    "rerolls": (0.1, 0.3),
    "con-step": (0.0, 0.3),
    "discount": (0.15, 1.2),
    "armor-jokers": (0.0, 3.4),
}
"""By effect or number: stars with three rounds to come, and with twelve."""

GROWTHS: Final[dict[str, float]] = {
    "dice": 0.34,
    "rows same-value": 0.1,
    "rows same-color": 0.07,
    "rows different-class-colors": 0.18,
    "rarest-class-color": 0.06,
    "goals-met": 0.2,
    "cards": 0.68,
    "cards skill": 0.18,
    "card-kinds": 0.26,
    "hands-used": 0.1,
}
"""By count, with its pattern or kind: how much it grows in a round."""
