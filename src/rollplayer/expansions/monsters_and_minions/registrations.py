"""The pieces that the box brings: dice, verbs, numbers, hooks, events, counts."""

from typing import Final

from rollplayer.engine.pieces import Pieces
from rollplayer.engine.table import ARMOR, WIS

NAME: Final = "monsters-and-minions"
PIECES: Final = Pieces(NAME)

# C2: Boost Dice have no color, but a place in the bag.
BOOST: Final = PIECES.dice("boost", 3, 8)

SCROLL: Final = PIECES.card_kind("scroll")

MONSTER_COMBAT: Final = PIECES.phase("monster-combat")

LOCATION: Final = 0
ADVENTURE_KINDS: Final[list[str]] = ["location", "obstacle", "attack"]

PAID_IN_XP: Final = 0
PAID_IN_GOLD: Final = 1

for _kind in ("monster", "minion", "adventure"):
    PIECES.named_kind(_kind)
PIECES.fixed("adventure-kind", ADVENTURE_KINDS)
PIECES.fixed("payment", ["xp", "gold"])

# -- answers --------------------------------------------------------------------------------------

DEAL_MONSTER: Final = PIECES.verb("deal", "monster")
DEAL_MINION: Final = PIECES.verb("deal", "minion")
DEAL_ADVENTURE: Final = PIECES.verb("deal", "adventure")
HUNT: Final = PIECES.verb("hunt")
REVEAL: Final = PIECES.verb("reveal")
HIRE: Final = PIECES.verb("hire", "payment", "tokens")
REROLL_COMBAT: Final = PIECES.verb("reroll", "face")
HEAL: Final = PIECES.verb("heal")
ACTION: Final = PIECES.verb("action")
ABILITY: Final = PIECES.verb("ability")
CONVERT: Final = PIECES.verb("convert", "payment")
STORE: Final = PIECES.verb("store")
NAME_KIND: Final = PIECES.verb("name", "color")
RAISE: Final = PIECES.verb("raise", "spot")
COPY: Final = PIECES.verb("copy", "spot", "spot")
TRADE: Final = PIECES.verb("trade", "card", "for-card")
SHED: Final = PIECES.verb("shed", "card")

# -- numbers and hooks ----------------------------------------------------------------------------

HUNT_DICE: Final = PIECES.number("hunt-dice", 0, "additional Combat Dice on every Hunt (X4)")
COMBAT_DICE_BONUS: Final = PIECES.number(
    "combat-dice", 0, "additional Combat Dice in the pool for Monster Combat (X19)"
)
HUNT_REROLLS: Final = PIECES.number(
    "hunt-rerolls", 0, "Combat Dice you may reroll on a Hunt without paying XP"
)
FREE_REVEALS: Final = PIECES.number(
    "free-reveals", 0, "Minions a Hunt may put on the bottom of the deck without paying Gold"
)
MERCENARY_XP: Final = PIECES.number("mercenary-xp", 3, "XP for a mercenary (X8)")
MERCENARY_GOLD: Final = PIECES.number("mercenary-gold", 5, "Gold for a mercenary (X4)")
SCROLL_DISCOUNT: Final = PIECES.number(
    "scroll-discount", 0, "Gold off each Scroll bought from the Market or the discard pile"
)
STORED_DICE: Final = PIECES.number("stored-dice", 0, "dice you may store next to your sheet (N13)")
XP_FOR_OTHERS_TOKENS: Final = PIECES.number(
    "xp-for-others-tokens", 0, "XP when an opponent takes an Adventure token that you lack"
)
INT_ACTION_FOR_XP: Final = PIECES.number(
    "int-action-for-xp", 0, "1: once per round 1 XP buys the Intelligence action"
)
BOOST_CLASS_COLOR: Final = PIECES.number(
    "boost-class-color", 0, "1: Boost Dice count as dice of your Class color for its stars (E11)"
)
PIECES.discount(SCROLL, SCROLL_DISCOUNT)

ON_BUYING_ARMOR: Final = PIECES.hook("on_buying_armor")
ON_BUYING_SCROLL: Final = PIECES.hook("on_buying_scroll")
ON_WIS_ACTION: Final = PIECES.hook("on_wis_action")
ON_MONSTER_CHOSEN: Final = PIECES.hook("on_monster_chosen")
PIECES.fires_after_buying(ARMOR, ON_BUYING_ARMOR)
PIECES.fires_after_buying(SCROLL, ON_BUYING_SCROLL)
PIECES.fires_after_action(WIS, ON_WIS_ACTION)

# -- what heroes have -----------------------------------------------------------------------------

XP: Final = PIECES.count("xp")
HONOR: Final = PIECES.count("honor")
INJURIES: Final = PIECES.count("injuries")
COMBAT_DICE: Final = PIECES.count("combat_dice")
COMBAT: Final = PIECES.count("combat")
MONSTER_STARS: Final = PIECES.count("monster_stars")
DEAD: Final = PIECES.count("dead")
HAGGLE: Final = PIECES.count("haggle")
ABILITY_USED: Final = PIECES.count("ability_used")

TROPHIES: Final = PIECES.pile("trophies", "minion")
TOKENS: Final = PIECES.pile("tokens", "adventure-kind")
STORED: Final = PIECES.pile("stored", "die")
COMBAT_ROLL: Final = PIECES.pile("combat_roll", "face")

# -- events ---------------------------------------------------------------------------------------

FOR_HUNT: Final = PIECES.reason("hunt")
FOR_MERCENARY: Final = PIECES.reason("mercenary")
FOR_REVEAL: Final = PIECES.reason("reveal")
FOR_REROLL: Final = PIECES.reason("reroll")
FOR_HEALING: Final = PIECES.reason("heal")
FOR_ACTION: Final = PIECES.reason("action")
FOR_CONVERTING: Final = PIECES.reason("convert")
FOR_TROPHY: Final = PIECES.reason("trophy")
FOR_TOKEN: Final = PIECES.reason("token")
FOR_SCROLL: Final = PIECES.reason("scroll")

MONSTER_CHOSEN: Final = PIECES.event("monster-chosen", ("monster", "monster"))
MINION_TURNED_UP: Final = PIECES.event("minion-turned-up", ("minion", "minion"))
MINION_TO_BOTTOM: Final = PIECES.event("minion-to-bottom", ("minion", "minion"))
ADVENTURE_TOKEN_TAKEN: Final = PIECES.event("adventure-token-taken", ("kind", "adventure-kind"))
ADVENTURE_SEEN: Final = PIECES.event("adventure-seen", ("adventure", "adventure"), secret=True)
ADVENTURE_TURNED_UP: Final = PIECES.event("adventure-turned-up", ("adventure", "adventure"))
HUNT_BEGUN: Final = PIECES.event("hunt-begun", ("minion", "minion"))
COMBAT_DICE_TAKEN: Final = PIECES.event(
    "combat-dice-taken", ("dice", "count"), ("weakness", "count")
)
MERCENARY_HIRED: Final = PIECES.event("mercenary-hired", ("payment", "payment"), ("price", "count"))
COMBAT_DIE_ROLLED: Final = PIECES.event("combat-die-rolled", ("face", "count"))
COMBAT_DIE_REROLLED: Final = PIECES.event(
    "combat-die-rerolled", ("from", "count"), ("face", "count")
)
HUNT_ENDED: Final = PIECES.event(
    "hunt-ended", ("minion", "minion"), ("total", "count"), ("row", "count")
)
TROPHY_TAKEN: Final = PIECES.event("trophy-taken", ("minion", "minion"))
XP_GAINED: Final = PIECES.event("xp-gained", ("xp", "count"), ("why", "reason"))
XP_SPENT: Final = PIECES.event("xp-spent", ("xp", "count"), ("why", "reason"))
HONOR_GAINED: Final = PIECES.event("honor-gained", ("honor", "count"))
INJURY_GAINED: Final = PIECES.event("injury-gained", ("injuries", "count"))
INJURY_DISCARDED: Final = PIECES.event("injury-discarded", ("injuries", "count"))
COMBAT_DICE_GAINED: Final = PIECES.event(
    "combat-dice-gained", ("dice", "count"), ("adventure", "adventure")
)
MONSTER_FOUGHT: Final = PIECES.event("monster-fought", ("total", "count"), ("stars", "count"))
HERO_DIED: Final = PIECES.event("hero-died")
DIE_STORED: Final = PIECES.event("die-stored", ("die", "die"))
DIE_UNPACKED: Final = PIECES.event("die-unpacked", ("die", "die"))
SKILL_KEPT: Final = PIECES.event("skill-kept", ("card", "card"))
TRAITS_EXCHANGED: Final = PIECES.event(
    "traits-exchanged", ("card", "card"), ("for", "card"), ("where", "where")
)
CARD_SHED: Final = PIECES.event("card-shed", ("card", "card"))
ABILITY_TAKEN: Final = PIECES.event("ability-used")
HAGGLED: Final = PIECES.event("haggled", ("gold", "count"))
