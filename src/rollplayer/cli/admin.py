"""``rollplayer admin``: what operators do with a server's games, from a backup to muting a seat."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rollplayer.cli.common import (
    DIFFERENT,
    OK,
    Problem,
    Session,
    columns,
    to_json,
    whole,
    wrapped,
)
from rollplayer.cli.serve import place_by, problem_of, settings_of

if TYPE_CHECKING:
    from rollplayer.server.common.settings import Settings
    from rollplayer.server.operation.moderation import Instruction
    from rollplayer.server.storage.places import Place

MOST_SEATS = 9
MOST_DAYS = 100_000
THE_HOST = "host"
Data = Annotated[str, typer.Option(metavar="FOLDER")]
StoreAt = Annotated[str, typer.Option("--store", metavar="URL")]
Config = Annotated[str, typer.Option(metavar="FILE")]
Json = Annotated[bool, typer.Option("--json")]
Game = Annotated[str, typer.Argument(metavar="GAME")]


def settings_for(data: str, store: str, config: str) -> "Settings":
    given = {"data": data, "store": store, "config": config}
    settings: Settings = settings_of({name: value for name, value in given.items() if value})
    return settings


def place_for(data: str, store: str, config: str) -> "Place":
    """Where the server keeps its games."""
    return place_by(settings_for(data, store, config))


@contextmanager
def games_of(place: "Place", *others: "Place") -> Iterator[None]:
    """Work on the games of a place, with others; what goes wrong becomes a problem that is explained."""
    from rollplayer.server.operation.instructions import NoAnswer
    from rollplayer.server.operation.maintenance import GamesThere
    from rollplayer.server.operation.moderation import BadInstruction
    from rollplayer.server.storage.copying import NotEmpty
    from rollplayer.server.storage.places import InUse, NotAStore
    from rollplayer.server.storage.store import NotSaved

    path = place.name
    failed = [error for each in (place, *others) for error in each.errors]
    expected: tuple[type[Exception], ...] = (*failed, NotSaved, ValueError)
    try:
        yield
    except (FileNotFoundError, NotAStore) as error:
        raise Problem("no-games", path=path) from error
    except FileExistsError as error:
        raise Problem("file-exists", path=str(error.filename)) from error
    except BadInstruction as error:
        raise Problem(str(error)) from error
    except NoAnswer as error:
        raise Problem("no-answer", path=path) from error
    except GamesThere as error:
        raise Problem("games-there", path=str(error)) from error
    except NotEmpty as error:
        raise Problem("not-empty", path=others[0].name) from error
    except InUse as error:
        raise Problem("server-runs", path=str(error)) from error
    except expected as error:
        raise Problem("file", path=path, reason=str(error)) from error


def show(context: typer.Context, json: bool, plain: dict[str, Any], key: str) -> int:
    """Print the outcome, as JSON or as the text of this key."""
    session: Session = context.obj
    print(to_json(plain) if json else session.texts().t(key, **plain))
    return OK


def show_all(
    context: typer.Context,
    json: bool,
    found: Sequence[Any],
    row_of: Callable[[Any], tuple[str, ...]],
    key: str,
) -> int:
    """Print what was found, a line of JSON or a row each, and how many there are."""
    session: Session = context.obj
    if json:
        for each in found:
            print(to_json(asdict(each)))
        return OK
    for line in columns([row_of(each) for each in found]):
        print(line)
    print(session.texts().t(key, n=len(found)))
    return OK


def day_of(at: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at / 1000))


def have_done(
    context: typer.Context, place: "Place", make: "Callable[[], Instruction]", key: str, json: bool
) -> int:
    """Have an instruction carried out, by the server if one runs, and say how many games it concerned."""
    from rollplayer.server.operation.instructions import give

    with games_of(place):
        instruction = make()
        games = give(place, instruction)
    if not games and "game" in instruction:
        raise Problem("no-such-game", game=instruction["game"], path=place.name)
    return show(context, json, {"games": games}, key)


def backup(
    context: typer.Context,
    target: Annotated[str, typer.Argument(metavar="FILE")],
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation.maintenance import back_up

    place = place_for(data, store, config)
    path = Path(target)
    if path.exists():
        raise Problem("file-exists", path=target)
    with games_of(place):
        games = back_up(place, path)
    return show(context, json, {"games": games, "path": target}, "admin.backed-up")


def restore(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FILE")],
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    force: Annotated[bool, typer.Option("--force")] = False,
    json: Json = False,
) -> int:
    from rollplayer.server.operation.maintenance import put_back
    from rollplayer.server.storage.places import NotAStore

    session: Session = context.obj
    settings = settings_for(data, store, config)
    place = place_by(settings)
    with games_of(place):
        try:
            games, kept = put_back(Path(source), place, settings.folder, force=force)
        except NotAStore as error:
            raise Problem("no-backup", path=source, reason=str(error)) from error
    shown = {"games": games, "path": place.name, "kept": kept}
    show(context, json, shown, "admin.restored")
    if kept is not None and not json:
        print(session.texts().t("admin.kept", path=kept))
    return OK


def copy(
    context: typer.Context,
    target: Annotated[str, typer.Argument(metavar="TARGET")],
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.common.settings import BadSetting
    from rollplayer.server.operation.maintenance import copy_to
    from rollplayer.server.storage.places import place_called

    place = place_for(data, store, config)
    try:
        other = place_called(target)
    except BadSetting as error:
        raise problem_of(error) from error
    with games_of(place, other):
        games = copy_to(place, other)
    return show(context, json, {"games": games, "path": other.name}, "admin.copied")


def check(
    context: typer.Context,
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation.maintenance import look_over

    session: Session = context.obj
    place = place_for(data, store, config)
    with games_of(place):
        games, damaged = look_over(place)
    if json:
        reasons = [{"game": game or None, "reason": reason} for game, reason in damaged]
        print(to_json({"games": games, "damaged": reasons}))
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


def games(
    context: typer.Context,
    part: Annotated[str, typer.Argument(metavar="TEXT")] = "",
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.storage.export import Listed, find

    def row_of(game: Listed) -> tuple[str, ...]:
        return game.id, day_of(game.created), game.status, ", ".join(game.names), game.title

    place = place_for(data, store, config)
    with games_of(place):
        listed = find(place, part)
    return show_all(context, json, listed, row_of, "admin.found")


def delete(
    context: typer.Context,
    game: Game,
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation import moderation

    place = place_for(data, store, config)
    return have_done(context, place, lambda: moderation.delete(game), "admin.deleted", json)


def rename(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    game: Annotated[str, typer.Option(metavar="GAME")] = "",
    seat: Annotated[str, typer.Option(metavar="N")] = "",
    player: Annotated[str, typer.Option(metavar="NAME")] = "",
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation import moderation

    if bool(player) == bool(game and seat) or bool(game) != bool(seat):
        raise Problem("rename-what")
    at = whole("--seat", seat, 1, MOST_SEATS) - 1 if seat else 0
    return have_done(
        context,
        place_for(data, store, config),
        lambda: moderation.rename(name, game=game, seat=at, player=player),
        "admin.renamed",
        json,
    )


def title(
    context: typer.Context,
    game: Game,
    text: Annotated[str, typer.Argument(metavar="TEXT")] = "",
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation import moderation

    place = place_for(data, store, config)
    return have_done(context, place, lambda: moderation.retitle(game, text), "admin.titled", json)


def mute(
    context: typer.Context,
    game: Game,
    seat: Annotated[str, typer.Argument(metavar="SEAT")],
    off: Annotated[bool, typer.Option("--off")] = False,
    erase: Annotated[bool, typer.Option("--erase")] = False,
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation import moderation

    at = moderation.HOST if seat == THE_HOST else whole("SEAT", seat, 1, MOST_SEATS) - 1
    return have_done(
        context,
        place_for(data, store, config),
        lambda: moderation.mute(game, at, muted=not off, erase=erase),
        "admin.unmuted" if off else "admin.muted",
        json,
    )


def prune(
    context: typer.Context,
    finished_days: Annotated[str, typer.Option(metavar="N")] = "",
    abandoned_days: Annotated[str, typer.Option(metavar="N")] = "",
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.common.tokens import now
    from rollplayer.server.operation import moderation

    settings = settings_for(data, store, config)
    finished: float = settings.keep_finished_days
    abandoned: float = settings.keep_abandoned_days
    if finished_days:
        finished = whole("--finished-days", finished_days, 0, MOST_DAYS)
    if abandoned_days:
        abandoned = whole("--abandoned-days", abandoned_days, 0, MOST_DAYS)
    if not (finished or abandoned):
        raise Problem("prune-nothing")
    return have_done(
        context,
        place_by(settings),
        lambda: moderation.prune(now(), finished, abandoned),
        "admin.deleted",
        json,
    )


def export(
    context: typer.Context,
    target: Annotated[str, typer.Argument(metavar="FOLDER")],
    game: Annotated[list[str] | None, typer.Option(metavar="GAME")] = None,
    player: Annotated[str, typer.Option(metavar="NAME")] = "",
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.storage import export

    place = place_for(data, store, config)
    with games_of(place):
        known = export.find(place)
        ids = [listed.id for listed in known if not player or player in listed.names]
        for wanted in game or ():
            if wanted not in ids:
                raise Problem("no-such-game", game=wanted, path=place.name)
        written = export.export(place, Path(target), game or ids)
    return show(context, json, {"games": len(written), "path": target}, "admin.backed-up")
