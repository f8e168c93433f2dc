"""`make cluster` as somebody tries it: it starts, is played on, shows itself, loses a process, and stops at Ctrl+C.

    python -m tests.proofs.cluster

Needs HAProxy, a Debian package, which `make proofs` installs.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from functools import partial
from pathlib import Path

from tests.proofs.report import Report, end, parser_of, until
from tests.server.harness import ROOT, Client, Game, Server, play_on
from tools.cluster import LOOPBACK, PAGE, TABLES, WORKERS

STARTED = "Ctrl+C stops everything"
START_SECONDS = 120.0
STOP_SECONDS = 60.0
ANSWERS = 10
ALIVE = "läuft"
ON_THE_BUS = "verbunden"


def prove(port: int) -> Report:
    report = Report("cluster")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        said = folder / "said.txt"
        command = [sys.executable, "-m", "tools.cluster", "--port", str(port)]
        with said.open("w") as output:
            cluster = subprocess.Popen(
                [*command, "--folder", str(folder / "cluster")],
                stdout=output,
                stderr=output,
                cwd=ROOT,
                env={**os.environ, "ROLLPLAYER_BOT_DELAY": "0"},
            )
        try:
            is_up = until(lambda: STARTED in said.read_text(), START_SECONDS, 0.1)
            report.expect(is_up, f"it has not started: {said.read_text()}")
            if is_up:
                use(report, port, said.read_text())
        finally:
            # As Ctrl+C does.
            cluster.send_signal(signal.SIGINT)
            code = cluster.wait(STOP_SECONDS)
        report.expect(code == 0, f"it ended with {code}: {said.read_text()}")
        pids = list(map(int, re.findall(r"process (\d+)$", said.read_text(), re.MULTILINE)))
        left = [pid for pid in pids if Path(f"/proc/{pid}").exists()]
        report.expect(len(pids) == TABLES + WORKERS, f"{len(pids)} processes: {said.read_text()}")
        report.expect(not left, f"{len(left)} processes are left")
        logs = [path.read_text() for path in (folder / "cluster").glob("table*.log")]
        report.expect_no_faults([log for log in logs if '"level": "error"' in log])
        report.figures = {
            "table servers and workers": len(pids),
            "answers": 2 * ANSWERS,
            "left": len(left),
        }
    return report


def use(report: Report, port: int, said: str) -> None:
    """Play through the proxy, before and after one process hands its rooms over."""
    front = Server(Path("front"))
    front.address = f"http://{LOOPBACK}:{port}"
    humans = [{"kind": "human", "name": name} for name in ("Ada", "Bob")]
    wish = {"options": {"players": 2}, "seats": humans, "start": True}
    game = Game(front, front.post("/api/v1/games", wish))
    shows_workers = until(partial(are_asked, port), 20, 0.2)
    report.expect(shows_workers, f"the page does not show {WORKERS} workers: {german_page(port)}")
    for _ in range(2):
        with Client(front, game.id, list(game.tokens.values())) as both:
            given = play_on([both], lambda options: options[0], most=ANSWERS)
        report.expect(given == ANSWERS, f"only {given} answers")
        page = german_page(port)
        owners = re.findall(r"<tr><th scope=.row.>(table\d).*?</td><td class=.n.>(\d+)<", page)
        owner = next((name for name, rooms in owners if int(rooms)), "")
        report.expect(owner != "", f"nobody owns a room: {owners}")
        report.expect(page.count(ON_THE_BUS) == len(owners), "the page shows no bus")
        report.expect(page.count(ALIVE) == len(owners), "the page says that a process is not alive")
        found = re.search(rf"^{owner} .* process (\d+)$", said, re.MULTILINE)
        if found is not None and len(owners) == TABLES:
            os.kill(int(found[1]), signal.SIGTERM)
            gone = until(partial(is_gone, port, owner), 30, 0.2)
            report.expect(gone, "the page still shows who has gone")


def are_asked(port: int) -> bool:
    """Whether all table servers know of all workers."""
    shown = re.findall(r"<td class=.n.>([^<]*)</td></tr>", german_page(port))
    return shown == [str(WORKERS)] * TABLES


def is_gone(port: int, name: str) -> bool:
    return f">{name}<" not in german_page(port)


def german_page(port: int) -> str:
    request = urllib.request.Request(
        f"http://{LOOPBACK}:{port + PAGE}/", headers={"accept-language": "de"}
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        page: str = response.read().decode()
    return page


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--port", type=int, default=18080, help="this one and the nine after it")
    arguments = parser.parse_args()
    end([prove(arguments.port)], as_json=arguments.json)


if __name__ == "__main__":
    main()
