"""The Initiative cards of a scenario: as given, or as usual at that moment."""

from typing import Any, Final

from rollplayer.engine.game import Game
from rollplayer.engine.table import EMPTY, NOBODY
from rollplayer.scenario.moments import Moment, seats_before
from rollplayer.scenario.readers import (
    NONE,
    Mistake,
    Table,
    a_count,
    a_list,
    a_seat,
    a_string,
    known_keys,
)

DEFAULT_DICE: Final = ("green1", "blue2", "red3", "purple4", "black5", "white6")
"""The default dice on the cards nobody has taken."""


def lay_initiative(game: Game, moment: Moment, given: Table) -> int:
    """Lay dice, Gold and takers; return the seat whose turn it is."""
    turn = game.start_player
    if "turn" in given:
        turn = a_seat(given["turn"], game.rules.players, "given.turn")
        if not moment.takes_turn:
            raise Mistake(f"given.turn: at = {moment.at!r} is not a seat's turn")
    if "initiative" in given:
        _read(game, moment, a_list(given["initiative"], "given.initiative"))
    else:
        _default(game, moment, turn)
    if moment.at == "market-turn" and "turn" not in given:
        takers = [seat for seat in game.taken if seat != NOBODY]
        turn = takers[0] if takers else turn
    if moment.in_round:
        _check(game, moment, turn)
    return turn


def _default(game: Game, moment: Moment, turn: int) -> None:
    """Seats that have had their turn took cards 1, 2, ...; in Cleanup one die is left."""
    players = game.rules.players
    first = turn if moment.at == "market-turn" else game.start_player
    takers = [(first + place) % players for place in range(_turns_had(game, moment, turn))]
    if moment.past("market-turns"):
        takers = []
    for at in range(game.rules.initiative_cards):
        if at < len(takers):
            game.taken[at] = takers[at]
        elif moment.past("roll-phase") and (
            not moment.past("market-turns") or at == game.rules.initiative_cards - 1
        ):
            game.dice[at] = game.rules.vocabulary.read_die(DEFAULT_DICE[at])
        game.card_gold[at] = _usual_gold(game, moment, at)


def _turns_had(game: Game, moment: Moment, turn: int) -> int:
    if moment.past("dice-turns"):
        return game.rules.players
    if moment.step.name != "dice-turns":
        return 0
    before = seats_before(game, moment.step, turn)
    return before + 1 if moment.at in ("place", "action") else before


def _usual_gold(game: Game, moment: Moment, at: int) -> int:
    """S10, U5: 1 Gold on the middle cards, until they are taken."""
    if at in (0, game.rules.initiative_cards - 1) or game.taken[at] != NOBODY:
        return 0
    if not moment.past("roll-phase"):
        return 1 if moment.reached("lay-gold") else 0
    return 1 if game.dice[at] != EMPTY else 0


def _read(game: Game, moment: Moment, cards_given: list[Any]) -> None:
    cards = game.rules.initiative_cards
    if len(cards_given) != cards:
        raise Mistake(f"given.initiative: {len(cards_given)} cards, but this game has {cards} (S9)")
    for at, item in enumerate(cards_given):
        where = f"given.initiative[{at}]"
        if isinstance(item, str):
            item = {} if item == NONE else {"die": item}
        elif type(item) is int:
            item = {"taken_by": item}
        elif not isinstance(item, dict):
            raise Mistake(f"{where}: {item!r} is not a die, seat, {NONE!r} or table")
        known_keys(item, ("die", "gold", "taken_by"), where)
        if "die" in item and "taken_by" in item:
            raise Mistake(f"{where}: whoever takes a card takes its die too (D1)")
        if "die" in item:
            word = a_string(item["die"], where)
            game.dice[at] = game.rules.vocabulary.read_die(word)
            if game.dice[at] == EMPTY:
                raise Mistake(f"{where}: {word!r} is not a die such as {DEFAULT_DICE[0]}")
        if "taken_by" in item:
            seat = a_seat(item["taken_by"], game.rules.players, where)
            if seat in game.taken:
                raise Mistake(f"{where}: seat {seat} has taken two cards")
            game.taken[at] = seat
        game.card_gold[at] = _usual_gold(game, moment, at)
        if "gold" in item:
            game.card_gold[at] = a_count(item["gold"], where)


def _check(game: Game, moment: Moment, turn: int) -> None:
    """Check that the cards taken fit the moment, so that the game can continue."""
    takers = [seat for seat in game.taken if seat != NOBODY]
    where = "given.initiative"
    if moment.step.name == "dice-turns":
        first = seats_before(game, moment.step, turn)
        if moment.at in ("place", "action"):
            first += 1
        for place in range(game.rules.players):
            seat = (game.start_player + place) % game.rules.players
            if place < first and seat not in takers:
                raise Mistake(f"{where}: seat {seat} has had its Dice turn and took no card")
            if place >= first and seat in takers:
                raise Mistake(f"{where}: seat {seat} took a card before its Dice turn")
        if len(game.free_cards()) < game.rules.players - first:
            raise Mistake(f"{where}: not enough dice for the Dice turns to come")
    elif moment.at == "market-turn":
        if turn not in takers:
            raise Mistake(f"{where}: it is seat {turn}'s Market turn, but it took no card")
        if takers[0] != turn:
            raise Mistake(
                f"{where}: seat {takers[0]} has the lower number and has had its turn; its card "
                "has gone back (M8): put none there"
            )
    elif moment.past("market-turns") and takers:
        raise Mistake(f"{where}: after the Market Phase nobody has an Initiative card (M8)")
    elif not moment.past("dice-turns") and takers:
        raise Mistake(f"{where}: before the Dice Phase nobody has an Initiative card")
