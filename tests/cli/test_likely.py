"""``rollplayer`` without a command opens a table, in the browser where there is a screen for it."""

import pytest

from rollplayer.cli import main, run
from rollplayer.cli.common import Session
from rollplayer.cli.likely import BROWSER, HELP, TERMINAL, likely_command, say_the_other


@pytest.mark.parametrize(
    ("system", "environment", "terminal", "expected"),
    [
        ("linux", {"DISPLAY": ":0"}, True, BROWSER),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, False, BROWSER),
        ("linux", {"WSL_DISTRO_NAME": "Debian"}, True, BROWSER),
        ("darwin", {}, True, BROWSER),
        ("win32", {}, False, BROWSER),
        ("linux", {}, True, TERMINAL),
        ("linux", {"DISPLAY": ""}, True, TERMINAL),
        # A window would open on the machine at the other end of the line.
        ("darwin", {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, True, TERMINAL),
        ("linux", {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22", "DISPLAY": ":10"}, True, TERMINAL),
        # A program called it: nobody could answer, and no window is wanted.
        ("linux", {}, False, HELP),
    ],
)
def test_what_is_most_likely_wanted(
    system: str, environment: dict[str, str], terminal: bool, expected: tuple[str, ...]
) -> None:
    assert likely_command(system, environment, terminal) == expected


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_each_way_says_how_to_do_the_other(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    say_the_other(Session(language), BROWSER)
    assert "rollplayer play" in capsys.readouterr().err
    say_the_other(Session(language), TERMINAL)
    assert "rollplayer serve --open" in capsys.readouterr().err
    say_the_other(Session(language), HELP)
    assert capsys.readouterr().err == ""


def test_without_a_command_the_likely_one_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "likely_command", lambda *_: ("cards", "show", "reckless"))
    assert main([]) == 0
    assert "Reckless" in capsys.readouterr().out


def test_a_program_gets_the_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "likely_command", lambda *_: HELP)
    assert main([]) == 0
    shown = capsys.readouterr()
    assert "tournament" in shown.out
    assert shown.err == ""
