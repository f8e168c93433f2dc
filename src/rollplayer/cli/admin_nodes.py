"""``rollplayer admin nodes``: the processes that share a database, which rooms each of them owns, and their end."""

import time
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Final

import typer

from rollplayer.cli.admin import Config, Data, Json, StoreAt, games_of, place_for, show, show_all
from rollplayer.cli.common import Problem, Session

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
) -> int:
    from rollplayer.server.storage.leases import leases_of, nodes_of

    session: Session = context.obj
    texts = session.texts()
    place = place_for(data, store, config)

    def row_of(node: "NodeRow") -> tuple[str, ...]:
        state = "silent" if not node.lives else "drains" if node.drains else "lives"
        state = texts.t(f"admin.node.{state}")
        rooms = texts.t("admin.leases", n=node.rooms)
        seen = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(node.seen / 1000))
        return node.name, node.address, seen, state, rooms

    def row_of_lease(lease: "LeaseRow") -> tuple[str, ...]:
        return lease.game, lease.node, str(lease.epoch)

    if drain:
        have_drained(place, name)
        return show(context, json, {"name": name}, "admin.drained")
    with games_of(place), place.reading() as db:
        if name:
            return show_all(context, json, leases_of(db, name), row_of_lease, "admin.leases")
        return show_all(context, json, nodes_of(db), row_of, "admin.nodes")


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
