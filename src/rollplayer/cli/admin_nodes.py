"""``rollplayer admin nodes``: the processes that share a database, which rooms each of them owns, and their end."""

import time
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Final

import typer

from rollplayer.cli.admin import Config, Data, Json, StoreAt, games_of, place_for, show, show_all
from rollplayer.cli.common import OK, Problem, Session

if TYPE_CHECKING:
    from rollplayer.server.storage.leases import LeaseRow, NodeRow
    from rollplayer.server.storage.places import Place

LOOK_SECONDS: Final = 0.1
PATIENCE_SECONDS: Final = 60.0


def nodes(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NODE")] = "",
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
    drain: Annotated[bool, typer.Option("--drain")] = False,
    page: Annotated[int | None, typer.Option(metavar="PORT", min=0, max=65535)] = None,
) -> int:
    from rollplayer.server.storage.leases import leases_of, nodes_of

    session: Session = context.obj
    texts = session.texts()
    place = place_for(data, store, config)

    def row_of(node: "NodeRow") -> tuple[str, ...]:
        state = texts.t(f"admin.node.{node.state}")
        rooms = texts.t("admin.leases", n=node.rooms)
        seen = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(node.seen / 1000))
        return node.name, node.address, seen, state, rooms

    def row_of_lease(lease: "LeaseRow") -> tuple[str, ...]:
        return lease.game, lease.node, str(lease.epoch)

    if drain:
        have_drained(place, name)
        return show(context, json, {"name": name}, "admin.drained")
    if page is not None:
        with games_of(place):
            show_page(place, page, session)
        return OK
    with games_of(place), place.reading() as db:
        if name:
            return show_all(context, json, leases_of(db, name), row_of_lease, "admin.leases")
        return show_all(context, json, nodes_of(db), row_of, "admin.nodes")


def show_page(place: "Place", port: int, session: Session) -> None:
    """Show the processes as a page on this machine, until Ctrl-C."""
    from rollplayer.server.operation.nodes_page import serve
    from rollplayer.server.storage.leases import nodes_of

    with place.reading() as db:
        if not nodes_of(db):
            raise Problem("no-nodes", path=place.name)
    texts = session.texts()
    try:
        serve(
            place,
            port,
            texts.language,
            lambda url: print(texts.t("admin.page.ready", url=url), flush=True),
        )
    except OSError as error:
        raise Problem("port-taken", port=port, reason=error.strerror or str(error)) from error


def have_drained(place: "Place", name: str) -> None:
    """Have a process hand its rooms over, and wait until it has ended."""
    from rollplayer.server.storage.leases import has_ended, order_to_drain

    end = time.monotonic() + PATIENCE_SECONDS
    with games_of(place), closing(place.connect()) as db:
        started = order_to_drain(db, name)
        if started is None:
            raise Problem("no-node", name=name)
        while not has_ended(db, name, started):
            if time.monotonic() > end:
                raise Problem("still-drains", name=name)
            time.sleep(LOOK_SECONDS)
