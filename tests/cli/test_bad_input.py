"""Spoilt input of every kind: an error that says what to do, never anything else."""

import json
from pathlib import Path

import pytest

from tests.cli.mutate import ANSWERED, KINDS, Failure, judge, spoil_many
from tests.cli.runner import Ran, cli


@pytest.mark.parametrize("part", range(3))
def test_spoilt_input_is_refused_or_still_valid(part: int) -> None:
    answered, failures = spoil_many(500, f"tests/{part}")
    assert failures == []
    for kind in KINDS:
        # Else nothing was spoilt, or what is spoilt was not looked at.
        assert answered[kind, "refused"] > 10
    assert sum(answered.values()) == 500
    assert {how for _, how in answered} <= set(ANSWERED.values())


@pytest.mark.parametrize(
    "ran",
    [
        Ran(3, "", ""),
        Ran(1, "", "error: something that is long enough"),
        Ran(2, "", ""),
        Ran(2, "", "Traceback"),
        Ran(2, "", "first line\nerror: something that is long enough"),
    ],
)
def test_the_judge_notices(ran: Ran) -> None:
    with pytest.raises(Failure):
        judge(ran, "score")


HUGE = "9" * 5000


@pytest.mark.parametrize("command", [["verify"], ["replay"], ["score"], ["scenario"]])
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00",
        b"\xff\xfe",
        HUGE.encode(),
        b'{"format": ' + HUGE.encode() + b"}",
        b"x = " + HUGE.encode(),
        b"[" * 5000,
        b"x = " + b"[" * 5000,
        b"x = 1979-05-27",
        b'{"heroes": [{"name": "\\ud800"}]}',
        "\u2028".encode(),
    ],
    ids=lambda raw: ascii(raw)[:20] if isinstance(raw, bytes) else None,
)
def test_odd_files_are_refused_by_every_command(
    command: list[str], raw: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "odd"
    path.write_bytes(raw)
    ran = cli(*command, str(path))
    assert ran.code == 2
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
    assert path.read_bytes() == raw


@pytest.mark.parametrize("command", ["verify", "replay", "score", "scenario"])
@pytest.mark.parametrize("path", ["nowhere/at/all", "folder", "a\x00b"])
def test_what_is_no_file_is_refused(
    command: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    ran = cli(command, path)
    assert ran.code == 2
    assert ran.err.startswith("error: ")


@pytest.mark.parametrize("text", ["\x1b[31m", "a\nb", "\x9b2J", "\u202e", "\ud800"])
def test_a_message_cannot_steer_the_terminal(text: str) -> None:
    """One printable line, whatever was typed or stands in a file."""
    for ran in (
        cli(text),
        cli("score", f"nowhere-{text}"),
        cli("cards", "show", text),
        cli("score", "-", stdin=json.dumps({"heroes": [{"race": text}]})),
    ):
        assert ran.code == 2
        assert ran.err.endswith("\n")
        assert ran.err[:-1].isprintable()
