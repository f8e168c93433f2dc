"""What one seat may know.

A view is built up from what is open and what this seat has seen, never cut down from the state. Its
``world`` is a game like the real one as far as the seat can tell: bots search in it.
"""

from typing import Any

from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain, plain_seat, plain_table
from rollplayer.engine.table import CHANCE, NOBODY

SPECTATOR = -2
"""Somebody who watches and holds no seat."""


class View:
    """The table as one seat sees it, and the question if it is asked of this seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.world = possible_world(game, seat)


def knows_top_card(game: Game, seat: int) -> bool:
    return seat >= 0 and game.top_known >> seat & 1 == 1


def possible_world(game: Game, seat: int) -> Game:
    """A game equal to the real one in all this seat knows.

    A top card it has not seen is one of its pile again, so the world is the same whichever card
    that is (M17).
    """
    world = game.copy()
    if world.top_card >= 0 and not knows_top_card(game, seat):
        at = hidden_pile(world, world.top_card)
        world.deck = world.deck.copy()
        world.deck[at] = sorted([*world.deck[at], world.top_card])
        world.top_card = NOBODY
        world.top_known = 0
        world.listed = None
    if world.extensions:
        world.extensions = tuple([extension.seen_by(seat) for extension in world.extensions])
        world.listed = None
    return world


def hidden_pile(world: Game, card: int) -> int:
    """The pile the unseen top card belongs to: by its dots while the two piles are apart."""
    return 0 if len(world.deck) == 1 else world.rules.cards[card].dots - 1


def plain_view(game: Game, seat: int) -> Plain:
    """The view as plain data, for a client."""
    world = possible_world(game, seat)
    names = game.rules.names
    return {
        "seat": seat if seat >= 0 else None,
        **plain_table(world),
        "deck": [[names.word("card", card) for card in pile] for pile in world.deck],
        "top_card": names.word("card", world.top_card) if world.top_card >= 0 else None,
        "heroes": [plain_seat(world, hero) for hero in world.heroes],
        "pending": plain_decision(game, seat),
        "interruptions": [names.write(answer) for answer in interruptions(game, seat)],
    }


def interruptions(game: Game, seat: int) -> list[int]:
    """What the seat may do now although another is asked."""
    if game.over or seat < 0 or game.seat() == seat:
        return []
    return game.interruptions(seat)


def plain_decision(game: Game, seat: int) -> Plain | None:
    """The question the game waits on; its options only for the seat that is asked."""
    if game.over:
        return None
    asked = game.seat()
    plain: dict[str, Any] = {
        "seat": asked if asked != CHANCE else "chance",
        "question": game.question(),
    }
    if asked == seat:
        plain["options"] = [game.rules.names.write(answer) for answer in game.options()]
    return plain
