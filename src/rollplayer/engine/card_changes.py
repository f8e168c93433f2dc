"""The changes that move cards: also events, see ``changes``."""

from rollplayer.engine import events as ev
from rollplayer.engine.changes import derive, record, without
from rollplayer.engine.game import Game
from rollplayer.engine.table import NOBODY


def lift_top(game: Game, card: int) -> None:
    """A card leaves the top of the deck."""
    if game.top_card == card:
        game.top_card = NOBODY
        game.top_known = 0
    else:
        for at, pile in enumerate(game.deck):
            if pile:
                take_from_pile(game, at, card)
                return


def take_from_pile(game: Game, at: int, card: int) -> None:
    deck = game.deck.copy()
    deck[at] = without(deck[at], card)
    game.deck = deck


def discard(game: Game, card: int) -> None:
    game.discard_pile = [*game.discard_pile, card]


def card_removed(game: Game, card: int, pile: int) -> None:
    """S7, S15: out of its pile, face up on the discard pile."""
    take_from_pile(game, pile, card)
    discard(game, card)
    record(game, ev.CARD_REMOVED, NOBODY, card)


def card_revealed(game: Game, card: int, place: int) -> None:
    lift_top(game, card)
    if place < len(game.market):
        game.market[place] = card
    else:
        game.market.append(card)
    record(game, ev.CARD_REVEALED, NOBODY, card, place)


def card_seen(game: Game, seat: int, card: int) -> None:
    """M17: one player looks at the deck's top card."""
    if game.top_card != card:
        lift_top(game, card)
        game.top_card = card
    game.top_known |= 1 << seat
    record(game, ev.CARD_SEEN, seat, card)


def deck_reshuffled(game: Game) -> None:
    """U4: the discard pile becomes the deck; its order is forgotten."""
    record(game, ev.DECK_RESHUFFLED, NOBODY, len(game.discard_pile))
    game.deck = [sorted(game.discard_pile)]
    game.discard_pile = []


def market_cleared(game: Game) -> None:
    for place, card in enumerate(game.market):
        if card >= 0:
            market_card_discarded(game, NOBODY, place)
    game.market = []


def market_card_discarded(game: Game, seat: int, place: int) -> None:
    card = game.market[place]
    game.market[place] = NOBODY
    discard(game, card)
    record(game, ev.CARD_DISCARDED, seat, card)


def market_card_trashed(game: Game, place: int) -> None:
    card = game.market[place]
    game.market[place] = NOBODY
    game.trash = [*game.trash, card]
    record(game, ev.CARD_TRASHED, NOBODY, card)


def top_card_trashed(game: Game, card: int) -> None:
    lift_top(game, card)
    game.trash = [*game.trash, card]
    record(game, ev.CARD_TRASHED, NOBODY, card)


def top_card_put_on_pile(game: Game, card: int) -> None:
    lift_top(game, card)
    discard(game, card)
    record(game, ev.CARD_PUT_ON_PILE, NOBODY, card)


def card_brought_back(game: Game, seat: int, card: int) -> None:
    """N1, M22: an extra card at the right end of the Market."""
    game.discard_pile = without(game.discard_pile, card)
    game.market.append(card)
    record(game, ev.CARD_BROUGHT_BACK, seat, card, len(game.market) - 1)


def card_bought(game: Game, seat: int, card: int, source: int) -> None:
    if source == ev.FROM_MARKET:
        game.market[game.market.index(card)] = NOBODY
    elif source == ev.FROM_DISCARD_PILE:
        game.discard_pile = without(game.discard_pile, card)
    else:
        lift_top(game, card)
    hero = game.heroes[seat]
    hero.cards = (*hero.cards, card)
    derive(game, hero)
    record(game, ev.CARD_BOUGHT, seat, card, source)


def weapon_dropped(game: Game, seat: int, card: int) -> None:
    hero = game.heroes[seat]
    hero.cards = tuple([own for own in hero.cards if own != card])
    discard(game, card)
    derive(game, hero)
    record(game, ev.WEAPON_DROPPED, seat, card)


def discard_pile_opened(game: Game, seat: int) -> None:
    """N6: this turn's buy may come from the discard pile."""
    game.discard_pile_open = True
    record(game, ev.DISCARD_PILE_OPENED, seat)


def discard_pile_closed(game: Game) -> None:
    game.discard_pile_open = False


def skill_used(game: Game, seat: int, card: int, target: int) -> None:
    record(game, ev.SKILL_USED, seat, card, target)


def skill_exhausted(game: Game, seat: int, card: int) -> None:
    hero = game.heroes[seat]
    hero.exhausted = (*hero.exhausted, card)
    record(game, ev.SKILL_EXHAUSTED, seat, card)


def skill_refreshed(game: Game, seat: int, card: int) -> None:
    hero = game.heroes[seat]
    hero.exhausted = tuple([own for own in hero.exhausted if own != card])
    record(game, ev.SKILL_REFRESHED, seat, card)
