"""Three processes of one PostgreSQL beside one, and beside one with a file: what an answer costs.

    python -m benchmarks.server.processes --seconds 5 --rounds 5 --goal

The same tables are played by tight loops of answers, as in ``throughput``: by one process with SQLite, by one alone
with PostgreSQL, by three of one PostgreSQL whose clients come to the owner of their table, and by the same three when
every client comes to another one, which passes it on. One alone with a third of the tables shows how much of the
difference comes from sharing transactions among fewer answers. All are measured in turns, and of the rounds the median
counts. Processor time is that of the table servers, and apart from it that of PostgreSQL: its connections to that
database, and what it does for all. All of it shares the cores with the clients, so answers a second say what this
machine gives.
"""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from benchmarks.server.throughput import Subject, in_turns, ratio
from rollplayer.build import kind
from tests.proofs.owners import name_of
from tests.proofs.process import load_now
from tests.proofs.report import Report, end, milliseconds, parser_of
from tests.server.harness import Server
from tests.server.stores import kept_in, stop_postgresql

GOAL = 1.3
"""How many times the processor time of one process an answer may cost with three."""


@contextmanager
def subjects(nodes: int) -> Iterator[list[Subject]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = kept_in("sqlite", folder / "file")
        alone = kept_in("postgresql", folder / "alone")
        shared = kept_in("postgresql", folder / "shared")
        with_file = stack.enter_context(Server(file.data, file.settings))
        with_database = stack.enter_context(Server(alone.data, alone.settings))
        several = [
            stack.enter_context(
                Server(folder / name_of(n), {**shared.settings, "ROLLPLAYER_NODE": name_of(n)})
            )
            for n in range(nodes)
        ]
        yield [
            Subject("SQLite", [with_file]),
            Subject("one", [with_database], store=alone.address),
            Subject("fewer tables", [with_database], store=alone.address, part=nodes),
            Subject("several", several, store=shared.address),
            Subject("passed on", several, store=shared.address, doors_on=1),
        ]


def microseconds(seconds: float) -> int:
    return round(seconds * 1_000_000)


def prove(
    tables: int, seconds: float, rounds: int = 2, nodes: int = 3, *, goal: bool = False
) -> Report:
    report = Report("processes")
    with subjects(nodes) as measured:
        in_turns(measured, tables, seconds, rounds)
        faults = [
            fault for each in measured for server in each.servers for fault in server.faults()
        ]
    report.expect_no_faults(faults)
    report.figures = {"tables": tables, "rounds": rounds, "processes": nodes}
    for each in measured:
        report.expect(min(each.by_clock) > 0, f"{each.name}: nothing was answered")
        report.figures |= {
            f"{each.name}: servers us an answer": microseconds(1 / median(each.by_processor)),
            f"{each.name}: PostgreSQL us an answer": microseconds(median(each.by_store)),
            f"{each.name}: answers per s": round(median(each.by_clock)),
            f"{each.name}: p99 ms": milliseconds(median(each.slowest)),
        }
    _, one, fewer, several, passed_on = measured
    times = ratio(one.by_processor, several.by_processor)
    report.figures |= {
        "times the processor time of one": round(times, 3),
        "the same with PostgreSQL's": round(ratio(whole_cost(several), whole_cost(one)), 3),
        "times that of one with as many tables as each": round(
            ratio(fewer.by_processor, several.by_processor), 3
        ),
        "the same, passed on": round(ratio(one.by_processor, passed_on.by_processor), 3),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(
        not goal or times <= GOAL,
        f"an answer costs {times:.2f} times the processor time of one process",
    )
    return report


def whole_cost(subject: Subject) -> list[float]:
    """Seconds of processor time for an answer, of servers and PostgreSQL together, in each round."""
    rounds = zip(subject.by_processor, subject.by_store, strict=True)
    return [1 / answers + store for answers, store in rounds]


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=18)
    parser.add_argument("--nodes", type=int, default=3, help="how many processes there are")
    parser.add_argument("--goal", action="store_true", help=f"fail above {GOAL} times one process")
    chosen = parser.parse_args()
    try:
        report = prove(chosen.tables, chosen.seconds, chosen.rounds, chosen.nodes, goal=chosen.goal)
    finally:
        stop_postgresql()
    end([report], as_json=chosen.json)


if __name__ == "__main__":
    main()
