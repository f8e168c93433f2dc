"""docs/capacity.md, from what ``python -m benchmarks.server.capacity`` has recorded."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.server.model import APART, Model, Point, fit, point_of

ROOT: Final = Path(__file__).parent.parent
RECORDED: Final = ROOT / "benchmarks" / "server" / "results" / "capacity.json"
TIMES: Final = ROOT / "benchmarks" / "bots" / "results" / "times.json"
STORES: Final = {
    "SQLite": "one process, SQLite",
    "one": "one process, PostgreSQL",
    "several": "several processes, PostgreSQL",
}
PACE: Final = 0.31
"""Answers a second at a table of four who think for 1.5 to 5 seconds each (``load``)."""
SEATS: Final = 4
BUSY: Final = 0.7
"""How much of a core tables may take: what is left is for bursts."""
MANY: Final = (3, 10)
Plain = Mapping[str, Any]

INTRO: Final = """\
# Capacity

What one process of a table server carries, and what several would: a model of a few numbers, fitted to measurements. \
This page is made by `make renew` from what `python -m benchmarks.server.capacity` has recorded in \
`benchmarks/server/results/capacity.json`; whoever runs that on a machine of their own gets a page about it.
"""
MODEL: Final = """\
## The model

All times are processor time, since the clock also says what else a machine does. An answer costs a process

**answer + seat × (sockets with seats − 1) + watcher × watchers + transaction ÷ (1 + {seconds} × answers a second)**

where the sockets are those at the table, which all hear of it. The last part is its share of a transaction: \
transactions of one process are at least {apart} apart, so of many answers several share one. PostgreSQL has \
an answer and a transaction of its own. Answers a second are those of one process: three processes with a third of \
the tables each share their transactions among fewer answers, which makes an answer dearer. The \
points it is fitted to are tables of two, with one socket that holds both seats unless more are named.
"""
END: Final = """\
## Where the model ends

* **A core.** A process plays its tables in one thread: beyond one core, more processes help and more cores do not.
* **Memory** has never been the limit in what was measured. Beyond `rooms_megabytes` (256, counted as 64 KiB a table: \
about 4,000 tables), games that nobody watches leave the memory early and are rebuilt when somebody comes. One process \
took long to open the last of its sockets, perhaps for that reason; raise it where there are more tables.
* **The owner of a table** is one process. A table with hundreds of watchers at its owner is work for that one; watchers \
who come to other processes cost the owner one message each answer, however many they are.
* **Passing on** is not in the model: whoever comes to a process that does not own their table costs both. Put a proxy in \
front that sends everybody at a table to the same process, as [haproxy.cfg](../deploy/haproxy.cfg) does.
* **One machine.** Everything was measured on one, clients included, without a network between servers and PostgreSQL. \
More machines have not been measured.
* **Disks.** What PostgreSQL writes in a second depends on its disk; measure yours with `--only commits`.
* **Kills and restarts** are bursts: all sockets of a process come back at once. What that takes is in \
[the proofs](../tests/proofs/RESULTS.md).
"""


def page() -> str:
    times = json.loads(TIMES.read_text(encoding="utf-8"))["times"]
    return page_of(json.loads(RECORDED.read_text(encoding="utf-8")), times)


def page_of(recorded: Plain, times: Sequence[Plain]) -> str:
    points = recorded["points"]["found"]
    model = fit(points)
    parts = [
        INTRO,
        origin(recorded),
        text_of(model),
        costs(model),
        "## What it says, and what was measured\n",
        predictions(model, recorded),
        "## What processes carry\n",
        carried(model, recorded),
        "## Memory\n",
        memory(recorded["held"]["found"]),
        "## Bots\n",
        bots(times),
        END,
    ]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def text_of(model: Model) -> str:
    """The model in words, and whether the server has changed since in what it rests on."""
    alone, several = model.apart["one"], model.apart["several"]
    apart, seconds = f"{1000 * alone:.0f} ms", f"{alone:g} s"
    if several != alone:
        seconds = "seconds apart"
        apart += f" (where several share a store, {1000 * several:.0f} ms)"
    text = MODEL.format(apart=apart, seconds=seconds)
    if model.apart != APART:
        now = f"{1000 * APART['several']:.0f} ms"
        text += (
            f"\n**Since this was recorded**, transactions of several processes are {now} apart, and PostgreSQL gets all "
            "of an answer in one statement. What the page says of PostgreSQL has to be measured again; in a quiet run of "
            "`processes` since then, three processes cost 1.22 times one "
            "([results](../benchmarks/server/RESULTS.md)).\n"
        )
    return text


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def origin(recorded: Plain) -> str:
    """When, where and how busy."""
    rows = [
        (name, part["date"], f"`{part['commit']}`", part["engine"], part["cores"], part["load"])
        for name, part in recorded.items()
    ]
    head = ("recorded", "on", "commit", "engine", "cores", "load at the end")
    busy = max(part["load"] for part in recorded.values())
    says = (
        "\n\nBy the load, hardly anything else ran on the machine."
        if busy <= recorded["points"]["cores"] + 1
        else "\n\nThe machine was **busy with other programs**: processor times are higher than on a quiet one, and \
times by the clock say little."
    )
    return table(head, rows) + says


def costs(model: Model) -> str:
    rows = [
        (
            text,
            micro(model.answer[name]),
            micro(model.transaction[name]),
            micro(model.database[name]) if name in model.database else "–",
            micro(model.database_transaction[name]) if name in model.database else "–",
        )
        for name, text in STORES.items()
    ]
    head = ("µs", "answer", "transaction", "PostgreSQL, answer", "PostgreSQL, transaction")
    return (
        table(head, rows)
        + f"\n\nA further **seat** costs {micro(model.seat)} µs an answer, a **watcher** {micro(model.watcher)} µs."
    )


def predictions(model: Model, recorded: Plain) -> str:
    """Points that were not used, from the same run and from two other measurements."""
    rows = [
        row(model, point_of(each), each["servers_us"], each["postgresql_us"], words(each))
        for each in recorded["points"]["found"]
        if not each["fits"]
    ]
    loops = recorded["processes"]["found"]
    for name in STORES:
        processes = loops["processes"] if name == "several" else 1
        point = Point(name, processes, loops[f"{name}: answers per s"], apart=model.apart[name])
        servers = loops[f"{name}: servers us an answer"]
        postgresql = loops[f"{name}: PostgreSQL us an answer"]
        text = f"{STORES[name]}: tight loops, {loops['tables']} tables, {point.rate:,} a second"
        rows.append(row(model, point, servers, postgresql, text))
    for store, found in recorded["held"]["found"].items():
        name = "SQLite" if store == "sqlite" else "several"
        rate, sockets = found["answers per s"], found["sockets"]
        idle = found["us a second for an idle socket"] * sockets
        servers = (1e4 * found["processor of the servers %"] - idle) / rate
        idle = 1000 * found["PostgreSQL ms a second, idle"]
        postgresql = (1e4 * found["processor of PostgreSQL %"] - idle) / rate
        text = f"{STORES[name]}: {found['tables']:,} tables held, {rate:g} a second"
        point = Point(name, found["processes"], rate, apart=model.apart[name])
        rows.append(row(model, point, servers, postgresql, text))
    head = (
        "not used to fit it",
        "model µs",
        "measured µs",
        "off by",
        "PostgreSQL: model",
        "measured",
    )
    fitted = [point_of(each) for each in recorded["points"]["found"] if each["fits"]]
    measured = [each["servers_us"] for each in recorded["points"]["found"] if each["fits"]]
    worst = max(
        abs(model.servers(point) / cost - 1) for point, cost in zip(fitted, measured, strict=True)
    )
    ratio = loops["times the processor time of one"]
    return (
        f"At the {len(fitted)} points it was fitted to, the model is off by {100 * worst:.0f} % at most, which says little: it "
        f"has nearly as many numbers. What counts are points it has not seen, in processor time for an answer:\n\n{table(head, rows)}\n\n"
        "Three processes beside one with PostgreSQL: "
        f"**{ratio:g} times** the processor time of the table servers for an answer."
    )


def words(each: Plain) -> str:
    point = point_of(each)
    told = f"{point.seats} seats" if point.seats > 1 else "both seats at one socket"
    watched = f", {point.watchers} watchers" if point.watchers else ""
    return f"{STORES[point.store]}: {told}{watched}, {point.rate:g} a second"


def row(model: Model, point: Point, servers: float, postgresql: float, text: str) -> list[str]:
    said = model.servers(point)
    off = f"{100 * (said / servers - 1):+.0f} %".replace("-", "−")
    database = ("–", "–")
    if point.store != "SQLite":
        database = (micro(model.postgresql(point)), micro(postgresql))
    return [text, micro(said), micro(servers), off, *database]


def carried(model: Model, recorded: Plain) -> str:
    """Tables at which people play, until a limit is reached."""
    commits = recorded["commits"]["found"]
    rows = []
    for name, numbers in (("SQLite", (1,)), ("one", (1,)), ("several", MANY)):
        each = model.most(name, SEATS, BUSY)
        for number in numbers:
            rate = number * each
            point = Point(name, number, rate, SEATS, apart=model.apart[name])
            transactions = rate * point.share
            database = rate * model.postgresql(point) / 1e6
            rows.append(
                (
                    STORES[name].replace("several", str(number)),
                    f"{rate:,.0f}",
                    f"{rate / PACE:,.0f}",
                    f"{transactions:,.0f}",
                    f"{database:.1f}" if name != "SQLite" else "–",
                )
            )
    head = (
        "",
        "answers a second",
        f"tables of {SEATS}",
        "transactions a second",
        "cores of PostgreSQL",
    )
    most = commits["per_second"]
    apart = model.apart["several"]
    watched = recorded["watching"]["found"]
    elsewhere = watched["bus processor ms"] - watched["nobody processor ms"]
    return (
        f"With {100 * BUSY:.0f} % of a core for each process, {SEATS} sockets at every table and nobody watching. People who think "
        f"for 1.5 to 5 seconds give {PACE:g} answers a second at a table.\n\n{table(head, rows)}\n\n"
        f"* **What several processes share is PostgreSQL.** This one commits {most:,} small transactions a second on "
        f"{commits['connections']} connections. A process makes at most {1 / apart:.0f} a second, so from about "
        f"{most * apart:.0f} busy processes on its disk decides, and earlier where it has fewer cores than the table asks for.\n"
        f"* **The bus** is used only where somebody watches a table from another process: that costs {elsewhere:.1f} ms of the "
        "table servers for an answer at such a table, however many watch it there.\n"
        "* Lines with more processes than were measured are the model's word alone."
    )


def memory(found: Plain) -> str:
    rows = [
        (
            f"{STORES['SQLite' if store == 'sqlite' else 'several']}",
            f"{each['tables']:,}",
            each["MiB of each process, empty"],
            each["MiB of each process, at the end"],
            each["KiB a table"],
            each["KiB a socket"],
            f"{each['until all tables were there s']:g} + {each['until all sockets were open s']:g}",
            f"{each['answer p50 ms']:g}, {each['answer p99 ms']:g}",
        )
        for store, each in found.items()
    ]
    head = (
        "tables held, a socket each",
        "tables",
        "MiB empty",
        "MiB at the end",
        "KiB a table",
        "KiB a socket",
        "s to open tables + sockets",
        "ms to an answer, p50, p99",
    )
    idle = [each["us a second for an idle socket"] for each in found.values()]
    postgresql = found["postgresql"]
    return (
        f"{table(head, rows)}\n\nA socket on which nothing happens "
        f"costs {idle[0]:g} µs a second (SQLite; {idle[1]:g} with three processes). "
        f"PostgreSQL takes {postgresql['PostgreSQL MiB empty']:.0f} MiB before and "
        f"{postgresql['PostgreSQL MiB at the end']:.0f} MiB after."
    )


def bots(times: Sequence[Plain]) -> str:
    rows = [
        (each["level"], f"{each['mean']:g}", f"{1000 / each['mean']:,.0f}")
        for each in times
        if not each["expansions"]
    ]
    head = ("level", "ms an answer", "answers a second of one core")
    return (
        "A bot's answer costs the table server what a person's does, and its thinking a process beside it "
        "(`bot_workers`, or `rollplayer work` on any machine):\n\n"
        f"{table(head, rows)}\n\nThat is in solitaire. At tables, an answer of a legend takes 36 to 44 ms, with Monsters & "
        "Minions 57 to 69 ([bots](bots.md#time-and-memory)), on a faster machine. When more people wait than that serves, bots take less effort "
        "([deploy](deploy.md#when-bots-are-too-slow))."
    )


def micro(number: float) -> str:
    return f"{number:,.0f}"
