"""A database that an earlier version left behind: its games go on under the rules they began with."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import forking
from tests.server.earlier.record import FOLDER, play_all_seats
from tests.server.harness import Client, Server
from tests.server.stores import take_over
from tests.server.test_games import at_random

DATABASES = sorted(FOLDER.glob("*.sqlite3"))


def test_there_are_databases() -> None:
    assert DATABASES


@pytest.mark.parametrize("database", DATABASES, ids=lambda path: path.stem)
def test_its_games_are_played_to_their_end(database: Path, tmp_path: Path) -> None:
    kept: list[dict[str, Any]] = json.loads(database.with_suffix(".json").read_text("utf-8"))
    data = tmp_path / "data"
    take_over(data, database)
    with Server(data) as server:
        for number, game in enumerate(kept):
            with Client(server, game["id"], list(game["tokens"].values())) as everybody:
                assert everybody.version == game["version"]
                assert everybody.table["over"] == game["over"]
                given = play_all_seats(everybody, at_random(number))
                assert everybody.table["over"]
                assert (given == 0) == game["over"]
            status, body, _ = server.request("GET", f"/api/v1/games/{game['id']}/file")
            assert status == 200
            header = json.loads(body.splitlines()[0])
            assert header["rules"] == "base/1"
            assert header["options"]["players"] == game["options"]["players"]
            path = tmp_path / f"{game['id']}.jsonl"
            path.write_bytes(body)
            verified = forking.run("rollplayer", ["verify", str(path), "--json"])
            assert verified.returncode == 0, verified.stdout + verified.stderr
        assert server.faults() == []
        assert server.end() == 0
