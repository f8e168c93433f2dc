"""Why a seat cannot do now what it could do at other times: for what a client shows greyed out.

Only reasons, no rules: whether something is possible say the options. A reason is a word that
clients have a sentence for, with the numbers of that sentence.
"""

from rollplayer.engine.answers import BUY, USE
from rollplayer.engine.components import ANY_TIME, DICE_TIME, Card
from rollplayer.engine.events import FROM_MARKET
from rollplayer.engine.game import DICE_PHASE, Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import FREE_ARROWS, HANDS
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import ARROWS, ROWS, STEP_TO
from rollplayer.words.buying import BuyingStep, hands_used, has_room, price


def why_not(game: Game, seat: int) -> dict[str, Plain]:
    """Own Skills, Market cards, rows and Initiative cards that this seat cannot choose now."""
    if game.over:
        return {}
    names = game.rules.names
    asked = game.seat() == seat
    offered = game.options() if asked else game.interjections(seat)
    open_cards = {each >> 8 & 255 for each in offered if each >> 16 in (BUY, USE)}
    hero = game.heroes[seat]
    told: dict[str, Plain] = {}
    for card in hero.skills:
        if card not in open_cards:
            told[f"card:{names.word('card', card)}"] = unused(game, hero, card)
    for card in game.market:
        if card >= 0 and card not in open_cards:
            told[f"card:{names.word('card', card)}"] = unbought(game, hero, card, asked=asked)
    for row, name in enumerate(ROWS):
        if hero.first_open(row) < 0:
            told[f"row:{name}"] = {"why": "full"}
    return told


def unused(game: Game, hero: Hero, index: int) -> Plain:
    """What keeps an own Skill from being used (K2, K3, K8)."""
    card = game.rules.cards[index]
    if index in hero.exhausted:
        return {"why": "exhausted"}
    if not game.agenda[-1].step.interruptible:
        return {"why": "moment"}
    if card.borrows:
        return {"why": "nobody"}
    if card.timing == DICE_TIME and game.phase != DICE_PHASE:
        return {"why": "dice-phase"}
    if card.timing not in (ANY_TIME, DICE_TIME) and not own_market_turn(game, hero):
        return {"why": "market-turn"}
    return {"why": "arrow", "arrow": ARROWS[card.arrow]} if blocked(hero, card) else {"why": "now"}


def blocked(hero: Hero, card: Card) -> bool:
    """K8: the token cannot follow the arrow, and must."""
    return STEP_TO[card.arrow][hero.token] < 0 and hero.numbers[FREE_ARROWS] == 0


def unbought(game: Game, hero: Hero, index: int, *, asked: bool) -> Plain:
    """What keeps a card of the Market from being bought (M1, M4, M12)."""
    if not asked or not own_market_turn(game, hero):
        return {"why": "market-turn"}
    if not has_room(game, hero, index):
        free = hero.numbers[HANDS] - hands_used(game, hero)
        return {"why": "hands", "n": game.rules.cards[index].hands, "free": max(0, free)}
    cost = price(game, hero, index, FROM_MARKET)
    short = cost - hero.gold - hero.charisma
    return {"why": "gold", "n": cost, "short": short} if short > 0 else {"why": "now"}


def own_market_turn(game: Game, hero: Hero) -> bool:
    frame = game.agenda[-1]
    return frame.seat == hero.seat and isinstance(frame.step, BuyingStep)
