"""Who must agree to an undo of more than one's own last answer.

Everybody who held a seat when it was answered or rolled, also while a bot plays for them. Nobody
agrees for somebody else: not a bot that stands in, and not whoever takes a seat that was left.
"""

from rollplayer.server.common.problems import Refused
from rollplayer.server.rooms.room_state import RoomState


def must_agree(room: RoomState) -> list[int]:
    """The seats that belong to people, whoever plays them now."""
    return [each.seat for each in room.seats if each.kind == "human"]


def those_to_ask(room: RoomState, by: int, entry: int) -> list[int]:
    """The seats that must agree beside the one that asks; Refused where somebody cannot be asked."""
    if entry <= room.row.settled:
        raise Refused("cannot-undo", reason="left")
    others = [seat for seat in must_agree(room) if seat != by]
    # Without a stand-in the game waits for them anyway; with one it would go on unasked.
    absent = [
        seat
        for seat in others
        if room.seats[seat].stand_in is not None and not room.connected(seat)
    ]
    if absent:
        names = ", ".join(room.seats[seat].name for seat in absent)
        raise Refused("cannot-undo", reason="absent", names=names)
    return others


def hurries(room: RoomState, waiting: list[int]) -> bool:
    """Whether a vote has a limit: in a live game, and where somebody with a stand-in may go again."""
    return room.row.pace == "live" or any(room.seats[seat].stand_in is not None for seat in waiting)
