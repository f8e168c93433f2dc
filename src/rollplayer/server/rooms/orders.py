"""Orders at a table of the server: left for a turn, carried out when it comes, revoked, dropped.

An order answers as its owner would: by the view of its seat, with an answer like any other, after as many
seconds as a quick person needs, who comes to the table for it and leaves again. Nobody else can tell the
difference. Whatever becomes of it is written in the transaction of what made it so; an answer has a
command of its own, which the log accepts once.
"""

import random
import time
from typing import Any, Final

import msgspec

from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now, steady
from rollplayer.server.protocol import payloads as p
from rollplayer.server.rooms import deciding, timing, wording
from rollplayer.server.rooms.kept_orders import KeptOrder
from rollplayer.server.rooms.recorded_match import NO_ANSWER, ORDER_ACTOR
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.turn_ends import Moment
from rollplayer.server.rooms.waits import Errand, Visit
from rollplayer.text import Texts

SHOWN: Final = 4
"""The orders an owner sees, with those that have ended last."""
_chance: Final = random.SystemRandom()


# -- whose order is it? -----------------------------------------------------------------------------


def asked_person(room: RoomState) -> int | None:
    """The person who is asked now."""
    table = room.table
    if table is None or room.row.status != "running" or table.game.over:
        return None
    seat = table.game.seat()
    return None if seat == CHANCE or room.is_bot(seat) else seat


def meant_for(room: RoomState, seat: int) -> KeptOrder | None:
    """The order of this seat that is meant for the question asked now."""
    table = room.table
    assert table is not None
    question = table.game.question()
    return next((each for each in room.orders.open_of(seat) if is_meant(each, question)), None)


def is_meant(order: KeptOrder, question: str) -> bool:
    """Whether an order has begun, or is for the turn that begins with this question."""
    return order.has_begun or deciding.first_question(order.turn) == question


def decision(room: RoomState, seat: int, order: KeptOrder) -> tuple[int, int] | None:
    """The clause that answers now, and its answer; None: the owner is to be asked."""
    table = room.table
    assert table is not None
    view = View(table.game, seat)
    if order.clause is None:
        return deciding.first_fit(view, order.clauses)
    answer = deciding.answer_to(view, order.clauses[order.clause], order.stage)
    return None if answer is None else (order.clause, answer)


def is_due(room: RoomState) -> bool:
    """Whether an order is to answer the question asked now."""
    seat = asked_person(room) if room.orders.by_seat else None
    if seat is None:
        return False
    order = meant_for(room, seat)
    return order is not None and decision(room, seat, order) is not None


# -- what becomes of it -----------------------------------------------------------------------------


def leave(room: RoomState, seat: int, id: str, clauses: list[Any]) -> bool:
    """Keep an order for a seat; whether it is new. Refused if it cannot be."""
    table = room.playing()
    if room.seats[seat].stand_in is not None:
        raise Refused("stand-in")
    if room.orders.find(seat, id) is not None or command_of(seat, id, 0) in table.commands:
        return False
    try:
        deciding.check(table.game, clauses)
        turn = deciding.turn_of(clauses)
    except deciding.BadOrder as error:
        raise Refused("bad-order", reason=str(error)) from error
    game = table.game
    if not game.over and game.seat() == seat:
        if game.question() == deciding.first_question(turn):
            raise Refused("your-turn")
    room.orders.add(seat, KeptOrder(id=id, at=now(), clauses=clauses))
    return True


def revoke(room: RoomState, seat: int, id: str) -> None:
    """End an order of this seat; Refused if there is none that could still act."""
    order = room.orders.find(seat, id)
    if order is None or not order.is_open:
        raise Refused("no-order")
    room.orders.end(order, "revoked")


def note_answer(room: RoomState, seat: int, before: Moment, actor: str) -> None:
    """Whoever answers at the table needs no order for it."""
    if actor == ORDER_ACTOR or before.asked != seat:
        return
    for order in room.orders.open_of(seat):
        if is_meant(order, before.question):
            room.orders.end(order, "own")


def command_of(seat: int, id: str, stage: int) -> str:
    """What an order's answer is known by in the log. No message of a client has such a command."""
    return f"order:{seat}:{id}:{stage}"


def note_step(room: RoomState, seat: int, order: KeptOrder, clause: int) -> str:
    """An order is about to give an answer; the command of that answer."""
    command = command_of(seat, order.id, order.stage)
    order.clause = clause
    order.entries = [*order.entries, room.version + 1]
    if order.stage >= deciding.last_stage(order.clauses[clause]):
        room.orders.end(order, "done")
    order.stage += 1
    room.orders.is_written = False
    return command


def settle(room: RoomState, since: int) -> None:
    """See what the answers after a version mean for orders. Called before they are written."""
    table, orders = room.table, room.orders
    if table is None or not orders.by_seat:
        return
    if table.game.over:
        orders.drop_all()
        return
    is_undone = any(record.code == NO_ANSWER for record in table.records[since:])
    if is_undone:
        for begun in orders.all_open():
            if begun.has_begun:
                orders.end(begun, "undone")
    seat = asked_person(room)
    order = None if seat is None else meant_for(room, seat)
    if seat is None or order is None:
        return
    if is_undone:
        # Its owner has just been there, or has agreed to think again.
        orders.end(order, "undone")
    elif decision(room, seat, order) is None:
        orders.end(order, "done" if order.entries else "asked")


def to_write(room: RoomState) -> dict[str, Any]:
    """The orders as a change of the game's row, if the disk does not know them yet."""
    orders, due = room.orders, is_due(room)
    if orders.is_written and orders.is_due == due:
        return {}
    orders.is_written, orders.is_due = True, due
    return {"orders": orders.plain()}


# -- when does it act? ------------------------------------------------------------------------------


def errand(room: RoomState) -> Errand | None:
    """The order that is to answer now, and how much longer its owner would need."""
    seat = asked_person(room)
    if seat is None or not is_due(room):
        room.errand = None
        return None
    order = meant_for(room, seat)
    assert order is not None
    kept = room.errand
    if kept is None or (kept.version, kept.order) != (room.version, order.id):
        room.errand = Errand(seat, time.monotonic(), pause(room, order), order.id, room.version)
    return room.errand


def pause(room: RoomState, order: KeptOrder) -> float:
    """How long a quick person would need: to come to the table and look, or to go on with a turn."""
    longest = room.services.settings.order_seconds
    if order.has_begun:
        longest /= 4
    seconds = _chance.uniform(longest / 4, longest)
    left = timing.wakes_in(room)
    # Whoever has little time left is quicker.
    return seconds if left is None else min(seconds, left / 2)


def arrives_in(room: RoomState, going: Errand) -> float:
    """The seconds until its owner is seen at the table; none if they are there."""
    if room.connected(going.seat) or is_visiting(room, going.seat):
        return going.left
    return max(0.0, going.left - going.seconds / 2)


def is_visiting(room: RoomState, seat: int) -> bool:
    return room.visit is not None and room.visit.seat == seat


def arrive(room: RoomState, seat: int) -> None:
    """Everybody sees the owner of an order at the table, as if they had come to answer."""
    longest = room.services.settings.order_seconds
    room.visit = Visit(seat, time.monotonic(), longest + _chance.uniform(0, longest / 4))


def stay(room: RoomState, seat: int) -> None:
    """The answer was given: a quick person leaves soon."""
    if is_visiting(room, seat):
        longest = room.services.settings.order_seconds
        room.visit = Visit(seat, time.monotonic(), _chance.uniform(longest / 10, longest / 2))


def depart(room: RoomState) -> None:
    visit = room.visit
    room.visit = None
    if visit is not None and not room.connected(visit.seat):
        room.away_since[visit.seat] = steady()


# -- what its owner sees ----------------------------------------------------------------------------


def payload(room: RoomState, texts: Texts, seat: int) -> list[p.OrderState]:
    """The orders of a seat, for its holder alone."""
    return [state(room, texts, seat, each) for each in room.orders.by_seat.get(seat, [])[-SHOWN:]]


def state(room: RoomState, texts: Texts, seat: int, order: KeptOrder) -> p.OrderState:
    table = room.table
    assert table is not None
    answers = [table.records[n - 1] for n in order.entries]
    return {
        "id": order.id,
        "at": order.at,
        "turn": order.turn,
        "clauses": msgspec.to_builtins(order.clauses),
        "clause": order.clause,
        "ended": order.ended,
        "answers": [said(wording.entry(table, texts, each, [seat])) for each in answers],
    }


def said(entry: Plain) -> str:
    """What an answer has done for the seat that gave it; the answer itself if nothing."""
    for encoded in entry["events"]:
        event = msgspec.json.decode(encoded)
        if event.get("seat") == entry["who"]:
            return str(event["text"])
    return str(entry["text"])
