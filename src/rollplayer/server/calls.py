"""Last calls: who may still interrupt before a question is answered.

K7: before a seat takes its card or the enemy die rolls, holders of a `dice` Skill. K5: before a bot
answers, people for whom something new has become possible, or who want to be asked before each turn.
"""

from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE
from rollplayer.match import last_callers
from rollplayer.openings import NEVER
from rollplayer.server.room_state import RoomState
from rollplayer.server.tokens import steady
from rollplayer.server.waits import Call, Moment


def moment_of(game: Game) -> Moment:
    return (game.round, game.question(), game.seat())


def open_call(room: RoomState) -> Call | None:
    """The call of this moment as long as somebody is still to be heard. It is opened only once."""
    table = room.table
    if table is None or room.row.status != "running":
        return None
    game = table.game
    if game.over or not game.agenda[-1].step.interruptible:
        return None
    moment = moment_of(game)
    call = room.call
    if call is None or call.moment != moment:
        # Once before each such question, not again after an interruption of it.
        callers = last_callers(game)
        bots = [seat for seat in callers if room.is_bot(seat)]
        wanted = [seat for seat in callers if room.openings.when_for(seat) != NEVER]
        people = [seat for seat in wanted if seat not in bots]
        call = room.call = Call(moment, bots, people, table.version)
    if not call.before_bot and moment[2] != CHANCE and room.is_bot(moment[2]):
        # Also where a bot takes over what a person was asked.
        call.before_bot = True
        new = [seat for seat in room.humans() if room.openings.interrupts(game, seat)]
        call.people += [seat for seat in new if seat not in call.people]
        for seat in call.people:
            if must_wait_for(room, moment, seat):
                # Once: what they let be now is not new any more.
                room.openings.note(game, seat)
    if not call.bots and not call.people:
        call.waiting, call.version = [], table.version
        return None
    call.bots = [seat for seat in call.bots if room.is_bot(seat)]
    waiting = [seat for seat in call.people if must_wait_for(room, moment, seat)]
    if waiting and (not call.waiting or call.version != table.version):
        # From the moment somebody is there to use it; and anew after an interruption.
        call.until = deadline(room, moment)
    call.waiting, call.version = waiting, table.version
    return call if call.bots or call.waiting else None


def must_wait_for(room: RoomState, moment: Moment, seat: int) -> bool:
    """Whether a person on this seat holds up the game until they pass."""
    if room.is_bot(seat) or room.seats[seat].kind != "human":
        return False
    asked = moment[2]
    if asked == CHANCE:
        # Only solitaire has this: the player's own moment, so there is no hurry.
        return True
    return (
        room.row.pace == "live"
        and room.services.settings.last_call_seconds > 0
        and room.connected(seat)
        and not room.at_one_screen(seat, asked)
    )


def deadline(room: RoomState, moment: Moment) -> int | None:
    if moment[2] == CHANCE:
        return None
    return steady() + round(room.services.settings.last_call_seconds * 1000)


def is_asked(room: RoomState, seat: int) -> bool:
    """Whether a seat has still to interrupt or to pass."""
    return room.call is not None and seat in (*room.call.people, *room.call.bots)


def heard(room: RoomState, seat: int) -> None:
    """A seat has interrupted or passed."""
    if room.call is not None:
        room.call.bots = [each for each in room.call.bots if each != seat]
        room.call.people = [each for each in room.call.people if each != seat]
