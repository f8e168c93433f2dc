"""Breaks and vacations: times stand still if everybody agrees.

As with an undo, everybody who holds a seat is asked, also while a bot plays for them. A vote lasts until
all have agreed or one has refused; it is stored, because people at a table with days per turn
are rarely there together. The game goes on meanwhile: only times stand still, and only once all agree.
"""

from rollplayer.server.common.problems import Refused
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms import timing
from rollplayer.server.rooms.consent import must_agree
from rollplayer.server.rooms.people import take_the_floor
from rollplayer.server.rooms.room import Room, acknowledge
from rollplayer.server.rooms.room_state import Listener
from rollplayer.server.rooms.times import BreakVote, Times


def times_of(room: Room) -> Times:
    """The times of a running game; Refused if it has no time limit."""
    room.playing()
    if room.times is None:
        raise Refused("no-time-limit")
    return room.times


async def ask(room: Room, client: Listener, message: m.BreakAsk) -> None:
    times = times_of(room)
    if message.vacation and not message.seconds:
        # Nobody else loses anything when somebody is back early.
        times.end_break(timing.count_of(room, times), message.seat)
        await keep(room, client, message)
        return
    wish = BreakVote(message.seat, message.seconds, message.vacation, [message.seat])
    standing = times.vote
    if standing is not None:
        same = (standing.by, standing.seconds, standing.vacation)
        if same != (wish.by, wish.seconds, wish.vacation):
            raise Refused("vote-open")
        acknowledge(room, client, message, None, duplicate=True)
        return
    take_the_floor(room, str(message.seat))
    times.vote = wish
    await keep(room, client, message)


async def vote(room: Room, client: Listener, message: m.BreakVote) -> None:
    times = times_of(room)
    standing = times.vote
    if standing is None or message.seat not in must_agree(room):
        raise Refused("no-vote")
    if message.agree and message.seat not in standing.agreed:
        standing.agreed.append(message.seat)
    elif not message.agree:
        times.vote = None
    await keep(room, client, message)


async def keep(room: Room, client: Listener, message: m.Message) -> None:
    """On the disk, then to everybody."""
    timing.update(room)
    await room.save(timing.to_write(room))
    acknowledge(room, client, message, None)
    room.touch()
    room.tell_all(room.version)
