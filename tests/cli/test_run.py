"""The command line as a whole: help, language, color, errors and exit codes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from rollplayer import __version__
from rollplayer.build import kind
from rollplayer.cli import main, simulate
from rollplayer.cli.app import app
from rollplayer.cli.common import Session, columns, default_language, wants_color
from rollplayer.cli.help import help_text
from rollplayer.cli.reference import cli_reference, paths
from rollplayer.content.files import LANGUAGES
from rollplayer.expansions import EXPANSIONS
from rollplayer.text import catalogue
from tests.cli.runner import cli

COMMANDS = ["play", "resume", "replay", "verify", "score", "simulate", "scenario", "cards"]


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


# -- version and help -------------------------------------------------------------------------------


def test_the_version_says_which_build_runs() -> None:
    assert cli("--version").out == f"rollplayer {__version__} ({kind()})\n"
    assert cli("--lang", "de", "--version").out == cli("--version").out


@pytest.mark.once
def test_the_version_waits_for_nothing() -> None:
    # Time depends on the machine; what is imported does not.
    code = "import sys; from rollplayer.cli import main; main(['--version']); print(*sys.modules)"
    ran = python(code)
    version, modules = ran.stdout.splitlines()
    assert version.startswith("rollplayer ")
    for heavy in ("typer", "rich", "rollplayer.content", "rollplayer.text", "json"):
        assert heavy not in modules.split()


def all_parameters() -> Iterator[tuple[list[str], Any]]:
    for path in paths(app()):
        command = app()
        for name in path:
            command = command.commands[name]
        for parameter in command.params:
            yield path, parameter


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_option_is_explained(language: str) -> None:
    session = Session(language)
    seen = 0
    for path, parameter in all_parameters():
        help_page = help_text(session, app(), path)
        name = parameter.metavar if parameter.param_type_name == "argument" else parameter.opts[0]
        assert name in help_page
        seen += 1
    assert seen > 40
    assert {path[0] for path in paths(app()) if path} >= set(COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_eighty_columns(language: str) -> None:
    for path in paths(app()):
        ran = cli(*path, "--help", "--lang", language)
        assert (ran.code, ran.err) == (0, "")
        for line in ran.out.splitlines():
            assert len(line) <= 82, line  # An example command is not broken.


def test_every_example_names_commands_and_options_that_exist() -> None:
    known = {tuple(path): app() for path in paths(app())}
    for language in LANGUAGES:
        for key, text in catalogue(language).items():
            if not (key.startswith("help.") and key.endswith("examples")):
                continue
            for line in text.split("\n"):
                words = line.partition(" — ")[0].partition("|")[0].split()
                words = words[words.index("rollplayer") :] if "rollplayer" in words else []
                if len(words) > 1:
                    assert (words[1],) in known, line
                for word in words:
                    if word.startswith("--"):
                        assert word in options_of(words[1]), line


def options_of(command: str) -> set[str]:
    known = {
        option
        for path, parameter in all_parameters()
        if path[:1] == [command]
        for option in parameter.opts
    }
    short = {f"--{box.short}" for box in EXPANSIONS.values()}
    return known | short if "--expansion" in known else known


def test_no_text_of_the_commands_is_left_over() -> None:
    """Every option's help is used: a renamed option leaves none behind."""
    used = {"help.root", "help.examples"}
    for path in paths(app()):
        key = ".".join(["help", *path])
        used |= {key, f"{key}.more", f"{key}.examples"}
    for path, parameter in all_parameters():
        used |= {".".join(["help", *path, parameter.name]), f"help.any.{parameter.name}"}
    words = ("usage", "command", "options", "default", "lang", "no-color", "help", "version", "box")
    used |= {f"help.any.{word}" for word in (*words, "short", "exit-codes")}
    for key in catalogue("en"):
        if key.startswith("help.") and not key.startswith("help.title."):
            assert key in used


def test_without_a_command_a_pipe_gets_the_help() -> None:
    assert cli() == cli("--help")
    assert cli().code == 0
    assert "rollplayer play" in cli().out


def test_the_reference_lists_everything() -> None:
    reference = cli_reference()
    for path in paths(app())[1:]:
        assert f"\n## rollplayer {' '.join(path)}\n" in reference
    for _, parameter in all_parameters():
        if parameter.param_type_name == "option":
            assert f"`{parameter.opts[0]}" in reference
    for box in EXPANSIONS.values():
        assert f"| `--{box.short}` |" in reference
    assert reference == cli_reference()
    assert reference.endswith("\n")
    assert "  \n" not in reference


# -- language and color -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "ROLLPLAYER_LANG": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "ROLLPLAYER_LANG": ""}, "de"),
    ],
)
def test_the_language_comes_from_the_environment(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert default_language(environment) == language
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    word = {"en": "Usage:", "de": "Aufruf:", "fr": "Usage\u00a0:"}[language]
    assert word in cli("--help").out


def test_the_option_beats_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLPLAYER_LANG", "de")
    for arguments in (["--lang", "fr", "cards"], ["cards", "--lang=fr"], ["cards", "--lang", "fr"]):
        assert "53 cartes Marché" in cli(*arguments).out
    monkeypatch.setenv("ROLLPLAYER_LANG", "nonsense")
    assert cli("cards", "--lang", "fr").code == 0
    assert cli("cards").code == 2


@pytest.mark.parametrize("arguments", [["--lang"], ["--lang", "xx", "cards"], ["cards", "--lang="]])
def test_an_unknown_language_is_refused(arguments: list[str]) -> None:
    ran = cli(*arguments)
    assert ran.code == 2
    assert "en, de, fr" in ran.err


def test_color_only_on_a_terminal_and_never_against_no_color(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    assert not wants_color({})
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert wants_color({})
    assert not wants_color({"NO_COLOR": "1"})
    assert not wants_color({"TERM": "dumb"})
    for arguments, colored in ((["cards"], True), (["cards", "--no-color"], False)):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stdout", terminal)
        assert main(arguments) == 0
        assert ("\x1b[" in terminal.getvalue()) == colored


def test_columns_stand_below_each_other() -> None:
    assert columns([["a", "10"], ["bcd", "5"]], right=(1,)) == ["a    10", "bcd   5"]


# -- errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["scroe"], ["'scroe'", "Did you mean score?", *COMMANDS]),
        (["score"], ["FILE", "rollplayer score --help"]),
        (["score", "a", "b"], ["'b'", "rollplayer score --help"]),
        (["score", "a", "--jsn"], ["--jsn", "--json"]),
        (["simulate", "--seed"], ["--seed"]),
        (["cards", "check"], ["FOLDER"]),
        (["play", "--players", "9"], ["--players", "1 to 4"]),
        (["play", "--players", "2", "--seats", "human"], ["--seats"]),
        (["play", "--variant", "open-adventure"], ["Monsters & Minions"]),
        (["--frobnicate"], ["--frobnicate"]),
    ],
)
def test_what_is_typed_wrong_is_explained(arguments: list[str], parts: list[str]) -> None:
    ran = cli(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
    for part in parts:
        assert part in ran.err


@pytest.mark.parametrize(("language", "word"), [("de", "Fehler: "), ("fr", "erreur\u00a0: ")])
def test_it_is_explained_in_the_language(language: str, word: str) -> None:
    for arguments in (["scroe"], ["score"], ["score", "a", "b"], ["score", "--jsn"]):
        ran = cli(*arguments, "--lang", language)
        english = cli(*arguments)
        assert ran.err.startswith(word)
        assert ran.err.removeprefix(word) != english.err.removeprefix("error: ")


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> int:
        raise RuntimeError("a bug")

    monkeypatch.setattr(simulate, "simulate_games", fail)
    with pytest.raises(RuntimeError, match="a bug"):
        cli("simulate")


def test_ctrl_c_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "simulate_games", stop)
    ran = cli("simulate")
    assert ran.code == 130
    assert "Traceback" not in ran.err


@pytest.mark.once
def test_a_reader_that_goes_away_is_no_error() -> None:
    # The first is small enough to be written only at the end, the second is not.
    for arguments in ("cards show climb --json", "cards --json"):
        command = f"{sys.executable} -m rollplayer {arguments} | head -c 1"
        ran = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout in ("{", "[")


@pytest.mark.once
def test_a_terminal_without_umlauts_gets_codes() -> None:
    code = "import sys; from rollplayer.cli import main; sys.exit(main(['cards', '--lang', 'de']))"
    ran = python(code, PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert "\\u2022" in ran.stdout


# -- scenarios --------------------------------------------------------------------------------------

SCENARIO = """
name = "An Initiative card is taken in the Dice Phase."
rules = ["D1"]
answers = []

[given]
options = { players = 2 }
at = "take"

[then]
phase = "PHASE"
"""


def test_scenarios_hold_or_differ(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(SCENARIO.replace("PHASE", "dice"), encoding="utf-8")
    bad.write_text(SCENARIO.replace("PHASE", "market"), encoding="utf-8")
    ran = cli("scenario", str(good))
    assert (ran.code, ran.err) == (0, "")
    assert "1 scenario, all hold." in ran.out
    ran = cli("scenario", str(tmp_path))
    assert ran.code == 1
    assert "2 scenarios, 1 of them different." in ran.out
    ran = cli("scenario", str(bad), "--json")
    assert ran.code == 1
    assert '"passed": false' in ran.out
    assert "1 Szenario, davon 1 anders." in cli("scenario", str(bad), "--lang", "de").out
