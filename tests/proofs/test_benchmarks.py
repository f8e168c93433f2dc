"""The measurements run; their figures are for a quiet machine, so only what must hold is asked here."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from benchmarks.server import (
    bus,
    capacity,
    far_thinking,
    held,
    load,
    my_games,
    processes,
    thinking,
    throughput,
    watching,
)

pytestmark = pytest.mark.once


def test_people_and_bots_play_without_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where closing takes its time, as on a busy machine: no socket is left behind."""
    close = ClientConnection.close

    async def close_slowly(socket: ClientConnection, *arguments: Any) -> None:
        await asyncio.sleep(random.uniform(0, 0.3))
        await close(socket, *arguments)

    monkeypatch.setattr(ClientConnection, "close", close_slowly)
    # People who think as long as people do might all still be thinking after four seconds.
    monkeypatch.setattr(load, "THINKS", (0.2, 0.8))
    report = load.prove(games=2, bot_games=1, seconds=4)
    assert report.failures == []
    assert int(report.figures["acks"]) > 0


def test_throughput_beside_an_echo_and_another_store() -> None:
    report = throughput.prove(tables=2, seconds=0.5, beside="postgresql")
    assert report.failures == []
    assert 0 < float(report.figures["ratio"]) < 1
    assert float(report.figures["times as many in postgresql"]) > 0


def test_several_processes_beside_one() -> None:
    report = processes.prove(tables=3, seconds=0.5, nodes=2)
    assert report.failures == []
    assert int(report.figures["SQLite: PostgreSQL us an answer"]) == 0
    for subject in ("one", "fewer tables", "several", "passed on"):
        assert int(report.figures[f"{subject}: servers us an answer"]) > 0
        assert int(report.figures[f"{subject}: PostgreSQL us an answer"]) > 0
    assert float(report.figures["the same, passed on"]) > 0


@pytest.mark.parametrize("store", held.NODES)
def test_tables_are_held_open(store: str) -> None:
    report = held.prove(store, tables=6, rate=20, seconds=1, quiet=0.5)
    assert report.failures == []
    assert int(report.figures["sockets"]) > 6
    assert int(report.figures["answers"]) > 5


def test_what_the_model_is_made_of_is_recorded_part_by_part(tmp_path: Path) -> None:
    file = tmp_path / "capacity.json"
    for name in ("commits", "points"):
        report = capacity.prove([name], file, scale=0.1)
        assert report.failures == []
    recorded = json.loads(file.read_text(encoding="utf-8"))
    assert recorded["commits"]["found"]["per_second"] > 0
    points = recorded["points"]["found"]
    assert len(points) == len(capacity.FITS) + len(capacity.PREDICTED)
    assert {point["store"] for point in points if point["postgresql_us"] > 0} == {"one", "several"}


def test_people_wait_for_bots_at_several_tables() -> None:
    report = thinking.prove(tables=2, level="adventurer", seconds=3)
    assert report.failures == []
    assert int(report.figures["after: waits"]) > 0


def test_own_games_are_listed_beside_tables() -> None:
    report = my_games.prove(games=40, own=8, seconds=1)
    assert report.failures == []
    assert int(report.figures["list: requests"]) > 0
    assert int(report.figures["statistics: requests"]) > 0


def test_a_bus_says_everything_to_everybody() -> None:
    report = bus.prove(messages=20, rate=200, rounds=1, kinds=("nats", "notify"))
    assert report.failures == []
    assert float(report.figures["nats p50 ms"]) > 0


def test_a_worker_elsewhere_answers_alike() -> None:
    report = far_thinking.prove(6, "squire")
    assert report.failures == []
    assert float(report.figures["far postgresql ms"]) > 0


def test_watchers_elsewhere_see_everything() -> None:
    report = watching.prove(answers=12)
    assert report.failures == []
    assert float(report.figures["bus p50 ms"]) > 0
