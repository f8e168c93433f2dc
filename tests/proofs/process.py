"""What a process has used so far, as Linux tells it."""

import os
import re
import urllib.request
from pathlib import Path

from tests.server.harness import Server


def pid_of(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def cpu_seconds(pid: int) -> float:
    """Time on a processor. Unlike the clock it does not grow because other programs run."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def starved_seconds(pid: int) -> float:
    """How long its first thread was ready to run while others had the processors."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9


def resident_bytes(pid: int) -> int:
    """Memory that is really there."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


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
