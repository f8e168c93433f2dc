"""What is kept of somebody's games is never older than what is in the store."""

from collections.abc import Iterator

import pytest

from rollplayer.server.storage import kept_games
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.games import put_game, put_seats
from rollplayer.server.storage.kept_games import KeptGames
from rollplayer.server.storage.person_games import GameFacts, own_games
from rollplayer.server.storage.schema import migrate
from rollplayer.server.storage.store import SeatRow
from tests.server.prepared import fresh, row_of
from tests.server.stores import Kept

pytestmark = pytest.mark.once

ADA, BO = "ada", "bo"


@pytest.fixture
def db(kept: Kept) -> Iterator[Database]:
    with kept.opened() as connection:
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
            claim(connection, ADA, game.id, 0)
        yield connection


def token(person: str, game: str) -> bytes:
    return f"{person} in {game}".encode()


def seat(number: int, person: str, game: str) -> SeatRow:
    return SeatRow(number, person, "human", token_hash=token(person, game))


def claim(db: Database, person: str, game: str, number: int) -> None:
    sql = "INSERT INTO claims (person, game, digest, seat, at) VALUES (?, ?, ?, ?, 1)"
    db.execute(sql, (person, game, token(person, game), number))


CHANGES = {
    "archived": ["UPDATE claims SET hidden = 1 WHERE game = 'game0'"],
    "forgotten": ["DELETE FROM claims WHERE game = 'game0'"],
    "renamed": ["UPDATE games SET title = 'Another' WHERE id = 'game0'"],
    "closed": ["UPDATE games SET status = 'closed' WHERE id = 'game0'"],
    "seat renamed": ["UPDATE seats SET name = 'Cleo' WHERE game = 'game0' AND seat = 1"],
    "seat given away": ["UPDATE seats SET token_hash = NULL WHERE game = 'game0' AND seat = 0"],
    "deleted": ["DELETE FROM seats WHERE game = 'game0'", "DELETE FROM games WHERE id = 'game0'"],
    "person deleted": ["DELETE FROM persons WHERE id = 'ada'"],
}


def change(db: Database, name: str) -> None:
    for sql in CHANGES[name]:
        db.execute(sql)


def is_seen_at_once(db: Database, kept: KeptGames, before: dict[str, list[GameFacts]]) -> bool:
    after = {person: kept.of(db, person).games for person in (ADA, BO)}
    return before != after == {person: own_games(db, person) for person in (ADA, BO)}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_seen_at_once(db: Database, name: str) -> None:
    kept = KeptGames()
    before = {person: list(kept.of(db, person).games) for person in (ADA, BO)}
    change(db, name)
    assert is_seen_at_once(db, kept, before)


def test_a_first_game_is_seen_at_once(db: Database) -> None:
    kept = KeptGames()
    before = {person: list(kept.of(db, person).games) for person in (ADA, BO)}
    assert before[BO] == []
    claim(db, BO, "game0", 1)
    assert is_seen_at_once(db, kept, before)


def test_what_has_not_changed_is_not_read_or_worked_out_again(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptGames()
    read: list[str] = []
    asked: list[str] = []

    def own_games_read(db: Database, person: str) -> list[GameFacts]:
        read.append(person)
        return own_games(db, person)

    def ask(name: str) -> None:
        kept.work_out(db, ADA, lambda _: asked.append(name), name)

    monkeypatch.setattr(kept_games, "own_games", own_games_read)
    for name in ("statistics", "", "statistics", ""):
        ask(name)
    assert (read, asked) == ([ADA], ["statistics", "", ""])
    change(db, "renamed")
    ask("statistics")
    assert (read, asked) == ([ADA, ADA], ["statistics", "", "", "statistics"])


def test_only_so_many_games_are_kept_of_whoever_asked_last(db: Database) -> None:
    kept = KeptGames(most=4)
    claim(db, BO, "game0", 1)
    for person in (ADA, BO, ADA):
        kept.of(db, person)
    assert list(kept.by_person) == [BO, ADA]
    kept.most = 3
    kept.of(db, BO)
    assert list(kept.by_person) == [BO]
    assert [game.id for game in kept.of(db, BO).games] == ["game0"]
