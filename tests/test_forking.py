"""Commands that are copies of a process: each has its own arguments, streams, folder and end."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forking

pytestmark = pytest.mark.once


def test_a_command_says_the_same_as_in_an_interpreter_of_its_own() -> None:
    copied = forking.run("rollplayer", ["--version"])
    alone = subprocess.run(
        [sys.executable, "-m", "rollplayer", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert (copied.returncode, copied.stdout) == (0, alone.stdout)
    assert copied.stdout.startswith("rollplayer ")
    refused = forking.run("rollplayer", ["scare"], {**os.environ, "ROLLPLAYER_LANG": "de"})
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "cards" in refused.stderr


def test_it_reads_what_is_given_and_works_in_its_folder(tmp_path: Path) -> None:
    wanted = ("play", "--seats", "human", "--seed", "7", "--save", "g.jsonl")
    done = forking.run("rollplayer", wanted, given="quit\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "g.jsonl").exists()


def test_its_end_is_known_however_it_ends(tmp_path: Path) -> None:
    ends = {}
    for number in (signal.SIGTERM, signal.SIGKILL):
        arguments = ["serve", "--port", "0", "--json", "--data", str(tmp_path / number.name)]
        with (tmp_path / "log").open("w") as log:
            process = forking.start("rollplayer", arguments, stderr=log.fileno())
        assert process.stdout is not None
        assert "address" in process.stdout.readline()
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.01)
        process.send_signal(number)
        ends[number] = process.wait(20)
        process.stdout.close()
    assert ends == {signal.SIGTERM: 0, signal.SIGKILL: -signal.SIGKILL}
