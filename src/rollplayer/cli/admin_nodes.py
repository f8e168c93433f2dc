"""``rollplayer admin nodes``: the processes that share a database, and which rooms each of them owns."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from rollplayer.cli.admin import Config, Data, Json, StoreAt, games_of, place_for, show_all
from rollplayer.cli.common import Session

if TYPE_CHECKING:
    from rollplayer.server.storage.leases import LeaseRow, NodeRow


def nodes(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NODE")] = "",
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.storage.leases import leases_of, nodes_of

    session: Session = context.obj
    texts = session.texts()
    place = place_for(data, store, config)

    def row_of(node: "NodeRow") -> tuple[str, ...]:
        state = texts.t("admin.node.lives" if node.lives else "admin.node.silent")
        rooms = texts.t("admin.leases", n=node.rooms)
        seen = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(node.seen / 1000))
        return node.name, node.address, seen, state, rooms

    def row_of_lease(lease: "LeaseRow") -> tuple[str, ...]:
        return lease.game, lease.node, str(lease.epoch)

    with games_of(place), place.reading() as db:
        if name:
            return show_all(context, json, leases_of(db, name), row_of_lease, "admin.leases")
        return show_all(context, json, nodes_of(db), row_of, "admin.nodes")
