"""How far a game has come, for lists that must not open it: written with the answer that changes it."""

from rollplayer.engine.table import CHANCE
from rollplayer.server.common.tokens import now
from rollplayer.server.rooms import wording
from rollplayer.server.rooms.own_games import face
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.storage.store import ProgressRow


def new_progress(room: RoomState) -> ProgressRow | None:
    """The row to write with the answers that are about to be written; None while the last one holds.

    Within a turn nothing changes, so most answers write nothing more. A table of bots is in nobody's list.
    """
    table, last = room.table, room.progress
    if table is None or table.game.over or all(each.token_hash is None for each in room.seats):
        return None
    game = table.game
    seat = game.seat()
    asked = None if seat == CHANCE else seat
    is_alike = last is not None and last.asked == asked and last.round == game.round
    if is_alike and game.round:
        return None
    if last is not None and last.round and game.round:
        faces = last.faces
    else:
        # Races and classes are chosen before the first round.
        faces = [{**face(hero)} for hero in wording.public_view(table)["heroes"]]
    if is_alike and last is not None and last.faces == faces:
        return None
    since = last.since if last is not None and last.asked == asked else now()
    return ProgressRow(asked, since, game.round, game.rules.rounds, faces)
