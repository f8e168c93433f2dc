"""``rollplayer admin``: back up, restore and check the games of a server."""

from pathlib import Path
from typing import Annotated

import typer

from rollplayer.cli.common import DIFFERENT, OK, Problem, Session, to_json, wrapped
from rollplayer.cli.serve import settings_of

Data = Annotated[str, typer.Option(metavar="FOLDER")]
Config = Annotated[str, typer.Option(metavar="FILE")]
Json = Annotated[bool, typer.Option("--json")]


def folder_of(data: str, config: str) -> Path:
    said = {"data": data, "config": config}
    folder: Path = settings_of({name: value for name, value in said.items() if value}).folder
    return folder


def backup(
    context: typer.Context,
    target: Annotated[str, typer.Argument(metavar="FILE")],
    data: Data = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation.maintenance import NotAStore, back_up

    session: Session = context.obj
    folder = folder_of(data, config)
    path = Path(target)
    if path.exists():
        raise Problem("file-exists", path=target)
    try:
        games = back_up(folder, path)
    except NotAStore as error:
        raise Problem("no-games", path=str(folder)) from error
    if json:
        print(to_json({"games": games, "path": target}))
    else:
        print(session.texts().t("admin.backed-up", games=games, path=target))
    return OK


def restore(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FILE")],
    data: Data = "",
    config: Config = "",
    force: Annotated[bool, typer.Option("--force")] = False,
    json: Json = False,
) -> int:
    from rollplayer.server.common.settings import BadSetting
    from rollplayer.server.operation.maintenance import GamesThere, NotAStore, put_back

    session: Session = context.obj
    folder = folder_of(data, config)
    try:
        games, kept = put_back(Path(source), folder, force=force)
    except NotAStore as error:
        raise Problem("no-backup", path=source, reason=str(error)) from error
    except GamesThere as error:
        raise Problem("games-there", path=str(folder)) from error
    except BadSetting as error:
        raise Problem("server-runs", path=str(folder)) from error
    if json:
        print(to_json({"games": games, "path": str(folder), "kept": kept}))
        return OK
    texts = session.texts()
    print(texts.t("admin.restored", games=games, path=str(folder)))
    if kept is not None:
        print(texts.t("admin.kept", path=kept))
    return OK


def check(context: typer.Context, data: Data = "", config: Config = "", json: Json = False) -> int:
    from rollplayer.server.operation.maintenance import NotAStore, look_over

    session: Session = context.obj
    folder = folder_of(data, config)
    try:
        games, damaged = look_over(folder)
    except NotAStore as error:
        raise Problem("no-games", path=str(folder)) from error
    if json:
        problems = [{"game": game or None, "reason": reason} for game, reason in damaged]
        print(to_json({"games": games, "damaged": problems}))
    else:
        texts = session.texts()
        for game, reason in damaged:
            key = "admin.damaged" if game else "admin.damaged-file"
            line = texts.t(key, game=game, reason=reason)
            print(session.style(wrapped(line), "bad"))
        n = sum(bool(game) for game, _ in damaged)
        if n or not damaged:
            print(texts.t("admin.checked", games=games, n=n))
    return DIFFERENT if damaged else OK
