"""`rollplayer serve` as a person and as a service see it: its first lines, its log, its end."""

import json
import logging
import os
import pty
import signal
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from rollplayer.server.common.logs import PlainLines
from rollplayer.server.common.settings import BadSetting, Settings
from rollplayer.server.operation import run
from rollplayer.server.storage.sqlite import FILE_NAME
from tests.server.harness import ROOT, Server

pytestmark = pytest.mark.once

SAYS = {
    "en": (
        "The table is set: ",
        "Games are kept in ",
        "Press Ctrl-C to stop",
        "all games are saved",
    ),
    "de": ("Der Tisch ist gedeckt: ", "Die Spiele liegen in ", "Strg-C beendet", "gespeichert"),
    "fr": (
        "La table est mise\u00a0: ",
        "Les parties sont gardées dans ",
        "Ctrl-C pour",
        "enregistrées",
    ),
}


class Terminal:
    """A server whose output goes to a terminal."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "rollplayer", "serve", "--port", "0", "--data", str(data)]
        quiet = {k: v for k, v in os.environ.items() if not k.startswith("ROLLPLAYER_")}
        pure = {"ROLLPLAYER_PURE": os.environ.get("ROLLPLAYER_PURE", ""), "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**quiet, **pure},
            cwd=ROOT,
        )
        os.close(theirs)
        self.shown = ""

    def until(self, words: str) -> str:
        while words not in self.shown:
            self.shown += os.read(self.ours, 4096).decode()
        return self.shown

    def rest(self) -> str:
        try:
            while part := os.read(self.ours, 4096):
                self.shown += part.decode()
        except OSError:
            # The way a terminal says that nobody writes to it any more.
            return self.shown
        return self.shown

    def end(self, *signals: int) -> int:
        for each in signals:
            self.process.send_signal(each)
            time.sleep(0.05)
        self.rest()
        os.close(self.ours)
        return self.process.wait(10)


@pytest.mark.parametrize("language", SAYS)
def test_a_person_at_a_terminal_reads_a_few_friendly_lines(tmp_path: Path, language: str) -> None:
    ready, folder, stop, stopped = SAYS[language]
    terminal = Terminal(tmp_path / "data", "--lang", language)
    shown = terminal.until(stop)
    address = next(line for line in shown.splitlines() if ready in line).partition(ready)[2]
    request = urllib.request.Request(address.strip() + "/api/v1/games", b"{}", method="POST")
    with urllib.request.urlopen(request, timeout=20) as created:
        assert created.status == 201
    assert terminal.end(signal.SIGINT) == 0
    lines = [line for line in terminal.shown.replace("^C", "").splitlines() if line.strip()]
    assert len(lines) == 4, lines
    for line, words in zip(lines, (ready, folder, stop, stopped), strict=True):
        assert words in line
    assert str(tmp_path / "data") in lines[1]
    assert "{" not in terminal.shown


def test_a_terminal_can_have_the_log_of_a_service(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "data", "--log-format", "json")
    terminal.until('"message": "serving"')
    assert terminal.end(signal.SIGTERM) == 0
    lines = [json.loads(line) for line in terminal.shown.splitlines() if line.startswith("{")]
    assert [each["message"] for each in lines] == ["serving", "stopped"]


def test_elsewhere_the_log_is_json_unless_text_is_wanted(tmp_path: Path) -> None:
    for form, is_json in (("auto", True), ("json", True), ("text", False)):
        settings = {"ROLLPLAYER_LOG_FORMAT": form, "ROLLPLAYER_LOG_LEVEL": "debug"}
        with Server(tmp_path / form, settings) as server:
            server.create()
            server.end()
            assert ('"message": "game created"' in server.log()) == is_json
            assert ("info: game created game=" in server.log()) == (not is_json)
    with pytest.raises(BadSetting, match="one of auto, json, text"):
        Settings(log_format="xml")


def test_a_client_cannot_write_on_the_terminal() -> None:
    record = logging.makeLogRecord(
        {"msg": "fault", "levelname": "ERROR", "path": "/a\x1b[2J\nforged line"}
    )
    line = PlainLines().format(record)
    assert line.isprintable()
    assert "forged line" in line


@pytest.mark.parametrize("signals", [(signal.SIGTERM,) * 2, (signal.SIGINT,) * 3])
def test_an_impatient_end_is_an_end_without_a_traceback(
    tmp_path: Path, signals: tuple[int, ...]
) -> None:
    """`make` and `timeout` both pass a signal on, so a server may well get it twice."""
    with Server(tmp_path / "data") as server:
        game = server.create()
        with game.sit(0):
            assert server.process is not None
            for each in signals:
                server.process.send_signal(each)
                time.sleep(0.03)
            assert server.process.wait(10) == 0
            assert server.process.stdout is not None
            server.process.stdout.close()
            server.process = None
        lines = [json.loads(line) for line in server.log().splitlines()]
        assert lines[-1]["message"] == "stopped"
        assert [line for line in lines if line["level"] in ("warning", "error")] == []
        # Closed as it should be: nothing is left beside the games.
        assert not (server.data / f"{FILE_NAME}-wal").exists()


def test_a_start_that_failed_is_no_clean_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gives_up(*_: object, **__: object) -> None:
        sys.exit(3)

    monkeypatch.setattr(run, "set_up_logs", lambda *_: None)
    monkeypatch.setattr(run.Server, "run", gives_up)
    with pytest.raises(RuntimeError, match="could not start"):
        run.serve(Settings(port=0, data=str(tmp_path / "data")))


def refused(data: Path) -> str:
    """What a server says that cannot use its folder."""
    command = [sys.executable, "-m", "rollplayer", "serve", "--port", "0", "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2, done
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.sqlite
def test_games_that_cannot_be_read_end_the_start_with_one_line(tmp_path: Path) -> None:
    newer, other, locked = (tmp_path / name for name in ("newer", "other", "file"))
    with Server(newer) as server:
        server.end()
    with closing(sqlite3.connect(newer / FILE_NAME)) as games:
        games.execute("PRAGMA user_version = 99")
    assert "newer version" in refused(newer)
    other.mkdir()
    (other / FILE_NAME).write_bytes(b"no database at all" * 100)
    assert "not a database" in refused(other)
    locked.write_text("a file, and no folder")
    assert str(locked) in refused(locked)


@pytest.mark.sqlite
def test_nobody_else_on_the_machine_reads_the_games(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    with Server(data) as server:
        server.create()
        files = list(data.glob(f"{FILE_NAME}*"))
        assert len(files) == 3
        backup = tmp_path / "copy.sqlite3"
        command = [sys.executable, "-m", "rollplayer", "admin", "backup", str(backup)]
        subprocess.run([*command, "--data", str(data)], check=True, capture_output=True)
        for file in (*files, backup):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
