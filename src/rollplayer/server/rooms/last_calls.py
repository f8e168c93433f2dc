"""Last calls at a table of the server: whom the game waits for, and how long."""

from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE
from rollplayer.last_calls import LastCalls, moment_of
from rollplayer.server.common.tokens import steady
from rollplayer.server.rooms import turn_ends
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.waits import Call


def update(room: RoomState) -> Call | None:
    """See who may still interrupt before the pending question; the call, as long as somebody may."""
    game = open_game(room)
    if game is None:
        return None
    call = room.call = room.call or Call(LastCalls(room.openings))
    calls = call.calls
    before = calls.moment
    asked = game.seat()
    # People are asked only before chance or a bot answers.
    people = room.humans() if asked == CHANCE or room.is_bot(asked) else []
    calls.update(game, room.is_bot, people)
    if calls.moment != before:
        call.waiting, call.until, call.announced = [], None, []
    call.bots = [seat for seat in calls.left if room.is_bot(seat)]
    waiting = [seat for seat in calls.left if must_wait_for(room, asked, seat)]
    for seat in waiting:
        if seat not in call.waiting:
            # Once: what they let be now is not new any more.
            room.openings.note(game, seat)
    if waiting and (not call.waiting or call.version != room.version):
        # From the moment somebody is there to use it; and again after an interruption.
        call.until = deadline(room, asked)
    call.waiting, call.version = waiting, room.version
    return standing(room)


def standing(room: RoomState) -> Call | None:
    """The call of this moment as it was last seen, if somebody is still to be heard."""
    call, game = room.call, open_game(room)
    if call is None or game is None or call.calls.moment != moment_of(game):
        return None
    return call if call.bots or call.waiting else None


def open_game(room: RoomState) -> Game | None:
    """The game, if it runs and can be interrupted now."""
    table = room.table
    if table is None or room.row.status != "running" or table.game.over:
        return None
    if turn_ends.standing(room) is not None:
        # What comes next may still be undone.
        return None
    return table.game if table.game.agenda[-1].step.interruptible else None


def must_wait_for(room: RoomState, asked: int, seat: int) -> bool:
    """Whether a person on this seat holds up the game until they pass."""
    if room.is_bot(seat) or room.seats[seat].kind != "human":
        return False
    if asked == CHANCE:
        # Only solitaire has this: the player's own moment, so there is no hurry.
        return True
    return (
        room.row.pace == "live"
        and room.services.settings.last_call_seconds > 0
        and room.connected(seat)
        and not room.at_one_screen(seat, asked)
    )


def deadline(room: RoomState, asked: int) -> int | None:
    if asked == CHANCE:
        return None
    return steady() + round(room.services.settings.last_call_seconds * 1000)


def is_asked(room: RoomState, seat: int) -> bool:
    """Whether a seat has still to interrupt or to pass."""
    return room.call is not None and seat in room.call.calls.left


def mark_passed(room: RoomState, *seats: int) -> None:
    """Seats have interrupted, passed, or been silent for too long."""
    if room.call is not None:
        for seat in seats:
            room.call.calls.mark_passed(seat)
        room.call.bots = [each for each in room.call.bots if each not in seats]
