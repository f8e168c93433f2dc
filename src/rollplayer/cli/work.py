"""``rollplayer work``: think for the bots of servers that share a database."""

import os
import socket
import sys
from typing import Annotated

import typer

from rollplayer.cli.common import OK, Session, to_json
from rollplayer.cli.serve import place_by, problem_of, settings_of


def work(
    context: typer.Context,
    store: Annotated[str, typer.Option(metavar="URL")] = "",
    name: Annotated[str, typer.Option(metavar="NAME")] = "",
    config: Annotated[str, typer.Option(metavar="FILE")] = "",
    log_level: Annotated[str, typer.Option(metavar="LEVEL")] = "",
    log_format: Annotated[str, typer.Option(metavar="FORMAT")] = "",
    json: Annotated[bool, typer.Option("--json")] = False,
) -> int:
    from rollplayer.server.common.settings import BadSetting

    session: Session = context.obj
    texts = session.texts()
    said = {"store": store, "config": config, "log_level": log_level, "log_format": log_format}
    settings = settings_of({option: value for option, value in said.items() if value})
    worker = name or f"{socket.gethostname()}-{os.getpid()}"
    if not settings.store:
        missing = BadSetting("store", "--store", "such as postgresql://user@host/database")
        raise problem_of(missing)
    place = place_by(settings)

    def on_ready() -> None:
        if json:
            print(to_json({"worker": worker, "store": place.name}), flush=True)
        else:
            shown = session.style(worker, "bold")
            print(texts.t("work.ready", worker=shown, store=place.name), flush=True)
            print(texts.t("work.stop"), flush=True)

    from rollplayer.server.operation.work import work as run_worker

    try:
        run_worker(settings, worker, on_ready)
    except BadSetting as error:
        raise problem_of(error) from error
    if not json:
        # The terminal has just shown ^C.
        begin = "\n" if sys.stdout.isatty() else ""
        print(begin + texts.t("work.stopped"), flush=True)
    return OK
