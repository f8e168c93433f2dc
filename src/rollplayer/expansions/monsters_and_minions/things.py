"""What the expansion adds to the lists of the engine: dice, verbs, numbers, hooks, events, counts."""

from typing import Final

from rollplayer.engine import answers, events
from rollplayer.engine.answers import add_verb
from rollplayer.engine.events import add_event, add_reason
from rollplayer.engine.extras import add_count, add_pile
from rollplayer.engine.game import add_phase
from rollplayer.engine.numbers import add_hook, add_number
from rollplayer.engine.table import ARMOR, SCROLL, WIS, add_dice
from rollplayer.words.actions import AFTER_ACTION
from rollplayer.words.buying import AFTER_BUYING, DISCOUNTS

NAME: Final = "monsters-and-minions"

# C2: Boost Dice have no color, but a place in the bag.
BOOST: Final = add_dice("boost", 3, 8)

MONSTER_COMBAT: Final = add_phase("monster-combat")

LOCATION: Final = 0
ADVENTURE_KINDS: Final[list[str]] = ["location", "obstacle", "attack"]

PAID_IN_XP: Final = 0
PAID_IN_GOLD: Final = 1

for _kind in ("monster", "minion", "adventure"):
    answers.NAMED_KINDS.append(_kind)
answers.FIXED_WORDS["adventure-kind"] = ADVENTURE_KINDS
answers.FIXED_WORDS["payment"] = ["xp", "gold"]

# -- answers --------------------------------------------------------------------------------------

DEAL_MONSTER: Final = add_verb("deal", "monster")
DEAL_MINION: Final = add_verb("deal", "minion")
DEAL_ADVENTURE: Final = add_verb("deal", "adventure")
HUNT: Final = add_verb("hunt")
REVEAL: Final = add_verb("reveal")
HIRE: Final = add_verb("hire", "payment", "tokens")
REROLL_COMBAT: Final = add_verb("reroll", "face")
HEAL: Final = add_verb("heal")
ACTION: Final = add_verb("action")
ABILITY: Final = add_verb("ability")
CONVERT: Final = add_verb("convert", "payment")
STORE: Final = add_verb("store")
NAME_KIND: Final = add_verb("name", "color")
RAISE: Final = add_verb("raise", "spot")
COPY: Final = add_verb("copy", "spot", "spot")
TRADE: Final = add_verb("trade", "card", "for-card")
SHED: Final = add_verb("shed", "card")

# -- numbers and hooks ----------------------------------------------------------------------------

HUNT_DICE: Final = add_number("hunt-dice", 0, "Combat Dice more on every Hunt (X4)")
COMBAT_DICE_BONUS: Final = add_number(
    "combat-dice", 0, "Combat Dice more in the pool for Monster Combat (X19)"
)
HUNT_REROLLS: Final = add_number(
    "hunt-rerolls", 0, "Combat Dice you may reroll on a Hunt without paying XP"
)
FREE_REVEALS: Final = add_number(
    "free-reveals", 0, "Minions a Hunt may put on the bottom of the deck without paying Gold"
)
MERCENARY_XP: Final = add_number("mercenary-xp", 3, "XP for a mercenary (X8)")
MERCENARY_GOLD: Final = add_number("mercenary-gold", 5, "Gold for a mercenary (X4)")
SCROLL_DISCOUNT: Final = add_number(
    "scroll-discount", 0, "Gold off each Scroll bought from the Market or the discard pile"
)
STORED_DICE: Final = add_number("stored-dice", 0, "dice you may store beside your sheet (N13)")
XP_FOR_OTHERS_TOKENS: Final = add_number(
    "xp-for-others-tokens", 0, "XP when an opponent takes an Adventure token that you lack"
)
INT_ACTION_FOR_XP: Final = add_number(
    "int-action-for-xp", 0, "1: once per round 1 XP buys the Intelligence action"
)
BOOST_CLASS_COLOR: Final = add_number(
    "boost-class-color", 0, "1: Boost Dice count as dice of your Class color for its stars (E11)"
)
DISCOUNTS[SCROLL] = SCROLL_DISCOUNT

ON_BUYING_ARMOR: Final = add_hook("on_buying_armor")
ON_BUYING_SCROLL: Final = add_hook("on_buying_scroll")
ON_WIS_ACTION: Final = add_hook("on_wis_action")
ON_MONSTER_CHOSEN: Final = add_hook("on_monster_chosen")
AFTER_BUYING[ARMOR] = ON_BUYING_ARMOR
AFTER_BUYING[SCROLL] = ON_BUYING_SCROLL
AFTER_ACTION[WIS] = ON_WIS_ACTION

# -- what heroes have -----------------------------------------------------------------------------

XP: Final = add_count("xp")
HONOR: Final = add_count("honor")
INJURIES: Final = add_count("injuries")
COMBAT_DICE: Final = add_count("combat_dice")
COMBAT: Final = add_count("combat")
MONSTER_STARS: Final = add_count("monster_stars")
DEAD: Final = add_count("dead")
HAGGLE: Final = add_count("haggle")
ABILITY_USED: Final = add_count("ability_used")
COUNTS: Final = (
    XP,
    HONOR,
    INJURIES,
    COMBAT_DICE,
    COMBAT,
    MONSTER_STARS,
    DEAD,
    HAGGLE,
    ABILITY_USED,
)

TROPHIES: Final = add_pile("trophies", "minion")
TOKENS: Final = add_pile("tokens", "adventure-kind")
STORED: Final = add_pile("stored", "die")
COMBAT_ROLL: Final = add_pile("combat_roll", "face")
PILES: Final = (TROPHIES, TOKENS, STORED, COMBAT_ROLL)

# -- events ---------------------------------------------------------------------------------------

FOR_HUNT: Final = add_reason("hunt")
FOR_MERCENARY: Final = add_reason("mercenary")
FOR_REVEAL: Final = add_reason("reveal")
FOR_REROLL: Final = add_reason("reroll")
FOR_HEALING: Final = add_reason("heal")
FOR_ACTION: Final = add_reason("action")
FOR_CONVERTING: Final = add_reason("convert")
FOR_TROPHY: Final = add_reason("trophy")
FOR_TOKEN: Final = add_reason("token")
FOR_SCROLL: Final = add_reason("scroll")

MONSTER_CHOSEN: Final = add_event("monster-chosen", ("monster", "monster"))
MINION_TURNED_UP: Final = add_event("minion-turned-up", ("minion", "minion"))
MINION_TO_BOTTOM: Final = add_event("minion-to-bottom", ("minion", "minion"))
ADVENTURE_TOKEN_TAKEN: Final = add_event("adventure-token-taken", ("kind", "adventure-kind"))
ADVENTURE_SEEN: Final = add_event("adventure-seen", ("adventure", "adventure"))
ADVENTURE_TURNED_UP: Final = add_event("adventure-turned-up", ("adventure", "adventure"))
HUNT_BEGUN: Final = add_event("hunt-begun", ("minion", "minion"))
COMBAT_DICE_TAKEN: Final = add_event("combat-dice-taken", ("dice", "count"), ("weakness", "count"))
MERCENARY_HIRED: Final = add_event("mercenary-hired", ("payment", "payment"), ("price", "count"))
COMBAT_DIE_ROLLED: Final = add_event("combat-die-rolled", ("face", "count"))
COMBAT_DIE_REROLLED: Final = add_event("combat-die-rerolled", ("from", "count"), ("face", "count"))
HUNT_ENDED: Final = add_event(
    "hunt-ended", ("minion", "minion"), ("total", "count"), ("row", "count")
)
TROPHY_TAKEN: Final = add_event("trophy-taken", ("minion", "minion"))
XP_GAINED: Final = add_event("xp-gained", ("xp", "count"), ("why", "reason"))
XP_SPENT: Final = add_event("xp-spent", ("xp", "count"), ("why", "reason"))
HONOR_GAINED: Final = add_event("honor-gained", ("honor", "count"))
INJURY_GAINED: Final = add_event("injury-gained", ("injuries", "count"))
INJURY_DISCARDED: Final = add_event("injury-discarded", ("injuries", "count"))
COMBAT_DICE_GAINED: Final = add_event(
    "combat-dice-gained", ("dice", "count"), ("adventure", "adventure")
)
MONSTER_FOUGHT: Final = add_event("monster-fought", ("total", "count"), ("stars", "count"))
HERO_DIED: Final = add_event("hero-died")
DIE_STORED: Final = add_event("die-stored", ("die", "die"))
DIE_UNPACKED: Final = add_event("die-unpacked", ("die", "die"))
SKILL_KEPT: Final = add_event("skill-kept", ("card", "card"))
TRAITS_EXCHANGED: Final = add_event(
    "traits-exchanged", ("card", "card"), ("for", "card"), ("where", "where")
)
CARD_SHED: Final = add_event("card-shed", ("card", "card"))
ABILITY_TAKEN: Final = add_event("ability-used")
HAGGLED: Final = add_event("haggled", ("gold", "count"))

events.SECRET_EVENTS.append(ADVENTURE_SEEN)
