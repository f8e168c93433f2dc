"""``rollplayer serve``: a table server. What it needs is imported when it runs."""

from typing import Annotated, Any

import typer

from rollplayer.cli.common import OK, Problem, Session, environment, to_json


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(metavar="ADDRESS")] = "",
    port: Annotated[str, typer.Option(metavar="N")] = "",
    data: Annotated[str, typer.Option(metavar="FOLDER")] = "",
    config: Annotated[str, typer.Option(metavar="FILE")] = "",
    public_url: Annotated[str, typer.Option(metavar="URL")] = "",
    origin: Annotated[list[str] | None, typer.Option("--origin", metavar="URL")] = None,
    bot_delay: Annotated[str, typer.Option(metavar="SECONDS")] = "",
    last_call: Annotated[str, typer.Option(metavar="SECONDS")] = "",
    log_level: Annotated[str, typer.Option(metavar="LEVEL")] = "",
    open: Annotated[bool, typer.Option("--open")] = False,  # noqa: A002  the option's name
    json: Annotated[bool, typer.Option("--json")] = False,
) -> int:
    session: Session = context.obj
    said = {
        "host": host,
        "port": port,
        "data": data,
        "config": config,
        "public_url": public_url,
        "origins": tuple(origin or ()),
        "bot_delay": bot_delay,
        "last_call_seconds": last_call,
        "log_level": log_level,
    }
    settings = settings_of({name: value for name, value in said.items() if value})

    def on_ready(address: str) -> None:
        shown = settings.public_url or address
        if json:
            print(to_json({"address": address, "url": shown, "data": settings.data}), flush=True)
        else:
            texts = session.texts()
            print(texts.t("serve.ready", address=shown), flush=True)
            print(texts.t("serve.folder", data=settings.data), flush=True)
        if open:
            open_browser(shown)

    from rollplayer.server.config import BadSetting
    from rollplayer.server.run import serve as run_server

    try:
        run_server(settings, on_ready)
    except BadSetting as error:
        raise problem_of(error) from error
    return OK


def settings_of(said: dict[str, Any]) -> Any:
    """The settings in force; a Problem says which one is wrong and where it stands."""
    from rollplayer.server.config import BadSetting, read_settings

    try:
        return read_settings(said, environment())
    except BadSetting as error:
        raise problem_of(error) from error


def problem_of(error: Any) -> Problem:
    return Problem("setting", name=error.name, where=error.where, reason=error.reason)


def open_browser(address: str) -> None:
    """Open a browser where there is one; the address stands above in any case."""
    import threading
    import webbrowser

    # Some browsers keep the caller waiting until they end.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
