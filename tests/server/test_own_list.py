"""Finding one's own games and counting what was reached, without a server."""

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import new_id
from rollplayer.server.reference.own_statistics import count
from rollplayer.server.rooms.own_list import OwnSearch, find, level_of
from rollplayer.server.storage.person_games import (
    GameFacts,
    HeroFacts,
    SeatFacts,
    own_games,
)
from rollplayer.server.storage.schema import migrate
from rollplayer.server.storage.sqlite import FILE_NAME
from rollplayer.server.storage.sqlite_connection import connect
from tests.server.earlier.record import FOLDER

Sitter = tuple[str, str, str | None]
ME: Sitter = ("Ada", "human", None)
BO: Sitter = ("Bø", "human", None)
SQUIRE: Sitter = ("Osric", "bot", "squire")
LEGEND: Sitter = ("Tancred", "bot", "legend")


def hero(
    total: int, *, won: bool = False, cls: str = "bard", race: str | None = "elf"
) -> HeroFacts:
    return HeroFacts(
        race, "female", cls, total, int(won), Raw(b'{"goals": %d, "gold": 3}' % (total - 3))
    )


def game(
    number: int,
    sitters: list[Sitter],
    heroes: list[HeroFacts],
    own: tuple[int, ...] = (0,),
    **fields: Any,
) -> GameFacts:
    """A finished game that somebody played on the first seat."""
    seats = [SeatFacts(at, *who, int(at in own)) for at, who in enumerate(sitters)]
    facts: dict[str, Any] = {
        "id": f"game{number:04}",
        "archived": 0,
        "host": 0,
        "title": "",
        "status": "finished",
        "created": number,
        "finished": 1_700_000_000_000 + number * 20 * 24 * 3_600_000,
        "boxes": [],
        "seats": seats,
        "heroes": heroes,
    }
    return GameFacts(**{**facts, **fields})


GAMES = [
    game(1, [ME, BO], [hero(20, won=True), hero(15)], title="Friday table"),
    game(2, [ME, SQUIRE], [hero(12), hero(18, won=True)]),
    game(3, [ME], [hero(25, won=True, cls="sorcerer")]),
    game(4, [ME, SQUIRE, LEGEND], [hero(30, won=True, race="orc"), hero(9), hero(11)]),
    game(5, [ME, BO], [hero(9, won=True), hero(8)], archived=1, boxes=["kilns"]),
    game(6, [ME, BO], [], status="running", finished=None),
    game(7, [ME, BO], [], status="open", finished=None),
    game(8, [ME, BO], [], status="closed", finished=1_800_000_000_000),
]


def found(**wish: Any) -> list[int]:
    return [int(each.id[4:]) for each in find(GAMES, OwnSearch(**wish)).games]


@pytest.mark.parametrize(
    ("wish", "numbers"),
    [
        ({}, [8, 7, 6, 4, 3, 2, 1]),
        ({"part": "running"}, [7, 6]),
        ({"part": "finished"}, [4, 3, 2, 1]),
        ({"part": "closed"}, [8]),
        ({"part": "archived"}, [5]),
        ({"part": "finished", "result": "won"}, [4, 1]),
        ({"part": "finished", "result": "lost"}, [2]),
        ({"part": "finished", "result": "alone"}, [3]),
        ({"part": "finished", "cls": "sorcerer"}, [3]),
        ({"part": "finished", "race": "orc"}, [4]),
        ({"part": "finished", "level": "people"}, [1]),
        ({"part": "finished", "level": "squire"}, [2]),
        ({"part": "finished", "level": "legend"}, [4]),
        ({"part": "archived", "box": "kilns"}, [5]),
        ({"part": "archived", "box": "none"}, []),
        ({"part": "finished", "opponent": "BØ"}, [1]),
        ({"part": "finished", "opponent": "Ada"}, []),
        ({"query": "friday"}, [1]),
        ({"query": "table bø"}, [1]),
        ({"query": "zauberer", "language": "de"}, [3]),
        ({"query": "%"}, []),
        ({"query": "' OR 1=1 --"}, []),
    ],
)
def test_each_wish_finds_its_games(wish: dict[str, Any], numbers: list[int]) -> None:
    assert found(**wish) == numbers


def test_pages_follow_one_another_though_games_come_and_go_meanwhile() -> None:
    many = [game(number, [ME], [hero(number)]) for number in range(1, 24)]
    seen: list[str] = []
    after: str | None = ""
    while after is not None:
        page = find(many, OwnSearch(part="finished", limit=5, after=after))
        seen += [each.id for each in page.games]
        after = page.next
        # Another game ends, and the one that was told last is archived: the others keep their places.
        many = [*many, game(99 + len(many), [ME], [hero(1)])]
        page.games[-1].archived = 1
    assert seen == [f"game{number:04}" for number in range(23, 0, -1)]


def test_games_that_ended_together_are_told_once_each() -> None:
    alike = [game(number, [ME], [hero(1)], finished=5) for number in range(7)]
    first = find(alike, OwnSearch(part="finished", limit=3))
    second = find(alike, OwnSearch(part="finished", limit=9, after=first.next or ""))
    assert sorted(each.id for each in (*first.games, *second.games)) == [each.id for each in alike]


@pytest.mark.parametrize("after", ["x", "-", "1e5-game0001", "²-x", "-5-x"])
def test_an_invented_place_is_refused(after: str) -> None:
    with pytest.raises(Refused, match="malformed"):
        find(GAMES, OwnSearch(after=after))


def test_a_bot_that_is_gone_is_still_a_level() -> None:
    assert level_of(game(1, [ME, ("X", "bot", "my-own")], [])) == "my-own"
    assert level_of(game(1, [ME, ("X", "bot", "greedy")], [])) == "squire"


def test_statistics_count_finished_games_archived_or_not() -> None:
    told = count(GAMES, "de")
    assert (told.games, told.contested, told.won) == (5, 4, 3)
    assert (told.mean, told.best, told.streak) == (19.2, 30, 2)
    assert [(each.key, each.games, each.won, each.best) for each in told.classes] == [
        ("bard", 4, 3, 30),
        ("sorcerer", 1, 0, 25),
    ]
    assert told.classes[1].name == "Zauberer"
    assert [(each.key, each.games) for each in told.levels] == [
        ("alone", 1),
        ("squire", 1),
        ("legend", 1),
        ("people", 2),
    ]
    assert [(each.line, each.mean, each.best, each.game) for each in told.lines] == [
        ("goals", 16.2, 27, "game0004"),
        ("gold", 3.0, 3, "game0001"),
    ]
    assert [(each.what, each.value, each.game) for each in told.records] == [
        ("stars", 30, "game0004"),
        ("lead", 19, "game0004"),
    ]
    assert [(each.name, each.games, each.won) for each in told.opponents] == [("Bø", 2, 2)]
    assert [each.month for each in told.months] == ["2023-12", "2024-01", "2024-02"]
    assert sum(each.games for each in told.months) == 5


def test_a_game_lost_at_once_has_no_stars() -> None:
    told = count([game(1, [ME], [hero(14)])], "en")
    assert (told.games, told.mean, told.records) == (1, 0.0, [])


def test_who_has_finished_nothing_has_reached_nothing() -> None:
    told = count([], "fr")
    assert (told.games, told.best, told.classes, told.months, told.streak) == (0, 0, [], [], 0)


def test_of_several_own_heroes_the_winner_counts_and_nobody_is_an_opponent() -> None:
    both = game(1, [ME, BO], [hero(10), hero(20, won=True)], own=(0, 1))
    told = count([both], "en")
    assert (told.games, told.contested, told.won, told.best) == (1, 0, 0, 20)


# -- on disk ----------------------------------------------------------------------------------------


def test_games_that_ended_before_have_their_summaries_after_the_migration(tmp_path: Path) -> None:
    for database in FOLDER.glob("*.sqlite3"):
        shutil.copy(database, tmp_path / FILE_NAME)
        with closing(connect(tmp_path / FILE_NAME)) as db:
            migrate(db)
            rows = db.execute(
                "SELECT json_array_length(heroes), json_extract(options, '$.players'), "
                "json_extract(heroes, '$[0][3]'), json_extract(result, '$.end.heroes[0].total') "
                "FROM games LEFT JOIN summaries ON game = id WHERE status = 'finished'"
            ).fetchall()
        assert rows
        assert all(heroes == players and mine == total for heroes, players, mine, total in rows)


def test_a_damaged_result_keeps_neither_its_game_from_ending_nor_the_others_from_the_list(
    tmp_path: Path,
) -> None:
    with closing(connect(tmp_path / FILE_NAME)) as db:
        migrate(db)
        db.execute(
            "INSERT INTO persons (id, name, language, created, seen, sentence) "
            "VALUES ('ada', 'Ada', 'en', 0, 0, x'00')"
        )
        results = ("no JSON", '{"end": {"heroes": [{"total": "many"}]}}', '{"end": {"heroes": []}}')
        ids = [new_id() for _ in results]
        for id, result in zip(ids, results, strict=True):
            db.execute(
                "INSERT INTO games (id, title, status, options, rules, content, seed, host_hash, "
                "listed, watch, pace, language, created) VALUES (?, '', 'running', '{}', '', '', "
                "x'00', x'01', 0, 0, 'live', 'en', 0)",
                (id,),
            )
            db.execute("INSERT INTO claims VALUES ('ada', ?, x'01', NULL, 0, 0, 1)", (id,))
            sql = "UPDATE games SET status = 'finished', finished = 1, result = ? WHERE id = ?"
            db.execute(sql, (result, id))
        assert {each.id for each in own_games(db, "ada")} == {ids[0], ids[2]}
        assert own_games(db, "bo") == []
