"""Long runs on a Ray cluster of two nodes, of which one is killed: byte for byte what processes find.

    python -m tests.proofs.many_machines [--only simulate tournament lab selfplay refused]

For each command: a node is killed when a part of the results is there, then the command itself; the same
command goes on. What it has found is compared with ``--jobs 2``. Nodes with another rollplayer, or none,
are refused in words. Ray lives in an environment of its own, which `make proofs` installs.
"""

import json
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.proofs.ray_nodes import PYTHON, SOURCE, RayNodes, environment, is_installed
from tests.proofs.report import Report, end, parser_of
from tests.server.harness import ROOT

PATIENCE: Final = 300


def lines_as_they_are(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def lines_without_cost(path: Path) -> list[str]:
    """What is the same on every machine: all but the time and the memory that a game took."""
    games = [json.loads(line) for line in lines_as_they_are(path)]
    return [json.dumps({key: game[key] for key in game if key != "cost"}) for game in games]


def bytes_of(path: Path) -> list[str]:
    return [path.read_bytes().hex()]


@dataclass(frozen=True)
class Command:
    """A command, with the file in which its results grow and the one it leaves."""

    arguments: tuple[str, ...]
    results: int
    """How many there are in the end."""
    read: Callable[[Path], list[str]]
    out: str = "out.jsonl"
    grows: str = "out.jsonl"


COMMANDS: Final = {
    "simulate": Command(
        ("rollplayer", "simulate", "--players", "squire,squire", "--games", "1500"),
        1500,
        lines_as_they_are,
    ),
    "tournament": Command(
        ("rollplayer", "tournament", "--players", "adventurer,squire,random", "--games", "60"),
        180,
        lines_without_cost,
    ),
    "lab": Command(
        ("rollplayer", "lab", "--level", "squire", "--games", "150", "--gifts", "2"),
        150 + 72,
        lines_as_they_are,
    ),
    "selfplay": Command(
        ("tools.learn.selfplay", "--games", "40"),
        40,
        bytes_of,
        out="out.npz",
        grows="out.npz.games",
    ),
}


class Run:
    def __init__(self, command: Command, folder: Path, *workers: str) -> None:
        self.command = command
        self.folder = folder
        folder.mkdir(exist_ok=True)
        out = ["--seed", "machines", "--out", str(folder / command.out), *workers]
        self.line = [str(PYTHON), "-m", *command.arguments, *out]

    def start(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self.line,
            cwd=ROOT,
            env=environment(SOURCE),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def written(self) -> int:
        path = self.folder / self.command.grows
        return path.read_bytes().count(b"\n") if path.exists() else 0

    def until(self, running: "subprocess.Popen[str]", part: float) -> None:
        """Wait until a part of the results is there."""
        ends = time.monotonic() + PATIENCE
        while self.written() < part * self.command.results and running.poll() is None:
            if time.monotonic() > ends:
                running.kill()
                raise RuntimeError(f"{self.written()} results in {PATIENCE} s")
            time.sleep(0.02)

    def found(self) -> list[str]:
        return self.command.read(self.folder / self.command.out)


def prove(name: str, cluster: RayNodes) -> Report:
    report = Report(f"many machines: {name}")
    command = COMMANDS[name]
    with tempfile.TemporaryDirectory() as folder:
        here = Run(command, Path(folder) / "jobs", "--jobs", "2")
        printed, complaints = here.start().communicate(timeout=PATIENCE)
        report.expect(printed != "", f"--jobs: {complaints}")
        there = Run(command, Path(folder) / "ray", "--ray", cluster.address)
        cluster.add()
        running = there.start()
        there.until(running, 0.25)
        at_node = there.written()
        killed = cluster.kill_second()
        there.until(running, 0.6)
        at_command = there.written()
        running.send_signal(signal.SIGKILL)
        running.communicate()
        told, complaints = there.start().communicate(timeout=PATIENCE)
        report.expect(told != "", f"--ray: {complaints}")
        report.expect(complaints == "", f"--ray says: {complaints}")
        report.expect(killed > 2, "the node had no worker")
        report.expect(at_node < at_command < command.results, "too quick to be killed")
        same = here.found() == there.found()
        report.expect(same, "the results differ")
    report.figures = {
        "results": command.results,
        "node killed at": at_node,
        "processes killed": killed,
        "command killed at": at_command,
        "the same bytes": str(same),
    }
    return report


def refused() -> Report:
    """Nodes with another rollplayer, or none, and a place where there is no cluster."""
    report = Report("many machines: refused")
    line = [str(PYTHON), "-m", "rollplayer", "simulate", "--games", "4", "--seed", "1", "--ray"]

    def complaint(address: str) -> str:
        done = subprocess.run(
            [*line, address],
            cwd=ROOT,
            env=environment(SOURCE),
            capture_output=True,
            text=True,
            check=False,
        )
        clean = done.returncode == 2 and not done.stdout and "Traceback" not in done.stderr
        report.expect(clean, f"{address}: {done.returncode} {done.stdout} {done.stderr}")
        return done.stderr

    def expect(what: str, words: str, said: str) -> None:
        report.expect(words in said, f"{what}: {said}")
        report.figures[what] = said.strip()

    expect("nobody listens", "no Ray cluster can be used at 127.0.0.1:1", complaint("127.0.0.1:1"))
    expect("none here", "no Ray cluster can be used at auto", complaint("auto"))
    with RayNodes(surroundings={"PYTHONPATH": ""}) as cluster:
        expect("without rollplayer", "cannot import rollplayer", complaint(cluster.address))
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "rollplayer"
        shutil.copytree(ROOT / "src" / "rollplayer", other)
        first = other / "__init__.py"
        text = first.read_text(encoding="utf-8")
        first.write_text(text.replace('__version__ = "', '__version__ = "9.'), encoding="utf-8")
        with RayNodes(surroundings={"PYTHONPATH": folder}) as cluster:
            expect("another version", "its version is 9.", complaint(cluster.address))
    return report


def main() -> None:
    parser = parser_of(__doc__)
    names = [*COMMANDS, "refused"]
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    arguments = parser.parse_args()
    if not is_installed():
        parser.error("Ray is not installed: make proofs does that")
    reports = []
    with RayNodes() as cluster:
        reports = [prove(name, cluster) for name in arguments.only if name in COMMANDS]
    if "refused" in arguments.only:
        reports.append(refused())
    end(reports, as_json=arguments.json)


if __name__ == "__main__":
    main()
