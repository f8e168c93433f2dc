"""What bots expect of the expansion's words over the rounds to come (``words/prospects.py`` of the base game).

Fitted by ``tools/learn/prospects.py`` to gifts of this box's Market cards; docs/bots.md says how well they hold.
"""

from typing import Final

PROSPECTS: Final[dict[str, tuple[float, float]]] = {
    "hunt-rerolls": (0.0, 1.4),
    "hunt-dice": (1.15, 1.5),
    "combat-dice": (1.15, 1.5),
    # Adventurers make nothing of a Backpack: whoever sees more in it still has the network.
    "stored-dice": (0.0, 0.0),
    "xp-for-others-tokens": (0.0, 0.45),
    "gain-xp": (0.65, 0.0),
    "haggle": (0.15, 1.65),
    "disarm": (0.0, 1.9),
    "disguise": (0.6, 1.4),
    "tumble": (0.35, 1.7),
}
"""By effect or number: stars with three rounds to come, and with twelve."""

GROWTHS: Final[dict[str, float]] = {
    "honor": 0.24,
    "trophies": 0.3,
}
"""By count: how much it grows in a round."""
