"""``rollplayer admin``: list, delete, rename, mute and export games."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rollplayer.cli.admin import Config, Data, Json, folder_of
from rollplayer.cli.common import OK, Problem, Session, columns, to_json, whole
from rollplayer.cli.serve import settings_of

if TYPE_CHECKING:
    from rollplayer.server.operation.moderation import Order

MOST_SEATS = 9
MOST_DAYS = 100_000
THE_HOST = "host"
Game = Annotated[str, typer.Argument(metavar="GAME")]


def have_done(
    context: typer.Context, folder: Path, make: "Callable[[], Order]", key: str, json: bool
) -> int:
    """Carry out an order, by the server if one is running, and report how many games it affected."""
    from rollplayer.server.operation.moderation import BadOrder
    from rollplayer.server.operation.orders import NoAnswer, give
    from rollplayer.server.storage.store import NotSaved

    session: Session = context.obj
    try:
        order = make()
        games = give(folder, order)
    except FileNotFoundError as error:
        raise Problem("no-games", path=str(folder)) from error
    except BadOrder as error:
        raise Problem(str(error)) from error
    except NoAnswer as error:
        raise Problem("no-answer", path=str(folder)) from error
    except (sqlite3.Error, NotSaved) as error:
        raise Problem("file", path=str(folder), reason=str(error)) from error
    if not games and "game" in order:
        raise Problem("no-such-game", game=order["game"], path=str(folder))
    if json:
        print(to_json({"games": games}))
    else:
        print(session.texts().t(key, games=games))
    return OK


def games(
    context: typer.Context,
    part: Annotated[str, typer.Argument(metavar="TEXT")] = "",
    data: Data = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.storage.export import find

    session: Session = context.obj
    folder = folder_of(data, config)
    try:
        listed = find(folder, part)
    except FileNotFoundError as error:
        raise Problem("no-games", path=str(folder)) from error
    except sqlite3.Error as error:
        raise Problem("file", path=str(folder), reason=str(error)) from error
    if json:
        for game in listed:
            row = {"id": game.id, "status": game.status, "created": game.created}
            print(to_json({**row, "title": game.title, "names": list(game.names)}))
        return OK
    rows = [
        (
            game.id,
            time.strftime("%Y-%m-%d", time.gmtime(game.created / 1000)),
            game.status,
            ", ".join(game.names),
            game.title,
        )
        for game in listed
    ]
    for line in columns(rows) if rows else []:
        print(line)
    print(session.texts().t("admin.found", games=len(listed)))
    return OK


def delete(
    context: typer.Context, game: Game, data: Data = "", config: Config = "", json: Json = False
) -> int:
    from rollplayer.server.operation import moderation

    folder = folder_of(data, config)
    return have_done(context, folder, lambda: moderation.delete(game), "admin.deleted", json)


def rename(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    game: Annotated[str, typer.Option(metavar="GAME")] = "",
    seat: Annotated[str, typer.Option(metavar="N")] = "",
    player: Annotated[str, typer.Option(metavar="NAME")] = "",
    data: Data = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation import moderation

    if bool(player) == bool(game and seat) or bool(game) != bool(seat):
        raise Problem("rename-what")
    at = whole("--seat", seat, 1, MOST_SEATS) - 1 if seat else 0
    return have_done(
        context,
        folder_of(data, config),
        lambda: moderation.rename(name, game=game, seat=at, player=player),
        "admin.renamed",
        json,
    )


def title(
    context: typer.Context,
    game: Game,
    text: Annotated[str, typer.Argument(metavar="TEXT")] = "",
    data: Data = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation import moderation

    folder = folder_of(data, config)
    return have_done(context, folder, lambda: moderation.retitle(game, text), "admin.titled", json)


def mute(
    context: typer.Context,
    game: Game,
    seat: Annotated[str, typer.Argument(metavar="SEAT")],
    off: Annotated[bool, typer.Option("--off")] = False,
    erase: Annotated[bool, typer.Option("--erase")] = False,
    data: Data = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation import moderation

    at = moderation.HOST if seat == THE_HOST else whole("SEAT", seat, 1, MOST_SEATS) - 1
    return have_done(
        context,
        folder_of(data, config),
        lambda: moderation.mute(game, at, muted=not off, erase=erase),
        "admin.unmuted" if off else "admin.muted",
        json,
    )


def prune(
    context: typer.Context,
    finished_days: Annotated[str, typer.Option(metavar="N")] = "",
    abandoned_days: Annotated[str, typer.Option(metavar="N")] = "",
    data: Data = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.common.tokens import now
    from rollplayer.server.operation import moderation

    said = {"data": data, "config": config}
    settings = settings_of({name: value for name, value in said.items() if value})
    days: list[float] = [settings.keep_finished_days, settings.keep_abandoned_days]
    for at, (option, given) in enumerate(
        (("--finished-days", finished_days), ("--abandoned-days", abandoned_days))
    ):
        if given:
            days[at] = whole(option, given, 0, MOST_DAYS)
    if not any(days):
        raise Problem("prune-nothing")
    return have_done(
        context,
        settings.folder,
        lambda: moderation.prune(now(), days[0], days[1]),
        "admin.deleted",
        json,
    )


def export(
    context: typer.Context,
    target: Annotated[str, typer.Argument(metavar="FOLDER")],
    game: Annotated[list[str] | None, typer.Option(metavar="GAME")] = None,
    player: Annotated[str, typer.Option(metavar="NAME")] = "",
    data: Data = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.storage import export

    session: Session = context.obj
    folder = folder_of(data, config)
    try:
        known = export.find(folder)
        ids = [listed.id for listed in known if not player or player in listed.names]
        for id in game or ():
            if id not in ids:
                raise Problem("no-such-game", game=id, path=str(folder))
        written = export.export(folder, Path(target), game or ids)
    except FileNotFoundError as error:
        raise Problem("no-games", path=str(folder)) from error
    except FileExistsError as error:
        raise Problem("file-exists", path=str(error.filename)) from error
    except (sqlite3.Error, ValueError) as error:
        raise Problem("file", path=str(folder), reason=str(error)) from error
    if json:
        print(to_json({"games": len(written), "path": target}))
    else:
        print(session.texts().t("admin.backed-up", games=len(written), path=target))
    return OK
