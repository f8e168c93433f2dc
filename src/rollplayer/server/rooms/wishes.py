"""What somebody wishes for who creates a table, as options and seats; Refused if there can be no such table."""

from typing import Any

from rollplayer.engine.pieces import BoxFault
from rollplayer.names import clean
from rollplayer.rules.options import NeedsExpansion, RefusedOptions, read_options
from rollplayer.server.common.problems import NeedsBox, Refused, texts_of
from rollplayer.server.common.tokens import new_token, token_hash
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.score_program import check_boxes
from rollplayer.server.rooms.services import known_level
from rollplayer.server.storage.store import SeatRow


def options_of(wish: b.CreateGame) -> Any:
    plain = {
        "players": wish.options.players,
        "edition": wish.options.edition,
        "class_draft": wish.options.class_draft,
        "variants": wish.options.variants,
        "expansions": wish.options.expansions,
    }
    try:
        options = read_options(plain)
        check_boxes(options.edition, options.expansions)
    except NeedsExpansion as error:
        raise NeedsBox(error) from error
    except (RefusedOptions, BoxFault) as error:
        raise Refused("refused-options", reason=str(error)) from error
    return options


def seats_of(wish: b.CreateGame, players: int) -> tuple[list[SeatRow], dict[str, str]]:
    """The seats as they were wished for, and the tokens of those that the creator holds."""
    wishes = wish.seats
    if wishes is None:
        wishes = [b.SeatWish(kind="open") for _ in range(players)]
        wishes[0] = b.SeatWish(kind="human")
    if len(wishes) != players:
        raise Refused("refused-seats", players=players, seats=len(wishes))
    seats: list[SeatRow] = []
    tokens: dict[str, str] = {}
    texts = texts_of(wish.language)
    for at, each in enumerate(wishes):
        seat = SeatRow(at, clean(each.name, m.NAME_LIMIT), each.kind)
        if each.kind == "bot":
            seat.level = known_level(each.level or "")
            seat.name = seat.name or texts.bot(seat.level)
        elif each.kind == "human":
            tokens[str(at)] = new_token()
            seat.token_hash = token_hash(tokens[str(at)])
            seat.name = seat.name or texts.t("hero.name", number=at + 1)
        seats.append(seat)
    return seats, tokens
