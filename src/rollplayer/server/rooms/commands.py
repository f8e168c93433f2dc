"""What each message of a client does. The gate has been passed, and the room's lock is held."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from rollplayer.engine.answers import IllegalAnswer
from rollplayer.log import read_answer
from rollplayer.match import CannotUndo
from rollplayer.openings import NEVER
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now, steady
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.messages import encode
from rollplayer.server.protocol.server_messages import Pong
from rollplayer.server.rooms import (
    breaks,
    consent,
    hints,
    holds,
    last_calls,
    orders,
    people,
    permissions,
    previews,
    rated,
    silences,
    timing,
    turn_ends,
    views,
)
from rollplayer.server.rooms.asked import tell_who_is_back, tell_who_went
from rollplayer.server.rooms.play import carry_out, go_on, turn_confirmed
from rollplayer.server.rooms.recorded_match import MOST_ENTRIES, RecordedMatch
from rollplayer.server.rooms.room import Repeated, Room, acknowledge, replied
from rollplayer.server.rooms.room_state import Listener
from rollplayer.server.rooms.updates import Updates, send_state
from rollplayer.server.rooms.waits import Vote

VOTE_SECONDS: Final = 60


async def handle(room: Room, client: Listener, message: m.Message) -> None:
    """Carry out one message; Refused if it cannot be."""
    if isinstance(message, m.Answer) and room.call is not None and room.call.bots:
        await until_bots_are_heard(room)
    async with room.working():
        permissions.check(
            room, client.hashes, permissions.MESSAGES[type(message)], seat_of(message)
        )
        await HANDLERS[type(message)](room, client, message)


def seat_of(message: m.Message) -> int | None:
    seat: int | None = getattr(message, "seat", None)
    return seat


async def until_bots_are_heard(room: Room) -> None:
    """Bots have their last call first; they are quick, and the version tells if they interrupted."""
    for _ in range(100):
        if room.call is None or not room.call.bots:
            return
        await asyncio.sleep(0.02)


# -- the game ---------------------------------------------------------------------------------------


def expect(room: Room, seat: int, command: str, version: int) -> tuple[RecordedMatch, str]:
    """The table, if the command is new and meant for this version; its name in the log."""
    name = f"{seat}:{command}"
    if room.table is not None and name in room.table.commands:
        raise Repeated(room.table.commands[name])
    return current(room, version), name


def current(room: Room, version: int) -> RecordedMatch:
    """The table, if it still stands as the client thinks; also one that has come to its end."""
    if room.table is not None and version != room.table.version and not room.reason:
        raise Refused("stale", version=room.table.version)
    return room.playing()


async def answer(room: Room, client: Listener, message: m.Answer | m.Interrupt) -> None:
    table, name = expect(room, message.seat, message.command, message.version)
    asked = table.game.seat() == message.seat
    if asked == isinstance(message, m.Interrupt):
        raise Refused("not-asked", seat=message.seat + 1)
    call = last_calls.update(room)
    if asked and call is not None and (call.waiting or call.bots):
        raise Refused("last-call")
    if room.seats[message.seat].stand_in is not None:
        raise Refused("stand-in")
    if asked:
        turn_ends.refuse_others(room, message.seat)
        holds.refuse_others(room, message.seat)
        timing.refuse_late(room, message.seat)
    code = read(table, message)
    since = table.version
    try:
        entry = await carry_out(room, table, message.seat, code, "human", name)
    except IllegalAnswer as error:
        raise Refused("illegal", reason=str(error)) from error
    room.tell_all(since, replied(room, client, message, entry))
    if room.row.status == "finished":
        room.tell_room()


def read(table: RecordedMatch, message: m.Answer | m.Interrupt) -> int:
    """The answer by its notation or by its id; Refused if no option has the notation."""
    if (message.answer is None) == (message.option is None):
        raise Refused("malformed", reason="say either answer or option")
    if message.option is not None:
        # Looked up among the options when it is carried out.
        return message.option
    assert message.answer is not None
    try:
        return read_answer(table.game, message.seat, message.answer)
    except IllegalAnswer as error:
        raise Refused("illegal", reason=str(error)) from error


async def pass_call(room: Room, client: Listener, message: m.PassCall) -> None:
    table = current(room, message.version)
    if not table.game.over:
        room.openings.note(table.game, message.seat)
    if not last_calls.is_asked(room, message.seat) and not holds.is_by(room, message.seat):
        # Said twice, or to nothing: nobody has to hear of it.
        acknowledge(room, client, message, None)
        return
    last_calls.mark_passed(room, message.seat)
    holds.end(room, message.seat)
    room.touch()
    room.tell_all(table.version, replied(room, client, message, None))


async def wait(room: Room, client: Listener, message: m.AskWait) -> None:
    """Also for somebody whose table is a moment behind: it carries no version."""
    holds.begin(room, message.seat)
    acknowledge(room, client, message, None)
    room.touch()
    room.tell_all(room.version)


async def go_on_again(room: Room, client: Listener, message: m.GoOn) -> None:
    room.playing()
    acknowledge(room, client, message, None)
    if not holds.is_by(room, message.seat):
        return
    holds.end(room, message.seat)
    room.touch()
    room.tell_all(room.version)


async def openings(room: Room, client: Listener, message: m.ChooseOpenings) -> None:
    """How often a seat wants to be asked at openings. Clients say it again whenever they connect."""
    room.openings.chosen[message.seat] = message.when
    acknowledge(room, client, message, None)
    table = room.table
    if table is None or room.row.status != "running":
        return
    since = table.version
    if message.when == NEVER:
        last_calls.mark_passed(room, message.seat)
        room.touch()
    if silences.asked_person(room) == message.seat:
        go_on(room, table)
    if table.version != since:
        await room.commit(since)
        room.tell_all(since)


async def leave_order(room: Room, client: Listener, message: m.LeaveOrder) -> None:
    is_new = orders.leave(room, message.seat, message.command, message.clauses)
    await orders_changed(room, client, message, message.seat, duplicate=not is_new)


async def revoke_order(room: Room, client: Listener, message: m.RevokeOrder) -> None:
    orders.revoke(room, message.seat, message.order)
    await orders_changed(room, client, message, message.seat)


async def orders_changed(
    room: Room, client: Listener, message: m.Message, seat: int, *, duplicate: bool = False
) -> None:
    """On disk, then acknowledged; and only whoever holds the seat hears of it."""
    changes = orders.to_write(room)
    if changes:
        await room.save(changes)
    acknowledge(room, client, message, None, duplicate=duplicate)
    updates = Updates(room, room.version)
    for each in room.listeners:
        if seat in permissions.held_seats(room, each.hashes):
            updates.tell(each)
    room.touch()


async def confirm_turns(room: Room, client: Listener, message: m.ConfirmTurns) -> None:
    """Whether a seat confirms its turns. Clients say it again whenever they connect."""
    acknowledge(room, client, message, None)
    if message.wanted:
        room.confirming.add(message.seat)
        return
    room.confirming.discard(message.seat)
    await confirm(room, message.seat)


async def turn_done(room: Room, client: Listener, message: m.TurnDone) -> None:
    room.playing()
    acknowledge(room, client, message, None)
    await confirm(room, message.seat)


async def confirm(room: Room, seat: int) -> None:
    """The game goes on if it waits for this seat to confirm its turn."""
    end = turn_ends.standing(room)
    if end is not None and end.seat == seat:
        await turn_confirmed(room)


async def undo(room: Room, client: Listener, message: m.Undo) -> None:
    table, name = expect(room, message.seat, message.command, message.version)
    if room.seats[message.seat].stand_in is not None:
        raise Refused("stand-in")
    expect_space(table)
    since = table.version
    try:
        table.undo(message.seat, now(), "human", name)
    except CannotUndo as error:
        raise Refused("cannot-undo", reason=str(error)) from error
    room.vote = room.call = None
    if table.game.seat() == message.seat:
        room.turn_end = None
    room.openings.forget(message.seat)
    last_calls.update(room)
    await room.commit(since)
    room.tell_all(since, replied(room, client, message, since + 1))


def expect_space(table: RecordedMatch) -> None:
    """Refused if the log is too long: only undos make it so, and every game can end."""
    if table.is_full:
        raise Refused("log-full", most=MOST_ENTRIES)


async def undo_ask(room: Room, client: Listener, message: m.UndoAsk) -> None:
    table, name = expect(room, message.seat, message.command, message.version)
    if room.vote is not None and room.vote.command == name:
        acknowledge(room, client, message, None, duplicate=True)
        return
    rated.refuse(room)
    if room.seats[message.seat].stand_in is not None:
        raise Refused("stand-in")
    expect_space(table)
    standing = table.standing()
    wanted = message.entry
    if wanted is None:
        own = [n for n in standing if table.records[n - 1].is_own(message.seat)]
        wanted = own[-1] if own else 0
    if wanted not in standing:
        raise Refused("cannot-undo", reason="nothing")
    waiting = consent.those_to_ask(room, message.seat, wanted)
    answers = len(standing) - standing.index(wanted)
    until = steady() + VOTE_SECONDS * 1000 if consent.hurries(room, waiting) else None
    room.vote = Vote(message.seat, name, wanted, answers, [message.seat], waiting, until)
    await count_votes(room, client, message, table)


async def undo_vote(room: Room, client: Listener, message: m.UndoVote) -> None:
    table = room.playing()
    vote = room.vote
    if vote is None or message.version != table.version:
        raise Refused("no-vote")
    withdrawn = message.seat == vote.by and not message.agree
    if message.agree and message.seat in vote.agreed and message.seat != vote.by:
        # Sent again, perhaps to another process: the first time it was not heard that it counts.
        acknowledge(room, client, message, None, duplicate=True)
        return
    if message.seat not in vote.waiting and not withdrawn:
        raise Refused("no-vote")
    if message.agree:
        vote.waiting.remove(message.seat)
        vote.agreed.append(message.seat)
        await count_votes(room, client, message, table)
    else:
        room.vote = None
        await room.keep_vote()
        acknowledge(room, client, message, None)
        room.touch()
        room.tell_all(table.version)


async def count_votes(
    room: Room, client: Listener, message: m.UndoAsk | m.UndoVote, table: RecordedMatch
) -> None:
    """On disk, then acknowledged: who has agreed so far, or the undo once all have."""
    vote = room.vote
    assert vote is not None
    since = table.version
    if vote.waiting:
        await room.keep_vote()
        acknowledge(room, client, message, None)
        room.touch()
        room.tell_all(since)
        return
    agreed = sorted(vote.agreed)
    room.vote = room.call = room.turn_end = None
    table.undo_together(vote.by, vote.answers, agreed, now(), "human", vote.command)
    for seat in room.humans():
        room.openings.forget(seat)
    # If chance is asked again it goes on from where its stream stands.
    go_on(room, table)
    await room.commit(since)
    # Whoever asks again gets the same number again.
    entry = since + 1 if isinstance(message, m.UndoAsk) else None
    acknowledge(room, client, message, entry)
    room.tell_all(since)


# -- the client -------------------------------------------------------------------------------------


async def ping(room: Room, client: Listener, message: m.Ping) -> None:
    was_hidden, client.hidden = client.hidden, message.hidden
    if message.hidden and not was_hidden:
        await tell_who_went(room, client.hashes)
    elif was_hidden and not message.hidden:
        await tell_who_is_back(room, client.hashes)
    pong: Pong = {"type": "pong", "command": message.command, "time": now()}
    client.send(encode(pong))


async def language(room: Room, client: Listener, message: m.ChangeLanguage) -> None:
    client.language = message.language
    send_state(room, client, None)


async def entries(room: Room, client: Listener, message: m.AskEntries) -> None:
    first = min(max(message.from_, 1), room.version + 1)
    last = min(message.to, room.version, first - 1 + m.ENTRIES_LIMIT)
    held = permissions.held_seats(room, client.hashes)
    entries = views.entries(room, first - 1, last, held, client.language) if last >= first else []
    client.send(
        encode({"type": "entries", "command": message.command, "from": first, "entries": entries})
    )


HANDLERS: Final[dict[type[m.Message], Callable[[Room, Listener, Any], Awaitable[None]]]] = {
    m.Answer: answer,
    m.Interrupt: answer,
    m.PassCall: pass_call,
    m.AskWait: wait,
    m.GoOn: go_on_again,
    m.ChooseOpenings: openings,
    m.LeaveOrder: leave_order,
    m.RevokeOrder: revoke_order,
    m.ConfirmTurns: confirm_turns,
    m.TurnDone: turn_done,
    m.Undo: undo,
    m.UndoAsk: undo_ask,
    m.UndoVote: undo_vote,
    m.BreakAsk: breaks.ask,
    m.BreakVote: breaks.vote,
    m.Chat: people.chat,
    m.Rename: people.rename,
    m.AddEntropy: people.add_entropy,
    m.ChangeSeat: people.put_on_seat,
    m.Start: people.start,
    m.GiveToBot: people.give_to_bot,
    m.TakeBack: people.take_back,
    m.Leave: people.leave,
    m.ChangeLanguage: language,
    m.AskEntries: entries,
    m.AskHint: hints.hint,
    m.AskOdds: hints.odds,
    m.AskPreview: previews.preview,
    m.Ping: ping,
}
