"""docs/protocol.md tells the truth: its transcripts run, its routes, messages and codes are all."""

import re

import pytest

from rollplayer.server.common.problems import STATUS
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms.permissions import MESSAGES
from rollplayer.server.transport.routes import ROUTES
from tests.server.harness import Server
from tests.server.transcripts import PAGE, Differs, Player, transcripts

pytestmark = pytest.mark.once

TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("heading", transcripts())
def test_a_transcript_runs_as_written(server: Server, heading: str) -> None:
    Player(server).play(transcripts()[heading])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"duplicate": true', '"duplicate": false'),
        ('"undo": 1', '"undo": 2'),
        ('"code": "cannot-undo"', '"code": "stale"'),
    ],
)
def test_a_transcript_that_lies_is_caught(server: Server, before: str, after: str) -> None:
    lines = [line.replace(before, after) for line in transcripts()["Undo, and reconnecting"]]
    with pytest.raises(Differs):
        Player(server).play(lines)


def section(heading: str) -> str:
    match = re.search(rf"^#+ {heading}\n(.*?)^#+ ", TEXT, re.MULTILINE | re.DOTALL)
    assert match is not None, heading
    return match[1]


def test_every_route_is_described_and_no_other() -> None:
    described = set(
        re.findall(r"^\| `(GET|POST) (/api/v1[^`]*)` \|", section("HTTP"), re.MULTILINE)
    )
    assert described == {(route.method, route.path) for route in ROUTES} | {
        ("GET", "/api/v1/games/{id}/socket")
    }


def test_every_message_is_described_and_no_other() -> None:
    described = set(re.findall(r"^\| `([a-z-]+)` \|", section("From the client"), re.MULTILINE))
    assert described == {kind.__struct_config__.tag for kind in MESSAGES}


def test_every_message_passes_the_gate() -> None:
    assert set(MESSAGES) == set(m.Message.__subclasses__())


def test_every_code_is_described_and_no_other() -> None:
    rows = re.findall(r"^\| (`[a-z`, -]+`) \|", section("Refusals"), re.MULTILINE)
    described = {code for row in rows for code in re.findall(r"`([a-z-]+)`", row)}
    assert described == set(STATUS)
