"""What can be shown of a cluster without Ray: `make proofs` kills nodes of a real one."""

import io
import shutil
import threading
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from rollplayer.runs import cluster
from rollplayer.runs.assignment import Assignment, own_bots
from rollplayer.runs.cluster import OwnThread, RayCluster, RayWorkers, worker_class
from rollplayer.runs.identity import MISSING, PACKAGE, identity
from rollplayer.runs.sharing import WorkersError, played
from tests.cli.runner import cli
from tests.runs.workers import NeverReady, Trouble, Troubled

pytestmark = pytest.mark.once

QUICK = ["--games", "2", "--seed", "7"]
COMMANDS = (
    ("simulate", "--players", "random", *QUICK),
    ("tournament", "--players", "squire,random", *QUICK),
    ("lab", "--level", "random", "--gifts", "0", *QUICK),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_without_ray_the_command_says_what_to_install(
    command: tuple[str, ...], language: str
) -> None:
    ran = cli(*command, "--ray", "auto", "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    assert 'pip install "rollplayer[ray]"' in ran.err


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_processes_or_a_cluster(command: tuple[str, ...]) -> None:
    ran = cli(*command, "--ray", "auto", "--jobs", "2")
    assert (ran.code, ran.out) == (2, "")
    assert "--jobs and --ray cannot be combined" in ran.err


def test_a_worker_of_a_cluster_says_who_it_is_and_plays() -> None:
    assignment = Assignment(Troubled, Trouble())
    worker = worker_class()()
    host, found, why = worker.begin(assignment.packed(), assignment.all_files())
    assert (found, why) == (identity(assignment.all_files()) | own_bots(), "")
    crew = RayWorkers(assignment, RayCluster("auto"), 1)
    crew.check(host, found, why)
    batch = pickled([2, 3])
    assert worker.play(batch) == played(Troubled(Trouble()), batch)


def pickled(tasks: list[int]) -> bytes:
    import pickle

    return pickle.dumps(tasks)


def test_a_worker_that_cannot_begin_is_named() -> None:
    assignment = Assignment(NeverReady, "no such thing")
    told = worker_class()().begin(assignment.packed(), ())
    with pytest.raises(WorkersError) as error:
        RayWorkers(assignment, RayCluster("auto"), 1).check(*told)
    assert error.value.problem == "ray-begin"
    assert "no such thing" in str(error.value.arguments["why"])


@pytest.mark.parametrize("what", ["version", "build", "code", "content", "network", "numpy"])
def test_another_rollplayer_is_refused(what: str) -> None:
    crew = RayWorkers(Assignment(Troubled, Trouble()), RayCluster("auto"), 1)
    found = {**identity(), what: "another"}
    with pytest.raises(WorkersError) as error:
        crew.check("far-away", found, "")
    assert error.value.problem == "ray-other"
    here = identity()[what]
    assert error.value.arguments == {
        "host": "far-away",
        "what": what,
        "there": "another",
        "here": here,
    }


def test_a_machine_without_rollplayer_is_refused() -> None:
    crew = RayWorkers(Assignment(Troubled, Trouble()), RayCluster("auto"), 1)
    with pytest.raises(WorkersError, match="ray-no-rollplayer"):
        crew.check("far-away", {}, "ModuleNotFoundError: No module named 'rollplayer'")


def test_the_identity_follows_what_decides_games(tmp_path: Path) -> None:
    package = tmp_path / "rollplayer"
    left_out = shutil.ignore_patterns("__pycache__", "web", "site", "*.so")
    shutil.copytree(PACKAGE, package, ignore=left_out)
    before = identity(package=package)
    assert before == identity()
    decides = {"code": "*.py", "content": "content/**/*.toml", "network": "analysis/*.npz"}
    for what, pattern in decides.items():
        path = min(package.glob(pattern))
        kept = path.read_bytes()
        path.write_bytes(kept + b"\n")
        after = identity(package=package)
        assert {key for key in after if after[key] != before[key]} == {what}
        path.write_bytes(kept)
    (package / "locale" / "en" / "commands.json").write_text("{}", encoding="utf-8")
    assert identity(package=package) == before


def test_files_of_the_users_own_are_part_of_it(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "pack.toml").write_text("a = 1", encoding="utf-8")
    before = identity([str(pack)])
    (pack / "pack.toml").write_text("a = 2", encoding="utf-8")
    assert identity([str(pack)]) != before
    assert identity([str(tmp_path / "none")])[str(tmp_path / "none")] == MISSING


def test_only_the_thread_that_plays_writes_results() -> None:
    written = io.StringIO()
    with redirect_stdout(OwnThread(written)):
        print("mine")
        other = threading.Thread(target=print, args=("a node is lost",))
        other.start()
        other.join()
    assert written.getvalue() == "mine\n"


def test_nobody_waits_for_a_machine_that_is_not_there() -> None:
    with pytest.raises(OSError, match="refused"):
        cluster.answers("127.0.0.1:1")
    cluster.answers("auto")
