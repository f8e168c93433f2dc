"""What is kept of somebody's games is never older than what is in the store."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rollplayer.server.storage.games import put_game, put_seats
from rollplayer.server.storage.kept_games import KeptGames
from rollplayer.server.storage.person_games import own_games
from rollplayer.server.storage.schema import migrate
from rollplayer.server.storage.store import SeatRow
from rollplayer.server.storage.writer import connect
from tests.server.prepared import fresh, row_of

pytestmark = pytest.mark.once

ADA, BO = "ada", "bo"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(tmp_path / "games.sqlite")) as connection:
        migrate(connection)
        for person in (ADA, BO):
            connection.execute(
                "INSERT INTO persons (id, name, language, created, seen, sentence) "
                "VALUES (?, ?, 'en', 1, 1, ?)",
                (person, person, person.encode()),
            )
        for number in range(3):
            game = row_of(fresh(2, str(number)), "host")
            game.id = f"game{number}"
            put_game(connection, game)
            put_seats(connection, game.id, [seat(0, ADA, game.id), seat(1, BO, game.id)])
            connection.execute(
                "INSERT INTO claims (person, game, digest, seat, at) VALUES (?, ?, ?, 0, 1)",
                (ADA, game.id, token(ADA, game.id)),
            )
        yield connection


def token(person: str, game: str) -> bytes:
    return f"{person} in {game}".encode()


def seat(number: int, person: str, game: str) -> SeatRow:
    return SeatRow(number, person, "human", token_hash=token(person, game))


CHANGES = {
    "archived": "UPDATE claims SET hidden = 1 WHERE game = 'game0'",
    "claimed": "INSERT INTO claims (person, game, digest, seat, at) "
    "VALUES ('bo', 'game0', CAST('bo in game0' AS BLOB), 1, 1)",
    "forgotten": "DELETE FROM claims WHERE game = 'game0'",
    "renamed": "UPDATE games SET title = 'Another' WHERE id = 'game0'",
    "closed": "UPDATE games SET status = 'closed' WHERE id = 'game0'",
    "seat renamed": "UPDATE seats SET name = 'Cleo' WHERE game = 'game0' AND seat = 1",
    "seat given away": "UPDATE seats SET token_hash = x'00' WHERE game = 'game0' AND seat = 0",
    "deleted": "DELETE FROM seats WHERE game = 'game0'; DELETE FROM games WHERE id = 'game0'",
    "person deleted": "DELETE FROM persons WHERE id = 'ada'",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen_at_once(db: sqlite3.Connection, change: str) -> None:
    kept = KeptGames()
    before = {person: list(kept.of(db, person).games) for person in (ADA, BO)}
    db.executescript(change)
    after = {person: kept.of(db, person).games for person in (ADA, BO)}
    assert after == {person: own_games(db, person) for person in (ADA, BO)}
    assert after != before


def test_what_has_not_changed_is_not_read_or_worked_out_again(db: sqlite3.Connection) -> None:
    kept = KeptGames()
    asked: list[str] = []
    db.set_trace_callback(asked.append)

    def ask(name: str) -> int:
        return kept.work_out(db, ADA, lambda games: len(asked) * 100 + len(games), name)

    first = ask("count")
    read_once = len(asked)
    assert ask("count") == first
    assert ask("") != first
    # What has changed is counted each time, and the rows are not read again.
    assert len(asked) == read_once + 2
    db.execute(CHANGES["renamed"])
    assert ask("count") != first


def test_only_so_many_games_are_kept_of_whoever_asked_last(db: sqlite3.Connection) -> None:
    kept = KeptGames(most=4)
    db.execute(CHANGES["claimed"])
    for person in (ADA, BO, ADA):
        kept.of(db, person)
    assert list(kept.by_person) == [BO, ADA]
    kept.most = 3
    kept.of(db, BO)
    assert list(kept.by_person) == [BO]
    assert [game.id for game in kept.of(db, BO).games] == ["game0"]
