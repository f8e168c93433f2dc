"""``rollplayer serve``: run the server."""

import sys
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rollplayer.cli.common import OK, Problem, Session, environment, to_json

if TYPE_CHECKING:
    from rollplayer.server.storage.places import Place

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  compared, not listened on


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(metavar="ADDRESS")] = "",
    port: Annotated[str, typer.Option(metavar="N")] = "",
    data: Annotated[str, typer.Option(metavar="FOLDER")] = "",
    store: Annotated[str, typer.Option(metavar="URL")] = "",
    node: Annotated[str, typer.Option(metavar="NAME")] = "",
    address: Annotated[str, typer.Option(metavar="URL")] = "",
    bus: Annotated[str, typer.Option(metavar="URL")] = "",
    config: Annotated[str, typer.Option(metavar="FILE")] = "",
    public_url: Annotated[str, typer.Option(metavar="URL")] = "",
    origin: Annotated[list[str] | None, typer.Option("--origin", metavar="URL")] = None,
    bot: Annotated[list[str] | None, typer.Option("--bot", metavar="BOT")] = None,
    bot_delay: Annotated[str, typer.Option(metavar="SECONDS")] = "",
    last_call: Annotated[str, typer.Option(metavar="SECONDS")] = "",
    log_level: Annotated[str, typer.Option(metavar="LEVEL")] = "",
    log_format: Annotated[str, typer.Option(metavar="FORMAT")] = "",
    open: Annotated[bool, typer.Option("--open")] = False,  # noqa: A002  the option's name
    json: Annotated[bool, typer.Option("--json")] = False,
) -> int:
    session: Session = context.obj
    said = {
        "host": host,
        "port": port,
        "data": data,
        "store": store,
        "node": node,
        "address": address,
        "bus": bus,
        "config": config,
        "public_url": public_url,
        "origins": tuple(origin or ()),
        "bots": tuple(bot or ()),
        "bot_delay": bot_delay,
        "last_call_seconds": last_call,
        "log_level": log_level,
        "log_format": log_format,
    }
    settings = settings_of({name: value for name, value in said.items() if value})
    games = place_by(settings).name

    def on_ready(address: str) -> None:
        shown = settings.public_url or address
        if json:
            print(to_json({"address": address, "url": shown, "data": games}), flush=True)
        else:
            for line in greeting(session, settings, shown, games):
                print(line, flush=True)
        if open:
            open_browser(shown)

    from rollplayer.server.common.settings import BadSetting
    from rollplayer.server.operation.run import serve as run_server

    try:
        run_server(settings, on_ready)
    except BadSetting as error:
        raise problem_of(error) from error
    if not json:
        # The terminal has just shown ^C.
        begin = "\n" if sys.stdout.isatty() else ""
        print(begin + session.texts().t("serve.stopped"), flush=True)
    return OK


def greeting(session: Session, settings: Any, address: str, games: str) -> list[str]:
    """The address, where the games are kept, and how to stop."""
    texts = session.texts()
    lines = [texts.t("serve.ready", address=session.style(address, "bold"))]
    if settings.host in EVERYWHERE and not settings.public_url:
        lines.append(texts.t("serve.network"))
    return [*lines, texts.t("serve.folder", data=games), texts.t("serve.stop")]


def settings_of(said: dict[str, Any]) -> Any:
    """The effective settings; Problem says which one is wrong and where it comes from."""
    from rollplayer.server.common.settings import BadSetting, read_settings

    try:
        return read_settings(said, environment())
    except BadSetting as error:
        raise problem_of(error) from error


def place_by(settings: Any) -> "Place":
    """Where games are kept by these settings; Problem says what is missing for it."""
    from rollplayer.server.common.settings import BadSetting
    from rollplayer.server.storage.places import place_of

    try:
        return place_of(settings)
    except BadSetting as error:
        raise problem_of(error) from error


def problem_of(error: Any) -> Problem:
    return Problem("setting", name=error.name, where=error.where, reason=error.reason)


def open_browser(address: str) -> None:
    """Open a browser if there is one; the address is printed in any case."""
    import threading
    import webbrowser

    # Some browsers block the caller until they exit.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
