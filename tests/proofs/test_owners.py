"""Play goes on when the process that owns a room is killed or stands still, and nothing is lost or done twice."""

import json
import random
from pathlib import Path

import pytest

from tests.proofs import owners
from tests.server.harness import Server

pytestmark = pytest.mark.once


def test_owners_are_killed_and_stopped_under_play(tmp_path: Path) -> None:
    notes = tmp_path / "notes.jsonl"
    report = owners.prove(kills=2, pauses=1, games=4, nodes=2, pause=0.3, notes_file=notes)
    assert report.failures == []
    assert report.figures["lost"] == 0
    assert int(report.figures["leases taken"]) > int(report.figures["concurrent games"])
    assert len([json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines()]) == 2


def test_owners_are_killed_while_people_think() -> None:
    report = owners.prove(kills=2, pauses=0, games=6, nodes=2, pause=0.3, think=0.5, hashed=True)
    assert report.failures == []
    assert int(report.figures["tables whose owner was killed"]) > 0


def test_only_who_came_after_a_kill_shows_that_play_goes_on(tmp_path: Path) -> None:
    world = owners.Cluster(Server(tmp_path), 1, awaited={"game": 5.0})
    world.goes_on("another", 6.0)
    world.goes_on("game", 4.0)
    assert (world.waited, list(world.awaited)) == ([], ["game"])
    world.goes_on("game", 6.0)
    assert (len(world.waited), world.awaited) == (1, {})


def test_all_of_a_game_come_to_one_process_and_to_another_when_it_is_gone(tmp_path: Path) -> None:
    servers = [Server(tmp_path / owners.name_of(n)) for n in range(3)]
    world = owners.Cluster(servers[0], 1, servers=servers, awake={0, 1, 2}, hashed=True)
    games = [f"game {n}" for n in range(60)]
    before = {game: servers.index(world.door(random.Random(1), game)) for game in games}
    assert set(before.values()) == {0, 1, 2}
    world.awake.discard(1)
    after = {game: servers.index(world.door(random.Random(1), game)) for game in games}
    moved = {game for game in games if before[game] != after[game]}
    assert moved == {game for game in games if before[game] == 1}
