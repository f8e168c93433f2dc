"""Buying a card, from wherever it lies, and the words that let one buy elsewhere."""

from typing import Final

from rollplayer.engine import card_changes, changes
from rollplayer.engine.answers import (
    BRING,
    BUY,
    DEAL,
    DROP,
    FOLLOW,
    PASS_CODE,
    YES,
    YES_CODE,
    code,
    codes,
    first_of,
    verb_of,
)
from rollplayer.engine.events import (
    FOR_CARD,
    FROM_DECK,
    FROM_MARKET,
)
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import (
    DISCARD_PILE_DISCOUNT,
    DISCOUNT,
    FREE_ARROWS,
    HANDS,
    ON_BUY,
)
from rollplayer.engine.open_classes import mypyc_attr
from rollplayer.engine.table import CHANCE, STEP_TO, TRAIT, WEAPON
from rollplayer.words.choice import Choice
from rollplayer.words.hooks import fire


@mypyc_attr(allow_interpreted_subclasses=True)
class PayingStep(Step):
    """A step of your own Market turn at which a price may still be paid (M20)."""


class BuyingFrame(Frame):
    """How far a Market turn has come: its buys, its ability (M29), and whether it is over."""

    def __init__(
        self,
        step: Step,
        seat: int,
        buys_made: int = 0,
        is_over: bool = False,
        ability_used: bool = False,
    ) -> None:
        self.step = step
        self.seat = seat
        self.buys_made = buys_made
        self.is_over = is_over
        self.ability_used = ability_used

    def fields(self) -> Fields:
        return {
            "buys_made": self.buys_made,
            "is_over": self.is_over,
            "ability_used": self.ability_used,
        }


class BuyingStep(PayingStep):
    """A Market turn, so that words can find the turn they belong to."""

    def new_frame(self, seat: int, about: int = 0) -> BuyingFrame:
        return BuyingFrame(self, seat)


def hands_used(game: Game, hero: Hero) -> int:
    used = 0
    for index in hero.weapons:
        used += game.rules.cards[index].hands
    return used


def has_room(game: Game, hero: Hero, card: int) -> bool:
    """M4, M13: room for a Weapon is made before paying, by dropping another."""
    bought = game.rules.cards[card]
    if bought.kind != WEAPON:
        return True
    return hands_used(game, hero) + bought.hands <= hero.numbers[HANDS]


def can_drop(game: Game, hero: Hero, card: int) -> bool:
    """M4, N23: a Weapon with dice on it stays."""
    holds = game.rules.cards[card].holds
    return holds < 0 or len(hero.piles[holds]) == 0


def price(game: Game, hero: Hero, card: int, source: int) -> int:
    """M12: the printed cost less all discounts, not below 0; from the deck the printed cost."""
    bought = game.rules.cards[card]
    cost = bought.cost
    if source == FROM_DECK:
        return cost
    cost -= hero.numbers[DISCOUNT if source == FROM_MARKET else DISCARD_PILE_DISCOUNT]
    rules = game.rules
    if rules.more_discounts:
        for number in rules.discounts[bought.kind]:
            cost -= hero.numbers[number]
        for count in rules.turn_discounts:
            cost -= hero.counts[count]
    return max(0, cost)


def add_buys(game: Game, hero: Hero, card: int, source: int, options: list[int]) -> None:
    """All ways to pay for a card (M2)."""
    if not has_room(game, hero, card):
        return
    cost = price(game, hero, card, source)
    fewest = cost - hero.gold
    if fewest < 0:
        fewest = 0
    most = 0
    if source != FROM_DECK:
        most = min(cost, hero.charisma)
    for tokens in range(fewest, most + 1):
        options.append(code(BUY, card, tokens))


def buy(game: Game, seat: int, card: int, tokens: int, source: int) -> None:
    """M14: payment, card over, arrow, the card's own effect. The step on top has moved on."""
    hero = game.heroes[seat]
    changes.charisma_spent(game, seat, tokens)
    changes.gold_paid(game, seat, price(game, hero, card, source) - tokens, FOR_CARD)
    if source != FROM_DECK and game.rules.more_discounts:
        # M19: the discount was for this buy.
        changes.turn_discount_ended(game, seat)
    card_changes.card_bought(game, seat, card, source)
    bought = game.rules.cards[card]
    for hook in reversed(game.rules.after_buying[bought.kind]):
        game.push(TriggersFrame(TRIGGERS, seat, hook=hook))
    for step in reversed(bought.hooks[ON_BUY]):
        game.push(step.frame(seat))
    if bought.kind == TRAIT:
        space = STEP_TO[bought.arrow][hero.token]
        if space >= 0:
            if hero.numbers[FREE_ARROWS] > 0:
                game.push(FollowArrowFrame(FOLLOW_ARROW, seat, bought.arrow))
            else:
                changes.token_moved(game, seat, space)


class TriggersFrame(Frame):
    def __init__(self, step: Step, seat: int, hook: int) -> None:
        self.step = step
        self.seat = seat
        self.hook = hook

    def fields(self) -> Fields:
        return {"hook": self.hook}


class Triggers(Step):
    """M14: own triggers, once the card's effect is over: what it took away is silent (M28)."""

    def __init__(self) -> None:
        super().__init__("triggers")

    def advance(self, game: Game, frame: TriggersFrame) -> bool:
        game.pop()
        fire(game, frame.seat, frame.hook)
        return False


TRIGGERS = Triggers()


class FollowArrowFrame(Frame):
    def __init__(self, step: Step, seat: int, arrow: int) -> None:
        self.step = step
        self.seat = seat
        self.arrow = arrow

    def fields(self) -> Fields:
        return {"arrow": self.arrow}


class FollowArrow(Step):
    """Follow the bought Trait's arrow or ignore it (K12)."""

    def __init__(self) -> None:
        super().__init__("follow-arrow")

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [code(FOLLOW), PASS_CODE]

    def resolve(self, game: Game, frame: FollowArrowFrame, answer: int) -> None:
        if answer != PASS_CODE:
            token = game.heroes[frame.seat].token
            changes.token_moved(game, frame.seat, STEP_TO[frame.arrow][token])
        game.pop()


FOLLOW_ARROW = FollowArrow()


def top_pile(game: Game) -> list[int]:
    """The cards of which one lies on top of the deck; reshuffles an empty deck (U4)."""
    for pile in game.deck:
        if pile:
            return pile
    if game.discard_pile:
        card_changes.deck_reshuffled(game)
        return game.deck[0]
    return []


DEALS: Final = codes(DEAL)
BRINGS: Final = codes(BRING)


def deals(pile: list[int]) -> list[int]:
    """Chance's answers when the top card is turned up."""
    return [DEALS[card] for card in pile]


def all_deals(game: Game) -> list[int]:
    """The same of a deck from which nothing has been taken."""
    return [DEALS[card.index] for card in game.rules.cards]


def market_draw(game: Game, place: int) -> str:
    """The name of the draw that decides which card comes to this place of the next Market."""
    return f"card/{game.round}/{place}"


class BuyFromDeck(Choice):
    """Look at the deck's top card alone and buy it at its printed cost, or leave it (N8, M17)."""

    def __init__(self) -> None:
        super().__init__("buy-from-deck", BUY)

    def advance(self, game: Game, frame: Frame) -> bool:
        if game.top_card >= 0:
            if not game.top_known >> frame.seat & 1:
                card_changes.card_seen(game, frame.seat, game.top_card)
            return True
        if not top_pile(game):
            game.pop()
            return False
        return True

    def asked(self, game: Game, frame: Frame) -> int:
        return frame.seat if game.top_card >= 0 else CHANCE

    def question(self, game: Game, frame: Frame) -> str:
        return self.name if game.top_card >= 0 else "deal-secretly"

    def options(self, game: Game, frame: Frame) -> list[int]:
        if game.top_card < 0:
            return deals(top_pile(game))
        return super().options(game, frame)

    def stock(self, game: Game, frame: Frame) -> list[int]:
        return all_deals(game)

    def draw(self, game: Game, frame: Frame) -> str:
        return market_draw(game, 0)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        options: list[int] = []
        add_buys(game, hero, game.top_card, FROM_DECK, options)
        if not has_room(game, hero, game.top_card):
            # M14: a buy begins with making room, also here, where nothing else is open.
            for weapon in hero.weapons:
                if can_drop(game, hero, weapon):
                    options.append(code(DROP, weapon))
        return options

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        if game.top_card < 0:
            card_changes.card_seen(game, frame.seat, first_of(answer))
        else:
            super().resolve(game, frame, answer)

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        card = first_of(answer)
        if verb_of(answer) == DROP:
            card_changes.weapon_dropped(game, frame.seat, card)
            return
        game.pop()
        count_buy(game, frame.seat)
        buy(game, frame.seat, card, 0, FROM_DECK)


def count_buy(game: Game, seat: int) -> None:
    """The pending Market turn has had one buy (M17: bought with a Skill, it is the turn's buy)."""
    for at in range(len(game.agenda) - 1, -1, -1):
        frame = game.agenda[at]
        if isinstance(frame, BuyingFrame) and frame.seat == seat:
            game.agenda[at] = BuyingFrame(
                frame.step, seat, frame.buys_made + 1, frame.is_over, frame.ability_used
            )
            return


class BuyFromDiscardPile(Choice):
    """You may make this turn's purchase from the discard pile (N6, M18)."""

    def __init__(self) -> None:
        super().__init__("buy-from-discard-pile", YES)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return [YES_CODE]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        card_changes.discard_pile_opened(game, frame.seat)
        game.pop()


class BringBack(Choice):
    """Bring a discarded card back to the Market as an extra card (N1, M22)."""

    def __init__(self) -> None:
        super().__init__("bring-back", BRING)

    def advance(self, game: Game, frame: Frame) -> bool:
        if game.discard_pile:
            return True
        game.pop()
        return False

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return [BRINGS[card] for card in game.discard_pile]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        card_changes.card_brought_back(game, frame.seat, first_of(answer))
        game.pop()
