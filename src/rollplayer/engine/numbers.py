"""The numbers the rules ask a hero for, which classes and cards may change.

Rules never ask "does she own the Heavy Crossbow?"; they ask for DISCOUNT, and every owned card has
had its say. These are the base game's; other boxes declare theirs (``Pieces.number``).
"""

from typing import Final

HANDS: Final = 0
GOLD_FOR_GOLD_DIE: Final = 1
GOLD_FOR_FULL_ROW: Final = 2
GOLD_FOR_BARE_CARD: Final = 3
FLIPS: Final = 4
CON_STEP: Final = 5
REROLLS: Final = 6
WIS_STEPS: Final = 7
ANY_ROW: Final = 8
BUYS: Final = 9
DISCOUNT: Final = 10
DISCARD_PILE_DISCOUNT: Final = 11
FREE_ARROWS: Final = 12
REFRESHES: Final = 13
ARMOR_JOKERS: Final = 14
ODD_ROUND_BUYS: Final = 15

NUMBER_NAMES: Final[tuple[str, ...]] = (
    "hands",
    "gold-for-gold-die",
    "gold-for-full-row",
    "gold-for-bare-initiative-card",
    "flips",
    "con-step",
    "rerolls",
    "wis-steps",
    "any-row-after-class-color",
    "buys",
    "discount",
    "discard-pile-discount",
    "free-arrows",
    "refreshes",
    "armor-jokers",
    "odd-round-buys",
)
NUMBER_DEFAULTS: Final[tuple[int, ...]] = (2, 2, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0)
NUMBER_MEANINGS: Final[tuple[str, ...]] = (
    "how many hands of Weapons you may have (M4)",
    "Gold for placing a gold die (D3, S12)",
    "Gold for filling a row (D3, S12)",
    "Gold for taking an Initiative card without Gold",
    "dice the Strength action may flip (D5)",
    "largest change by the Constitution action (D7)",
    "dice the Intelligence action may reroll (D8)",
    "steps of the Wisdom action (D9)",
    "1: after placing a die of your Class color, the action of any row",
    "cards you may buy in your Market turn (M1, N2)",
    "Gold off each card bought from the Market",
    "Gold off each card bought from the discard pile (N6)",
    "1: you may ignore a Trait's arrow and use Skills whose arrow is blocked (K12)",
    "Skills you may refresh in Cleanup (U2)",
    "cards that count as one more card of an Armor set you have begun (N11)",
    "more cards you may buy in your Market turn of an odd round (N2)",
)


# Hooks: moments at which a class or an owned card may act. Bits of Hero.hooked.
ON_MARKET_OPENING: Final = 0
ON_DISCARD_FOR_GOLD: Final = 1
ON_CLEANUP: Final = 2
ON_BUY: Final = 3
ON_MARKET_TURN: Final = 4
ON_LAST_MARKET_TURN: Final = 5
ON_SKILL_USED: Final = 6

HOOK_NAMES: Final[tuple[str, ...]] = (
    "on_market_opening",
    "on_discard_for_gold",
    "on_cleanup",
    "on_buy",
    "on_market_turn",
    "on_last_market_turn",
    "on_skill_used",
)
