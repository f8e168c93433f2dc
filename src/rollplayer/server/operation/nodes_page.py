"""The processes that share a database, as a page for the operator: on this machine only, like ``admin nodes``."""

import time
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import parse_qs, urlsplit

from prometheus_client.parser import text_string_to_metric_families

from rollplayer.content.files import LANGUAGES
from rollplayer.server.common.problems import texts_of
from rollplayer.server.storage.leases import NodeRow, database_time, nodes_of
from rollplayer.server.storage.places import Place
from rollplayer.server.storage.store import NotSaved
from rollplayer.text import Texts

LOOPBACK: Final = "127.0.0.1"
OWN_NAMES: Final = (LOOPBACK, "localhost")
METERS_SECONDS: Final = 2.0
UPDATE_SECONDS: Final = 3
REFRESH: Final = f'<meta http-equiv="refresh" content="{UPDATE_SECONDS}">'
SLOW_PART: Final = 0.99
HEADERS: Final = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
STYLE: Final = (
    ":root{color-scheme:light dark;font-family:system-ui,sans-serif}body{margin:2rem}"
    "th,td{padding:.4rem 1rem;text-align:start}td.n{text-align:end;font-variant-numeric:tabular-nums}"
    "caption{text-align:start;padding:.4rem 1rem}"
)


@dataclass(frozen=True)
class Meters:
    """What a process says of itself at /metrics."""

    rooms: int
    sockets: int
    answers: int
    has_bus: bool
    workers: int
    """How many others think for its bots."""
    slowest: float | None
    """Seconds within which 99 % of all messages were acknowledged, by the bounds of its meter; None without any."""


@dataclass(frozen=True)
class Process:
    """A process by its row, and by its own words if it answers."""

    row: NodeRow
    lag: float
    """Seconds since it last renewed its leases, by the clock of the database."""
    meters: Meters | None


@dataclass(frozen=True)
class Overview:
    """All processes, and how long the database took to say which there are."""

    processes: Sequence[Process]
    database_seconds: float


def look(place: Place) -> Overview:
    started = time.perf_counter()
    with place.reading() as db:
        rows, now = nodes_of(db), database_time(db)
    taken = time.perf_counter() - started
    with ThreadPoolExecutor(max_workers=max(1, len(rows))) as pool:
        meters = list(pool.map(lambda row: meters_of(row.address) if row.lives else None, rows))
    lags = [max(0, now - row.seen) / 1000 for row in rows]
    return Overview([Process(*each) for each in zip(rows, lags, meters, strict=True)], taken)


def meters_of(address: str) -> Meters | None:
    """The meters of a process; None if it does not answer."""
    try:
        with urllib.request.urlopen(address + "/metrics", timeout=METERS_SECONDS) as response:  # noqa: S310  ours
            page = response.read().decode()
    except OSError:
        return None
    values: dict[str, float] = {}
    buckets: list[tuple[float, float]] = []
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            if sample.name == "rollplayer_acknowledge_seconds_bucket":
                buckets.append((float(sample.labels["le"]), sample.value))
            values[sample.name] = values.get(sample.name, 0.0) + sample.value
    return Meters(
        rooms=int(values.get("rollplayer_rooms", 0)),
        sockets=int(values.get("rollplayer_connections", 0)),
        answers=int(values.get("rollplayer_answers_total", 0)),
        has_bus=bool(values.get("rollplayer_bus", 0)),
        workers=int(values.get("rollplayer_bot_workers_elsewhere", 0)),
        slowest=bound_of(sorted(buckets), SLOW_PART),
    )


def bound_of(buckets: Sequence[tuple[float, float]], part: float) -> float | None:
    """The bound under which this part of all lies; None if there are none.

    >>> bound_of([(0.1, 5.0), (0.5, 99.0), (float("inf"), 100.0)], 0.99)
    0.5
    """
    total = buckets[-1][1] if buckets else 0.0
    return next((bound for bound, count in buckets if total and count >= part * total), None)


# -- what is shown ----------------------------------------------------------------------------------

COLUMNS: Final = (
    "process",
    "state",
    "leases",
    "rooms",
    "sockets",
    "answers",
    "slowest",
    "lag",
    "bus",
    "workers",
)


def page_of(texts: Texts, overview: Overview, *, still: bool) -> str:
    def t(key: str, **arguments: str | int) -> str:
        return escape(texts.t(f"admin.page.{key}", **arguments))

    def row_of(process: Process) -> str:
        row, meters = process.row, process.meters
        state = texts.t(f"admin.node.{row.state}")
        numbers = (
            str(row.rooms),
            *(
                ("–",) * 3
                if meters is None
                else (str(meters.rooms), str(meters.sockets), str(meters.answers))
            ),
            "–" if meters is None else shown_bound(meters.slowest),
            f"{process.lag:.1f} s",
            "–" if meters is None or not meters.has_bus else texts.t("admin.page.connected"),
            "–" if meters is None else str(meters.workers),
        )
        name = f'<th scope="row">{escape(row.name)}<br>{escape(row.address)}</th>'
        cells = "".join(f'<td class="n">{escape(number)}</td>' for number in numbers)
        return f"<tr>{name}<td>{escape(state)}</td>{cells}</tr>"

    heads = "".join(f'<th scope="col">{t(column)}</th>' for column in COLUMNS)
    rows = "".join(map(row_of, overview.processes))
    refresh = "" if still else REFRESH
    link, where = ("go-on", "./") if still else ("stop", "./?still")
    milliseconds = round(overview.database_seconds * 1000)
    return framed(
        texts,
        refresh,
        f"<table><caption>{t('caption', n=len(overview.processes), milliseconds=milliseconds)}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f'<p><a href="{where}">{t(link)}</a></p><p>{t("about")}</p>',
    )


def framed(texts: Texts, head: str, body: str) -> str:
    title = escape(texts.t("admin.page.title"))
    return (
        f'<!doctype html><html lang="{escape(texts.language)}"><head><meta charset="utf-8">{head}'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><main><h1>{title}</h1>{body}</main></body></html>"
    )


def shown_bound(seconds: float | None) -> str:
    """A bound in milliseconds; above the last one only that is known."""
    if seconds is None:
        return "–"
    return "> 2500 ms" if seconds == float("inf") else f"≤ {seconds * 1000:g} ms"


# -- serving it -------------------------------------------------------------------------------------


def server_of(place: Place, port: int, usual_language: str) -> ThreadingHTTPServer:
    """Serves the page to whoever sits at this machine; others cannot reach it."""
    failures: tuple[type[Exception], ...] = (*place.errors, NotSaved)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host = urlsplit("//" + self.headers.get("Host", "")).hostname
            where = urlsplit(self.path)
            if host not in OWN_NAMES:
                # A page of somebody else's that calls itself by a name of theirs.
                self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            elif where.path != "/":
                self.send_error(HTTPStatus.NOT_FOUND)
            else:
                still = "still" in parse_qs(where.query, keep_blank_values=True)
                self.show(texts_of(self.language()), still=still)

        def show(self, texts: Texts, *, still: bool) -> None:
            try:
                status, page = HTTPStatus.OK, page_of(texts, look(place), still=still)
            except failures as error:
                away = texts.t("admin.page.away", reason=str(error))
                status, page = (
                    HTTPStatus.SERVICE_UNAVAILABLE,
                    framed(texts, REFRESH, f"<p>{escape(away)}</p>"),
                )
            body = page.encode()
            self.send_response(status)
            for name, value in {**HEADERS, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def language(self) -> str:
            """The browser's first preference that we have."""
            wanted = self.headers.get("Accept-Language", "").split(",")
            spoken = (each.split(";")[0].strip()[:2].lower() for each in wanted)
            return next((each for each in spoken if each in LANGUAGES), usual_language)

        def log_message(self, format: str, *values: object) -> None:  # noqa: A002  its name
            """Nobody needs to read who has looked."""

    return ThreadingHTTPServer((LOOPBACK, port), Handler)


def serve(place: Place, port: int, language: str, on_ready: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C."""
    with server_of(place, port, language) as server:
        on_ready(f"http://{LOOPBACK}:{server.server_address[1]}/")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return
