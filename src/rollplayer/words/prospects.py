"""What bots expect of the base game's words over the rounds to come.

No score sheet tells what a Skill, a discount or a Trait that may still grow is worth. These figures are
what gifts of such cards brought adventurers, fitted by ``tools/learn/prospects.py``; docs/bots.md says
how well they hold for other deals.
"""

from typing import Final

BORROWING: Final = "borrow"
"""The effect of Diplomacy, which is another's."""

PROSPECTS: Final[dict[str, tuple[float, float]]] = {
    "action": (1.3, 2.9),
    "flip": (0.8, 1.55),
    "swap": (1.8, 2.25),
    "reroll": (0.2, 1.1),
    "slide": (0.9, 1.0),
    "move": (0.6, 1.5),
    "gain-gold": (0.6, 1.5),
    "pickpocket": (0.5, 4.15),
    "search": (1.35, 4.45),
    "nudge-free": (0.65, 1.2),
    "reroll-free": (0.5, 1.5),
    "exchange": (0.75, 2.6),
    "buy-from-deck": (0.6, 0.65),
    "buy-from-discard-pile": (1.0, 1.9),
    BORROWING: (0.6, 1.85),
    "gold-for-full-row": (0.0, 1.4),
    "gold-for-bare-initiative-card": (0.35, 1.5),
    # Not fitted: what bots expect of a number that nobody has measured.
    "flips": (0.1, 0.3),
    "rerolls": (0.1, 0.3),
    "con-step": (0.35, 1.5),
    "discard-pile-discount": (0.0, 2.2),
    "discount": (0.0, 2.2),
    "armor-jokers": (0.4, 2.45),
}
"""By effect or number: stars with three rounds to come, and with twelve."""

GROWTHS: Final[dict[str, float]] = {
    "dice": 0.36,
    "rows same-value": 0.14,
    "rows same-color": 0.06,
    "rows different-class-colors": 0.2,
    "rarest-class-color": 0.06,
    "goals-met": 0.22,
    "cards": 0.8,
    "cards skill": 0.22,
    "card-kinds": 0.28,
    "hands-used": 0.46,
}
"""By count, with its pattern or kind: how much it grows in a round."""
