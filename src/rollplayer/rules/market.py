"""The Market Phase (section M)."""

from typing import Final

from rollplayer.engine import card_changes, changes
from rollplayer.engine.answers import (
    BUY,
    COLLECT,
    DISCARD,
    PASS_CODE,
    code,
    codes,
    first_of,
    second_of,
    verb_of,
)
from rollplayer.engine.events import FOR_DISCARD, FROM_DISCARD_PILE, FROM_MARKET
from rollplayer.engine.game import CountingFrame, Game, Step, TurnOption
from rollplayer.engine.numbers import (
    BUYS,
    ODD_ROUND_BUYS,
    ON_DISCARD_FOR_GOLD,
    ON_LAST_MARKET_TURN,
    ON_MARKET_TURN,
)
from rollplayer.engine.table import NOBODY
from rollplayer.rules.flow import CountedTurns
from rollplayer.words.buying import BuyingFrame, BuyingStep, add_buys, buy, count_buy
from rollplayer.words.choice import Choice
from rollplayer.words.hooks import fire, hooked

GOLD_FOR_DISCARD = 2
DISCARDS: Final = codes(DISCARD)


class MarketTurns(CountedTurns):
    """Turns in ascending Initiative number."""

    def __init__(self, turn: Step, abilities_first: bool) -> None:
        super().__init__("market-turns")
        self.turn = turn
        self.abilities_first = abilities_first
        """Whether abilities of the Market turn come before it, and then no more."""

    def advance(self, game: Game, frame: CountingFrame) -> bool:
        for number in range(frame.done, len(game.taken)):
            seat = game.taken[number]
            if seat != NOBODY:
                done = number + 1
                game.replace(self.after[done] if done < len(self.after) else self.frame_after(done))
                hooked = game.heroes[seat].hooked
                if hooked >> ON_LAST_MARKET_TURN & 1 and self.is_last(game, number):
                    fire(game, seat, ON_LAST_MARKET_TURN, about=number + 1)
                game.push(self.turn.frame(seat))
                if self.abilities_first and hooked >> ON_MARKET_TURN & 1:
                    fire(game, seat, ON_MARKET_TURN)
                return False
        game.pop()
        return False

    def is_last(self, game: Game, number: int) -> bool:
        """M23: nobody has taken a higher Initiative number."""
        for later in range(number + 1, len(game.taken)):
            if game.taken[later] != NOBODY:
                return False
        return True


class MarketTurn(BuyingStep):
    """M1: buy a card, or discard one for 2 Gold."""

    def __init__(self, turn_options: list[TurnOption], abilities: bool) -> None:
        super().__init__("market-turn", interruptible=True)
        self.turn_options = turn_options
        """What expansions let a player do instead."""
        self.abilities = abilities
        """M29: whether abilities of the Market turn are offered in it."""

    def advance(self, game: Game, frame: BuyingFrame) -> bool:
        if frame.is_over:
            self.end(game, frame)
            return False
        if frame.buys_made == 0:
            return True
        more = frame.buys_made < self.most_buys(game, frame.seat)
        # M16: with nothing to buy a Skill may still open the discard pile or the deck.
        if more and (self.buys(game, frame) or game.interruptions(frame.seat)):
            return True
        self.end(game, frame)
        return False

    def question(self, game: Game, frame: BuyingFrame) -> str:
        return "buy-again" if frame.buys_made else "market-turn"

    def end(self, game: Game, frame: BuyingFrame) -> None:
        card_changes.discard_pile_closed(game)
        if game.rules.more_discounts:
            changes.turn_discount_ended(game, frame.seat)
        changes.initiative_returned(game, frame.seat, game.taken.index(frame.seat) + 1)
        game.pop()

    def most_buys(self, game: Game, seat: int) -> int:
        """M1, N2: one, and more for a class that has them in all rounds or in odd ones."""
        numbers = game.heroes[seat].numbers
        return numbers[BUYS] + game.round % 2 * numbers[ODD_ROUND_BUYS]

    def buys(self, game: Game, frame: BuyingFrame) -> list[int]:
        hero = game.heroes[frame.seat]
        options: list[int] = []
        if frame.buys_made >= self.most_buys(game, frame.seat):
            return options
        for card in game.market:
            if card >= 0:
                add_buys(game, hero, card, FROM_MARKET, options)
        if game.discard_pile_open:
            for card in game.discard_pile:
                add_buys(game, hero, card, FROM_DISCARD_PILE, options)
        return options

    def options(self, game: Game, frame: BuyingFrame) -> list[int]:
        options = self.buys(game, frame)
        if frame.buys_made:
            options.append(PASS_CODE)
            return options
        cards: list[int] = [DISCARDS[card] for card in game.market if card >= 0]
        # M10: with an empty Market, not buying gives 2 Gold and discards nothing.
        if not game.rules.discards_for_gold or not cards:
            options.append(code(COLLECT))
        else:
            options += cards
        for turn_option in self.turn_options:
            turn_option.add_options(game, frame.seat, options)
        for ability in self.turn_abilities(game, frame):
            options += ability.choices(game, ability.frame(frame.seat))
        return options

    def turn_abilities(self, game: Game, frame: BuyingFrame) -> list[Choice]:
        """M29: what may be done once, before anything is bought, discarded or hunted."""
        hero = game.heroes[frame.seat]
        if not self.abilities or frame.buys_made or frame.ability_used:
            return []
        if not hero.hooked >> ON_MARKET_TURN & 1:
            return []
        return [step for step in hooked(game, hero, ON_MARKET_TURN) if isinstance(step, Choice)]

    def resolve(self, game: Game, frame: BuyingFrame, answer: int) -> None:
        verb = verb_of(answer)
        card = first_of(answer)
        seat = frame.seat
        if verb == BUY:
            source = FROM_MARKET if card in game.market else FROM_DISCARD_PILE
            count_buy(game, seat)
            if source == FROM_DISCARD_PILE:
                # M16: Move Silently serves one buy.
                card_changes.discard_pile_closed(game)
            buy(game, seat, card, second_of(answer), source)
            return
        for ability in self.turn_abilities(game, frame):
            if ability.verb == verb:
                game.replace(BuyingFrame(self, seat, frame.buys_made, ability_used=True))
                going = ability.frame(seat)
                game.push(going)
                ability.chosen(game, going, answer)
                return
        game.replace(BuyingFrame(self, seat, frame.buys_made, is_over=True))
        for turn_option in self.turn_options:
            if turn_option.verb == verb:
                turn_option.resolve(game, seat, answer)
                return
        if answer != PASS_CODE:
            if verb == DISCARD:
                card_changes.market_card_discarded(game, seat, game.market.index(card))
            changes.gold_gained(game, seat, GOLD_FOR_DISCARD, FOR_DISCARD)
            fire(game, seat, ON_DISCARD_FOR_GOLD)
