"""What a process has used so far, as Linux tells it."""

import os
import re
import resource
import urllib.request
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from tests.server.harness import Server
from tests.server.stores import postmaster


def pid_of(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def cpu_seconds(pid: int) -> float:
    """Time on a processor. Unlike the clock it does not grow because other programs run."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and those it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in family(int(child)))]


def processor(pids: Iterable[int]) -> float:
    """Seconds of processor time that these processes and their children have taken."""
    return sum(seconds_alone(each) for pid in pids for each in family(pid))


def seconds_alone(pid: int) -> float:
    """Processor time of the threads of one process, to the nanosecond."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9


def seconds_of(server: Server) -> float:
    """Processor time of a table server without the processes that think and search for it."""
    return seconds_alone(pid_of(server))


def proportional_bytes(pids: Iterable[int]) -> int:
    """Memory of processes that share some of it: what several have counts for each in part."""
    found = (Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii") for pid in pids)
    return sum(1024 * int(text.partition("\nPss:")[2].split()[0]) for text in found)


def postgresql_seconds(address: str) -> float:
    """Processor time of PostgreSQL for one database: of its connections, and of what serves all of them."""
    name = conninfo_to_dict(address)["dbname"]
    used = 0.0
    for pid in family(postmaster()):
        with suppress(FileNotFoundError, ProcessLookupError):  # A connection that has just ended.
            title = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split()
            is_connection = len(title) > 3 and (title[3] == "[local]" or "(" in title[3])
            if not is_connection or title[2] == name:
                used += seconds_alone(pid)
    return used


def starved_seconds(pid: int) -> float:
    """How long its first thread was ready to run while others had the processors."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9


def resident_bytes(pid: int) -> int:
    """Memory that is really there."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def allow_many_files() -> int:
    """Raise the limit on open files and sockets of this process as far as the system lets us; returns it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def load_now() -> float:
    """How many processes want a core, on average over the last minute."""
    return round(os.getloadavg()[0], 1)


def metered(server: Server, name: str, part: float) -> float:
    """By the server's own meter: the bound in milliseconds under which this part of all lies."""
    with urllib.request.urlopen(server.address + "/metrics", timeout=20) as response:
        page = response.read().decode()
    buckets = re.findall(rf'^{name}_bucket{{le="([^"]+)"}} (\S+)$', page, re.MULTILINE)
    total = float(buckets[-1][1])
    return next(1000 * float(bound) for bound, count in buckets if float(count) >= part * total)
