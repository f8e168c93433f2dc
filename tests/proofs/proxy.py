"""HAProxy with our configuration before three processes: everybody at a table comes to the same one.

    python -m tests.proofs.proxy
    python -m tests.proofs.proxy --control   # tables in turn instead of by their game: must fail

Needs HAProxy, a Debian package, which `make proofs` installs. Games that do not exist are asked for, by requests and by
sockets: whichever process is asked counts a refusal, and nobody passes anything on.
"""

import asyncio
import contextlib
import re
import socket
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from rollplayer.server.common.tokens import new_id
from tests.proofs.owners import name_of, settings_of
from tests.proofs.people import Place, hello, open_socket, say
from tests.proofs.report import Report, end, parser_of
from tests.server.harness import Server
from tests.server.stores import kept_in
from tools.cluster import CONFIGURATION, LOOPBACK, TABLES, proxy_before

REQUESTS = 3
SOCKETS = 2
BY_GAME = "balance hash var(txn.key)"


@contextlib.contextmanager
def proxied(servers: Sequence[Server], configuration: Path = CONFIGURATION) -> Iterator[Server]:
    """HAProxy before servers, as something that requests can be sent to."""
    with socket.socket() as free:
        free.bind((LOOPBACK, 0))
        port = free.getsockname()[1]
    front = Server(servers[0].data)
    front.address = f"http://{LOOPBACK}:{port}"
    ports = [server.port for server in servers]
    with proxy_before(servers[0].data.parent, ports, port, configuration).running():
        yield front


def asked(server: Server) -> int:
    """How often a process was asked for a game that does not exist."""
    page = server.request("GET", "/metrics")[1].decode()
    found = re.findall(r'^rollplayer_refused_total{code="not-found"} (\S+)$', page, re.MULTILINE)
    return int(float(found[0])) if found else 0


async def knock(front: Server, game: str) -> None:
    """Come to a table that is not there."""
    async with open_socket(front.address, Place(game, {}, "")) as line:
        await say(line, hello())
        with contextlib.suppress(ConnectionClosed):
            async for _ in line:
                pass


def prove(games: int, *, control: bool = False) -> Report:
    report = Report("proxy (control)" if control else "proxy")
    split = 0
    reached: Counter[int] = Counter()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        kept = kept_in("postgresql", folder)
        servers = [Server(folder / name_of(n), settings_of(kept, n)) for n in range(TABLES)]
        for server in servers:
            stack.enter_context(server)
        configuration = folder / "haproxy.cfg"
        text = CONFIGURATION.read_text(encoding="utf-8")
        report.expect(BY_GAME in text, "the configuration does not say how tables are shared out")
        written = text.replace(BY_GAME, "balance roundrobin") if control else text
        configuration.write_text(written, encoding="utf-8")
        front = stack.enter_context(proxied(servers, configuration))
        for _ in range(games):
            game = new_id()
            before = [asked(server) for server in servers]
            for _ in range(REQUESTS):
                status, _, _ = front.request("GET", f"/api/v1/games/{game}")
                report.expect(status == 404, f"a game that does not exist: {status}")
            for _ in range(SOCKETS):
                asyncio.run(knock(front, game))
            there = [
                number for number, server in enumerate(servers) if asked(server) != before[number]
            ]
            split += len(there) != 1
            reached.update(there)
        for path in ("/metrics", "/%6detrics"):
            status, _, _ = front.request("GET", path)
            report.expect(status == 404, f"anybody can read {path}: {status}")
    report.figures = {
        "games": games,
        "requests and sockets for each": REQUESTS + SOCKETS,
        "games that came to several processes": split,
        "processes that were reached": len(reached),
        "games of the least reached": min(reached.values()),
    }
    report.expect(not split, f"{split} games came to several processes")
    report.expect(len(reached) == TABLES, "a process was never reached")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--control", action="store_true", help="a configuration that must fail")
    arguments = parser.parse_args()
    end([prove(arguments.games, control=arguments.control)], as_json=arguments.json)


if __name__ == "__main__":
    main()
