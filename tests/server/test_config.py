"""Settings: a flag beats a variable, a variable beats the file, the file beats the default."""

import json
import socket
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

from rollplayer.server.common.settings import BadSetting, Settings, read_settings
from tests import forking
from tests.server.harness import Server

pytestmark = pytest.mark.once


def test_precedence(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('[server]\nport = 1\nhost = "file"\nbot_delay = 1\norigins = ["http://f"]\n')
    variables = {
        "ROLLPLAYER_CONFIG": str(file),
        "ROLLPLAYER_HOST": "variable",
        "ROLLPLAYER_PORT": "2",
    }
    settings = read_settings({"port": "3"}, variables)
    assert (settings.port, settings.host, settings.bot_delay) == (3, "variable", 1.0)
    assert settings.origins == ("http://f",)
    assert settings.away_seconds == 120.0
    several = {"ROLLPLAYER_ORIGINS": "http://a, http://b", "ROLLPLAYER_CONFIG": str(file)}
    assert read_settings({}, several).origins == ("http://a", "http://b")
    other = tmp_path / "other.toml"
    other.write_text("[server]\nport = 4\n")
    assert read_settings({"config": str(other)}, {"ROLLPLAYER_CONFIG": str(file)}).port == 4


def test_the_sample_file_shows_the_defaults() -> None:
    sample = Path(__file__).parent.parent.parent / "deploy" / "server.toml"
    shown = read_settings({"config": str(sample)}, {})
    assert shown == read_settings({}, {"ROLLPLAYER_CONFIG": str(sample)})
    for field in fields(Settings):
        assert getattr(shown, field.name) == getattr(Settings(), field.name), field.name
        assert f"{field.name} = " in sample.read_text(), field.name


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[server]\nprot = 1\n", "prot .*known: host, port"),
        ("[server]\nport = 'x'\n", "port .*whole number"),
        ("[server]\nport = 1.5\n", "port .*whole number"),
        ("[server]\nport = true\n", "port .*whole number"),
        ("[server]\nport = 99999\n", "65535"),
        ("[server]\nbot_delay = -1\n", "not below 0"),
        ("[server]\nbot_delay = inf\n", "must be a number"),
        ("[server]\nhost = 3\n", "must be a string"),
        ("[server]\norigins = [1]\n", "list of strings"),
        ("[server]\npublic_url = 'play'\n", "https://play.example.org"),
        ("[server]\nlog_level = 'loud'\n", "one of debug"),
        ("[table]\nport = 1\n", r"\[server\]"),
        ("port = ", "TOML"),
    ],
)
def test_a_bad_file_says_what_is_wrong(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "server.toml"
    file.write_text(text)
    with pytest.raises(BadSetting, match=complaint):
        read_settings({"config": str(file)}, {})


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    return forking.run("rollplayer", ["serve", *arguments])


def test_the_command_refuses_with_one_line(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    for arguments, word in (
        (("--port", "ninety"), "port"),
        (("--config", str(tmp_path / "none.toml")), "none.toml"),
        (("--log-level", "loud"), "debug"),
    ):
        done = serve(*arguments, *data)
        assert done.returncode == 2, done.stderr
        assert word in done.stderr
        assert len(done.stderr.splitlines()) == 1
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = serve("--port", str(taken.getsockname()[1]), *data)
        assert done.returncode == 2
        assert str(taken.getsockname()[1]) in done.stderr.splitlines()[-1]


@pytest.mark.sqlite
def test_one_folder_one_server(tmp_path: Path) -> None:
    with Server(tmp_path / "data"):
        done = serve("--port", "0", "--data", str(tmp_path / "data"))
        assert done.returncode == 2
        assert "another server" in done.stderr


def test_logs_are_json(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        server.create()
        server.end()
        lines = [json.loads(line) for line in server.log().splitlines()]
    assert [line["message"] for line in lines] == ["serving", "game created", "stopped"]
    assert all({"time", "level", "logger"} <= line.keys() for line in lines)
