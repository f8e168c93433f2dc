"""``rollplayer admin``: backup under load, restore elsewhere, check of every log."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.storage.sqlite import FILE_NAME
from tests import forking
from tests.server.harness import Server, play_on
from tests.server.stores import KINDS, kept_in, opened, usual
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once


def admin(*arguments: str) -> tuple[int, Any]:
    done = forking.run("rollplayer", ["admin", *arguments, "--json"])
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_backup_restore_and_play_on(tmp_path: Path, kind: str) -> None:
    """A backup is one SQLite file, whatever kind of store it is of."""
    kept, other_place = kept_in(kind, tmp_path / "data"), kept_in(kind, tmp_path / "new")
    data, elsewhere = kept.flags, other_place.flags
    copy = tmp_path / "copy.sqlite3"
    with Server(kept.data, kept.settings) as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        busy = server.create(options={"players": 2}, seats=HUMANS, start=True)
        with game.sit(0, 1) as client, busy.sit(0, 1) as other:
            play_on([client], at_random(1), most=20)
            playing = threading.Thread(
                target=play_on, args=([other], at_random(2)), kwargs={"most": 100}
            )
            playing.start()
            code, output = admin("backup", str(copy), *data)
            assert (code, output["games"]) == (0, 2)
            left = client.table
            playing.join(60)
        assert admin("backup", str(copy), *data)[0] == 2, "nothing is written over"
        code, output = admin("check", *data)
        assert (code, output) == (0, {"games": 2, "damaged": []})
        assert admin("restore", str(copy), *data)[0] == 2, "a server is using it"
    code, output = admin("restore", str(copy), *elsewhere)
    assert (code, output["games"], output["kept"]) == (0, 2, None)
    assert admin("restore", str(copy), *elsewhere)[0] == 2, "games are there"
    code, output = admin("restore", str(copy), *elsewhere, "--force")
    assert code == 0
    assert Path(output["kept"]).exists()
    assert admin("check", *elsewhere)[0] == 0
    with Server(other_place.data, other_place.settings) as server:
        game.server = server
        with game.sit(0, 1) as client:
            assert client.table["view"] == left["view"]
            assert play_on([client], at_random(3), most=10) == 10


def test_check_finds_what_was_changed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        games = [server.create(options={"players": 2}, seats=HUMANS, start=True) for _ in range(3)]
        for game in games:
            with game.sit(0, 1) as client:
                play_on([client], at_random(4), most=10)
    with opened(data) as db:
        # A roll that was never rolled; an entry that is gone; the third stays as it was.
        rows = db.execute(
            "SELECT n, line FROM entries WHERE game = ? AND who = -1 ORDER BY n", (games[0].id,)
        ).fetchall()
        n, line = rows[0]
        assert '"roll ' in line
        face = int(json.loads(line)["answer"].split()[1])
        changed = line.replace(str(face), str(face % 6 + 1))
        db.execute(
            "UPDATE entries SET line = ? WHERE game = ? AND n = ?", (changed, games[0].id, n)
        )
        db.execute("DELETE FROM entries WHERE game = ? AND n = 5", (games[1].id,))
    code, output = admin("check", *usual(data).flags)
    assert code == 1
    reasons = {each["game"]: each["reason"] for each in output["damaged"]}
    assert set(reasons) == {games[0].id, games[1].id}
    assert "seed" in reasons[games[0].id]
    assert "entry 5 is missing" in reasons[games[1].id]


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    assert admin("backup", str(tmp_path / "x"), "--data", str(tmp_path / "none"))[0] == 2
    assert admin("check", "--data", str(tmp_path / "none"))[0] == 2
    for content in (b"", b"no database", b"SQLite format 3\x00" + b"\x00" * 200):
        (tmp_path / "bad").write_bytes(content)
        code, output = admin("restore", str(tmp_path / "bad"), "--data", str(tmp_path / "new"))
        assert code == 2, output
    assert not (tmp_path / "new" / FILE_NAME).exists()
