"""Around the table: chat, names, who sits where, the start, and leavers.

As in ``commands``, the gate has been passed and the room's lock is held.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from rollplayer.chance import ENTROPY_LIMIT, Deal
from rollplayer.content import library_for
from rollplayer.log import Header
from rollplayer.names import clean
from rollplayer.rules.options import read_options
from rollplayer.server.common.problems import Refused, take_from, texts_of
from rollplayer.server.common.tokens import Hashes, now, steady
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.messages import encode
from rollplayer.server.protocol.server_messages import ChatMessage
from rollplayer.server.rooms import orders, permissions, rated, timing, views
from rollplayer.server.rooms.play import go_on, start_driver
from rollplayer.server.rooms.recorded_match import new_table
from rollplayer.server.rooms.room import Room, acknowledge
from rollplayer.server.rooms.room_state import Listener
from rollplayer.server.rooms.seats import change_seat
from rollplayer.server.rooms.services import known_level
from rollplayer.server.storage.store import ChatRow, KeptAnswer, NotSaved, SaidBefore, SeatRow

CHAT_KEPT: Final = 50


def take_the_floor(room: Room, who: str) -> None:
    """Count what all at the table have to hear; raises Refused beyond the limit.

    By seat: with many sockets, one could talk until nobody else gets a word in.
    """
    take_from(room.services.sayings.bucket(f"{room.row.id}:{who}"), "too-fast")


def may_speak(room: Room, seat: int | None) -> None:
    """Refused if an operator has muted the seat, or the person on it at every table."""
    if room.row.host_muted if seat is None else room.seats[seat].muted:
        raise Refused("muted")
    persons = room.services.persons
    if persons is not None and room.token_on(seat) in persons.muted:
        raise Refused("person-muted")


async def chat(room: Room, client: Listener, message: m.Chat) -> None:
    text = clean(message.text, m.CHAT_LIMIT)
    if not text:
        raise Refused("malformed", reason="the text is empty")
    may_speak(room, message.seat)
    who = "host" if message.seat is None else str(message.seat)
    name = f"{who}:{message.command}"
    if any(row.command == name for row in room.chat):
        acknowledge(room, client, message, None, duplicate=True)
        return
    take_the_floor(room, who)
    n = room.chat[-1].n + 1 if room.chat else 1
    speaker = "" if message.seat is None else room.seats[message.seat].name
    row = ChatRow(n, now(), message.seat, speaker, text, name)
    try:
        await room.services.store.say(room.row.id, row, room.fence)
    except SaidBefore:
        acknowledge(room, client, message, None, duplicate=True)
        return
    except NotSaved as error:
        await room.forget(error)
    room.chat = [*room.chat, row][-CHAT_KEPT:]
    room.touch()
    acknowledge(room, client, message, None)
    line: ChatMessage = {"type": "chat", **views.chat_line(row)}
    for each in room.listeners:
        if views.is_heard(room, row.seat, each.unheard):
            each.send(encode(line))


async def rename(room: Room, client: Listener, message: m.Rename) -> None:
    name = clean(message.name, m.NAME_LIMIT)
    if not name:
        raise Refused("bad-name")
    may_speak(room, message.seat)
    take_the_floor(room, str(message.seat))
    await change_seat(room, replace(room.seats[message.seat], name=name))
    acknowledge(room, client, message, None)
    room.tell_room()


async def add_entropy(room: Room, client: Listener, message: m.AddEntropy) -> None:
    """Something of the player's own for chance; the server has committed to its seed before."""
    still_open(room)
    text = clean(message.text, ENTROPY_LIMIT)
    if message.text and not text:
        raise Refused("malformed", reason="the text contains nothing visible")
    if text:
        # All would read it.
        may_speak(room, message.seat)
    take_the_floor(room, str(message.seat))
    await change_seat(room, replace(room.seats[message.seat], entropy=text))
    acknowledge(room, client, message, None)
    room.tell_room()


def still_open(room: Room) -> None:
    if room.row.status != "open":
        raise Refused("not-open")


async def put_on_seat(room: Room, client: Listener, message: m.ChangeSeat) -> None:
    still_open(room)
    if message.kind == "bot":
        level = known_level(message.level or room.services.stand_in())
        seat = SeatRow(message.seat, bot_name(room, level), "bot", level)
    else:
        seat = SeatRow(message.seat)
    await replace_holder(room, seat)
    acknowledge(room, client, message, None)
    room.tell_room()


async def replace_holder(
    room: Room,
    seat: SeatRow,
    changes: dict[str, Any] | None = None,
    kept: Callable[[], KeptAnswer] | None = None,
) -> None:
    """Give a seat another holder; sockets of the old one are notified."""
    old = room.seats[seat.seat].token_hash
    holders = [each for each in room.listeners if old is not None and old in each.hashes]
    await change_seat(room, seat, changes, kept)
    for each in holders:
        each.welcome(room)


async def start(room: Room, client: Listener, message: m.Start) -> None:
    await start_game(room, message.fill)
    acknowledge(room, client, message, None)
    room.tell_all(0)
    room.tell_room()


def bot_name(room: Room, level: str) -> str:
    return texts_of(room.row.language).bot(level)


async def start_game(room: Room, fill: str | None) -> None:
    """Begin: the header is written, and chance takes its first answers."""
    still_open(room)
    seats = list(room.seats)
    for at, each in enumerate(seats):
        if each.kind == "open":
            if fill is None:
                raise Refused("not-full")
            level = known_level(fill)
            seats[at] = SeatRow(at, bot_name(room, level), "bot", level)
    filled = [each.seat for each in seats if room.seats[each.seat] != each]
    room.seats = seats
    if filled:
        await room.save({}, *filled)
    await room.commit(0, begin(room))
    has_begun(room)


def begin(room: Room) -> dict[str, Any]:
    """The table of a full room with the first answers of chance; what is to be written with it."""
    rated.check_bots(room)
    options = read_options(room.row.options)
    named = tuple(
        {"name": each.name, **({"bot": each.level} if each.kind == "bot" else {})}
        for each in room.seats
    )
    # By the rules and content of today, should the server have been renewed since the creation.
    library = library_for(options)
    entropy = tuple(each.entropy for each in room.seats)
    header = Header.of(options, named, library, Deal(room.row.seed, entropy), entropy=entropy)
    room.table = new_table(header, room.row.seed)
    room.call = None
    go_on(room, room.table)
    changes = {"status": "running", "header": header.plain(), "started": now()}
    return {**changes, "rules": header.rules, "content": library.hash}


def has_begun(room: Room) -> None:
    room.asked_since = now()
    timing.update(room)
    room.renamed()
    room.services.metrics.games.labels("started").inc()
    start_driver(room)


# -- leavers ----------------------------------------------------------------------------------------


async def give_to_bot(room: Room, client: Listener, message: m.GiveToBot) -> None:
    room.playing()
    seat = room.seats[message.seat]
    if seat.kind != "human" or seat.stand_in is not None:
        raise Refused("not-away", seconds=0)
    own = message.seat in permissions.held_seats(room, client.hashes)
    if not own:
        # There the time limit decides.
        rated.refuse(room)
    patience = room.services.settings.away_seconds
    if not own:
        since = room.away_since.get(message.seat)
        away = since is not None and steady() - since >= patience * 1000
        if room.row.pace != "live" or not away:
            raise Refused("not-away", seconds=round(patience))
    await change_seat(room, replace(seat, stand_in=room.services.stand_in(message.level)))
    acknowledge(room, client, message, None)
    # Who may undo, or hold the game, depends on who plays.
    room.tell_all(room.version)
    room.tell_room()


async def take_back(room: Room, client: Listener, message: m.TakeBack) -> None:
    room.playing()
    seat = room.seats[message.seat]
    if seat.stand_in is None:
        raise Refused("no-stand-in")
    timing.refuse_without_time(room, message.seat)
    await change_seat(room, replace(seat, stand_in=None))
    acknowledge(room, client, message, None)
    room.tell_all(room.version)
    room.tell_room()


async def leave(room: Room, client: Listener, message: m.Leave) -> None:
    await leave_seats(room, [message.seat])
    acknowledge(room, client, message, None)


async def leave_table(room: Room, hashes: Hashes) -> None:
    """Leave with all seats these tokens open. A table that has not begun goes with its host."""
    if room.row.status == "open" and permissions.is_host(room, hashes):
        await give_up(room)
    else:
        await leave_seats(room, permissions.held_seats(room, hashes))


async def leave_seats(room: Room, seats: Sequence[int]) -> None:
    """Bots play on for those who leave; a game that nobody is left in is given up."""
    if room.row.status not in ("open", "running"):
        raise Refused("not-running")
    others = [each for each in room.seats if each.token_hash is not None and each.seat not in seats]
    if room.row.status == "running" and not others:
        await give_up(room, seats)
        return
    for seat in seats:
        await free_seat(room, seat)
    room.tell_room()


async def give_up(room: Room, leavers: Sequence[int] = ()) -> None:
    """End a game without a result."""
    room.orders.drop_all()
    notes = rated.ended(room, None)
    if notes:
        notes = [*(rated.left(room, seat) for seat in leavers), *notes]
    changes = {"status": "closed", "finished": now(), **orders.to_write(room)}
    await room.save(changes, notes=notes)
    room.vote = room.call = None
    room.touch()
    room.tell_room()


async def free_seat(room: Room, number: int) -> None:
    left = SeatRow(number)
    changes: dict[str, Any] = {}
    if room.row.status == "running":
        # Whoever comes after them does not agree for them.
        changes["settled"] = room.version
        # The game goes on with a bot until somebody takes the seat.
        left = SeatRow(number, room.seats[number].name, "open", None)
        left.stand_in = room.services.stand_in()
    await replace_holder(room, left, changes)
