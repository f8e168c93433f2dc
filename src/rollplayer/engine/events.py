"""What can happen, in the past tense. An event is (kind, seat, x, y, z); this table names its parts.

These are the base game's events; other boxes declare theirs (``Pieces.event``). The browser animates
events, the log proves them, statistics count them.
"""

from typing import Final

from rollplayer.engine.answers import Names
from rollplayer.engine.table import SPACES

# Why Gold moved.
FOR_SETUP: Final = 0
FOR_INITIATIVE: Final = 1
FOR_FULL_ROW: Final = 2
FOR_GOLD_DIE: Final = 3
FOR_DISCARD: Final = 4
FOR_ABILITY: Final = 5
FOR_SKILL: Final = 6
FOR_CARD: Final = 7
REASONS: Final[tuple[str, ...]] = (
    "setup",
    "initiative",
    "full-row",
    "gold-die",
    "discard",
    "ability",
    "skill",
    "card",
)

# Where a bought card came from.
FROM_MARKET: Final = 0
FROM_DISCARD_PILE: Final = 1
FROM_DECK: Final = 2
PLACES: Final[list[str]] = ["market", "discard-pile", "deck"]

PHASE_BEGAN: Final = 0
ROLLED_FOR_START: Final = 1
START_PLAYER_SET: Final = 2
RACE_CHOSEN: Final = 3
CLASS_COLOR_DRAWN: Final = 4
DICE_RETURNED: Final = 5
CLASS_CHOSEN: Final = 6
BACKSTORY_DEALT: Final = 7
ALIGNMENT_DEALT: Final = 8
CARD_REMOVED: Final = 9
CARD_REVEALED: Final = 10
CARD_SEEN: Final = 11
DECK_RESHUFFLED: Final = 12
DIE_DRAWN: Final = 13
DIE_ROLLED: Final = 14
DIE_LAID: Final = 15
INITIATIVE_TAKEN: Final = 16
DIE_PLACED: Final = 17
GOLD_GAINED: Final = 18
GOLD_PAID: Final = 19
DIE_TURNED: Final = 20
DICE_SWAPPED: Final = 21
DIE_REROLLED: Final = 22
TOKEN_MOVED: Final = 23
CHARISMA_GAINED: Final = 24
CHARISMA_SPENT: Final = 25
CHARISMA_LAPSED: Final = 26
CARD_BOUGHT: Final = 27
CARD_DISCARDED: Final = 28
WEAPON_DROPPED: Final = 29
SKILL_USED: Final = 30
SKILL_EXHAUSTED: Final = 31
SKILL_REFRESHED: Final = 32
DIE_REPLACED: Final = 33
DICE_EXCHANGED: Final = 34
DIE_SLID: Final = 35
FREE_DIE_TURNED: Final = 36
FREE_DICE_LIFTED: Final = 37
ENEMY_ROLLED: Final = 38
CARD_TRASHED: Final = 39
CARD_BROUGHT_BACK: Final = 40
INITIATIVE_RETURNED: Final = 41
GOLD_LAID: Final = 42
LEFTOVER_DIE_RETURNED: Final = 43
ACTION_TAKEN: Final = 44
GAME_ENDED: Final = 45
ENEMY_DIE_SET_ASIDE: Final = 46
DISCARD_PILE_OPENED: Final = 47
CARD_PUT_ON_PILE: Final = 48
DISCOUNT_ENDED: Final = 49

EVENT_KINDS: Final[list[tuple[str, tuple[str, str], tuple[str, str], tuple[str, str]]]] = [
    ("phase-began", ("phase", "phase"), ("round", "count"), ("", "")),
    ("rolled-for-start", ("face", "count"), ("", ""), ("", "")),
    ("start-player-set", ("", ""), ("", ""), ("", "")),
    ("race-chosen", ("race", "race"), ("side", "side"), ("", "")),
    ("class-color-drawn", ("color", "color"), ("free", "flag"), ("", "")),
    ("dice-returned", ("", ""), ("", ""), ("", "")),
    ("class-chosen", ("class", "class"), ("", ""), ("", "")),
    ("backstory-dealt", ("backstory", "backstory"), ("", ""), ("", "")),
    ("alignment-dealt", ("alignment", "alignment"), ("", ""), ("", "")),
    ("card-removed", ("card", "card"), ("", ""), ("", "")),
    ("card-revealed", ("card", "card"), ("place", "count"), ("", "")),
    ("card-seen", ("card", "card"), ("", ""), ("", "")),
    ("deck-reshuffled", ("cards", "count"), ("", ""), ("", "")),
    ("die-drawn", ("die", "die"), ("", ""), ("", "")),
    ("die-rolled", ("die", "die"), ("", ""), ("", "")),
    ("die-laid", ("number", "count"), ("die", "die"), ("", "")),
    ("initiative-taken", ("number", "count"), ("die", "die"), ("", "")),
    ("die-placed", ("spot", "spot"), ("die", "die"), ("", "")),
    ("gold-gained", ("gold", "count"), ("why", "reason"), ("", "")),
    ("gold-paid", ("gold", "count"), ("why", "reason"), ("", "")),
    ("die-turned", ("spot", "spot"), ("die", "die"), ("from", "die")),
    ("dice-swapped", ("spot", "spot"), ("other", "spot"), ("", "")),
    ("die-rerolled", ("spot", "spot"), ("die", "die"), ("from", "die")),
    ("token-moved", ("space", "space"), ("from", "space"), ("", "")),
    ("charisma-gained", ("tokens", "count"), ("", ""), ("", "")),
    ("charisma-spent", ("tokens", "count"), ("", ""), ("", "")),
    ("charisma-lapsed", ("tokens", "count"), ("", ""), ("", "")),
    ("card-bought", ("card", "card"), ("from", "where"), ("", "")),
    ("card-discarded", ("card", "card"), ("", ""), ("", "")),
    ("weapon-dropped", ("card", "card"), ("", ""), ("", "")),
    ("skill-used", ("card", "card"), ("target", "card?"), ("", "")),
    ("skill-exhausted", ("card", "card"), ("", ""), ("", "")),
    ("skill-refreshed", ("card", "card"), ("", ""), ("", "")),
    ("die-replaced", ("spot", "spot"), ("die", "die"), ("from", "die")),
    ("dice-exchanged", ("spot", "spot"), ("number", "count"), ("die", "die")),
    ("die-slid", ("spot", "spot"), ("to", "spot"), ("die", "die")),
    ("free-die-turned", ("number", "count"), ("die", "die"), ("from", "die")),
    ("free-dice-lifted", ("", ""), ("", ""), ("", "")),
    ("enemy-rolled", ("face", "count"), ("", ""), ("", "")),
    ("card-trashed", ("card", "card"), ("", ""), ("", "")),
    ("card-brought-back", ("card", "card"), ("place", "count"), ("", "")),
    ("initiative-returned", ("number", "count"), ("", ""), ("", "")),
    ("gold-laid", ("number", "count"), ("", ""), ("", "")),
    ("leftover-die-returned", ("die", "die"), ("number", "count"), ("", "")),
    ("action-taken", ("row", "row"), ("", ""), ("", "")),
    ("game-ended", ("", ""), ("", ""), ("", "")),
    ("enemy-die-set-aside", ("color", "color"), ("", ""), ("", "")),
    ("discard-pile-opened", ("", ""), ("", ""), ("", "")),
    ("card-put-on-pile", ("card", "card"), ("", ""), ("", "")),
    ("discount-ended", ("gold", "count"), ("", ""), ("", "")),
]

SECRET_EVENTS: Final[tuple[int, ...]] = (CARD_SEEN,)
"""Events whose parts only the seat they name may know."""


def describe(names: Names, event: tuple[int, int, int, int, int]) -> dict[str, str | int]:
    """An event as plain data for logs, clients and tests."""
    kind, seat, x, y, z = event
    name, first, second, third = names.vocabulary.event_at[kind]
    plain: dict[str, str | int] = {"event": name}
    if seat >= 0:
        plain["seat"] = seat
    for (part, sort), value in ((first, x), (second, y), (third, z)):
        if part:
            plain[part] = _part(names, sort, value)
    return plain


def _part(names: Names, sort: str, value: int) -> str | int:
    match sort:
        case "count":
            return value
        case "flag":
            return "yes" if value else "no"
        case "phase":
            return names.vocabulary.phases[value]
        case "reason":
            return names.vocabulary.reasons[value]
        case "where":
            return PLACES[value]
        case "space":
            return SPACES[value]
        case "card?":
            return names.word("card", value) if value >= 0 else ""
    return names.word(sort, value)
