"""Monsters & Minions over the wire: whole games, a restart, scores, and cards only some have seen."""

import json
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rollplayer.engine.table import CHANCE
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.server.common.tokens import hashes_of
from rollplayer.server.protocol.messages import encode
from rollplayer.server.reference.statistics import count
from rollplayer.server.rooms import views
from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.server.harness import Client, Game, Server, play_on
from tests.server.prepared import NAMES, STARTED, fresh, grown, on, room_of, row_of, stored
from tests.server.test_games import at_random, play_through_calls, verified

BOX = "monsters-and-minions"
VARIANTS = ["difficult-monsters", "open-adventure"]
SPECTATOR = -2
TOKENS = {seat: f"token of {name}" for seat, name in enumerate(NAMES[:3])}

Plain = dict[str, Any]
Choose = Callable[[list[Plain]], Plain]


def hunting(seed: int) -> Choose:
    """At random, but on the Hunt whenever that is open."""
    at_once = at_random(seed)

    def choose(options: list[Plain]) -> Plain:
        hunts = [option for option in options if option["notation"] == "hunt"]
        chosen: Plain = hunts[0] if hunts else at_once(options)
        return chosen

    return choose


def people(players: int) -> list[Plain]:
    return [{"kind": "human", "name": name} for name in NAMES[:players]]


def options(players: int, **more: Any) -> Plain:
    return {"players": players, "expansions": [BOX], **more}


def check_end(game: Game, result: Plain, players: int) -> None:
    room = game.room()
    assert room["status"] == "finished"
    assert room["options"]["expansions"] == [BOX]
    assert len(result["result"]["heroes"]) == players
    for hero in result["result"]["heroes"]:
        assert "monster" in hero["lines"]
    assert result["view"]["adventure_open"] == 3
    assert all(result["view"]["adventure"].values())


def test_the_server_tells_of_the_box(server: Server) -> None:
    payload = server.get("/api/v1?language=de")
    (box,) = payload["expansions"]
    assert box["id"] == BOX
    assert box["most_players"] == 5
    assert box["editions"] == ["second"]
    assert sorted(box["variants"]) == VARIANTS
    assert box["text"].endswith(".")
    assert payload["players"]["max"] == 4
    content = server.get(f"/api/v1/content?language=de&expansion={BOX}")
    assert content["hash"] == box["content"]
    assert content["expansions"] == [BOX]
    assert set(content["texts"]["adventure"]) == set(content["facts"]["adventure"])
    base = server.get("/api/v1/content?language=de")
    assert "adventure" not in base["facts"] or not base["facts"]["adventure"]
    assert base["hash"] == payload["content"]["second"]
    for question in ("hunt-hire", "monster-reroll"):
        assert content["messages"][f"question.{question}"]
        assert question in [each["key"] for each in server.get("/api/v1/rules")["questions"]]
    status, refused, _ = server.request("GET", f"/api/v1/content?edition=first&expansion={BOX}")
    assert (status, refused["code"]) == (422, "refused-options")


@pytest.mark.parametrize(
    ("language", "part"),
    [("en", "5 players need"), ("de", "5 Spieler brauchen"), ("fr", "5 joueurs demandent")],
)
def test_what_needs_the_box_is_refused_with_its_name(
    server: Server, language: str, part: str
) -> None:
    for wish, parts in (
        ({"players": 5}, (part, BOX)),
        ({"variants": ["open-adventure"]}, ("open-adventure", "Monsters & Minions", BOX)),
    ):
        body = json.dumps({"options": wish, "language": language}).encode()
        path = f"/api/v1/games?language={language}"
        status, reply, _ = server.request("POST", path, body)
        assert (status, reply["code"]) == (422, "refused-options"), reply
        for each in parts:
            assert each in reply["detail"]


def test_bots_play_a_whole_game_of_five(server: Server, tmp_path: Path) -> None:
    seats = [{"kind": "bot", "level": level} for level in ("squire", "random", "squire")]
    game = server.create(
        options=options(5, variants=VARIANTS), seats=[*seats, *seats[:2]], start=True
    )
    with game.sit() as watcher:
        watcher.until_true(lambda c: c.table["over"], timeout=60)
        check_end(game, watcher.table, 5)
    assert verified(server, game, tmp_path)["seed"] == "checked"


def test_alone_against_the_monster(server: Server, tmp_path: Path) -> None:
    game = server.create(options=options(1), seats=people(1), start=True)
    with game.sit(0) as ada:
        play_through_calls(ada, hunting(1))
        check_end(game, ada.table, 1)
        assert ada.table["result"]["rank"]
    assert verified(server, game, tmp_path)["over"]


@pytest.mark.parametrize("players", [3, 5])
def test_people_play_a_whole_game(server: Server, tmp_path: Path, players: int) -> None:
    seats = [*people(players - 1), {"kind": "open"}]
    game = server.create(options=options(players), seats=seats, listed=True)
    lobby = server.get("/api/v1/games?status=open")["games"]
    boxes = [each["options"].get("expansions") for each in lobby if each["id"] == game.id]
    assert boxes == [[BOX]]
    assert game.join(NAMES[players - 1]) == players - 1
    held = range(players - 1)
    with game.sit(*held, host=True) as screen, game.sit(players - 1, language="fr") as last:
        assert screen.ask("start")["type"] == "ack"
        screen.until("update")
        play_on([screen, last], hunting(players))
        last.until_true(lambda c: c.table["over"])
        check_end(game, screen.table, players)
        hunts = [
            event["event"]
            for message in screen.heard
            for entry in message.get("entries", [])
            for event in entry.get("events", [])
        ]
    assert "hunt-ended" in hunts
    assert "monster-fought" in hunts
    verified(server, game, tmp_path)
    replay = server.get(game.path + "/replay?language=de")
    assert len(replay["frames"]) == game.room()["version"] + 1
    for wish, there in (("", True), (f"&expansion={BOX}", True), ("&expansion=none", False)):
        games = server.get(f"/api/v1/finished?players={players}{wish}")["games"]
        assert (game.id in [each["id"] for each in games]) is there


def test_numbers_are_counted_by_box() -> None:
    rows = []
    for box, stars in ((), 20), ((BOX,), 30), ((BOX,), 40):
        row = row_of(fresh(1, "counted", expansions=box), "host")
        row.result = {
            "end": {"heroes": [{"total": stars}], "winners": [0]},
            "classes": ["bard"],
        }
        rows.append(row)
    counted = [(each.expansions, each.games, each.mean_total) for each in count(rows, {}).finished]
    assert counted == [([], 1, 20.0), ([BOX], 2, 35.0)]


def test_a_hunt_goes_on_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(options=options(3), seats=people(3), start=True)
        with game.sit(0, 1, 2) as screen:
            until_question(screen, "hunt-hire")
            seat, before = screen.asked(), screen.table
        server.restart(signal.SIGKILL)
        with game.sit(0, 1, 2) as screen:
            for part in ("version", "view", "pending", "seats"):
                assert screen.table[part] == before[part], part
            assert screen.asked() == seat
            play_on([screen], at_random(4))
            check_end(game, screen.table, 3)
        verified(server, game, tmp_path)


def until_question(client: Client, question: str) -> None:
    choose = hunting(8)
    while client.table["pending"]["question"] != question:
        assert play_on([client], choose, most=1) == 1


def test_odds_and_prices_are_told(server: Server) -> None:
    game = server.create(options=options(2), seats=people(2), start=True)
    with game.sit(0, 1) as screen:
        until_question(screen, "hunt-hire")
        seat = screen.asked()
        forecast = screen.table["seats"][str(seat)]["forecast"]
        hero = screen.table["view"]["heroes"][seat]
        assert forecast["hunt"]["dice"] == hero["combat_dice"]
        assert forecast["mercenary"].keys() == {"xp", "gold"}
        for column in ("now", "more"):
            # Each is rounded for itself.
            assert abs(sum(row[column] for row in forecast["hunt"]["rows"]) - 100) <= 3
        first, *_, last = forecast["hunt"]["rows"]
        assert first["more"] <= first["now"]
        assert last["more"] >= last["now"]


def test_the_ladder_of_stars_is_told(server: Server) -> None:
    game = server.create(options=options(2), seats=people(2), start=True)
    with game.sit(0, 1) as screen:
        until_question(screen, "hunt-hire")
        view = screen.table["view"]
        rungs = [(rung["from"], rung["stars"]) for rung in view["ladder"]]
        # X11: one star from the Strength on, then one for every two, eight at most.
        assert rungs[:3] == [(0, 0), (view["strength"], 1), (view["strength"] + 4, 2)]
        assert rungs[-1] == (view["strength"] + 16, 8)


def test_hints_in_a_game_with_the_box(server: Server) -> None:
    game = server.create(options=options(2), seats=people(2), start=True)
    with game.sit(0, 1) as screen:
        until_question(screen, "hunt-hire")
        seat = screen.asked()
        screen.send(
            {"type": "hint", "command": "hint-0001", "version": screen.version, "seat": seat}
        )
        assert screen.until("hint", timeout=60)["hints"]


def test_a_score_with_the_box(server: Server) -> None:
    table = {"monster": "chimera", "heroes": [{"name": "Ada", "combat": 14, "xp": 2}]}
    body = json.dumps(table).encode()
    status, reply, _ = server.request("POST", f"/api/v1/score?expansion={BOX}", body)
    assert status == 200, reply
    assert reply["score"]["heroes"][0]["lines"]["monster"] > 0
    status, reply, _ = server.request("POST", "/api/v1/score", body)
    assert (status, reply["code"]) == (422, "bad-score")


@pytest.mark.parametrize(
    ("language", "warning", "refusal"),
    [
        ("en", "Ada has the Class color of the Monster", "already belongs to Ada"),
        ("de", "Ada hat die Klassenfarbe des Monsters", "gehört schon Ada"),
        ("fr", "Ada a la couleur de Classe du Monstre", "appartient déjà à Ada"),
    ],
)
def test_a_score_says_what_no_table_has(
    server: Server, language: str, warning: str, refusal: str
) -> None:
    path = f"/api/v1/score?expansion={BOX}&language={language}"
    heroes = [
        {"name": "Ada", "class": "warrior", "trophies": ["kobold"]},
        {"name": "Bob", "class": "cleric", "trophies": ["goblin"]},
    ]
    reply = server.post(path, {"monster": "dragon", "heroes": heroes})
    assert len(reply["warnings"]) == 1
    assert warning in reply["warnings"][0]
    heroes[1]["trophies"] = ["kobold"]
    body = json.dumps({"monster": "dragon", "heroes": heroes}).encode()
    status, reply, _ = server.request("POST", path, body)
    assert (status, reply["code"]) == (422, "bad-score")
    assert "Bob, trophies" in reply["detail"]
    assert refusal in reply["detail"]


def test_the_content_says_what_the_scorer_asks_for(server: Server) -> None:
    for language, honor in (
        ("en", "Honor tokens"),
        ("de", "Ehrenmarker"),
        ("fr", "Jetons Honneur"),
    ):
        fields = server.get(f"/api/v1/content?language={language}&expansion={BOX}")["score"]
        assert fields["most_heroes"] == 5
        assert fields["dice"]["boost"] == [3, 8]
        assert [each["name"] for each in fields["table"]] == ["monster", "difficult_monsters"]
        of_hero = {each["name"]: each for each in fields["hero"]}
        field = {"name": "honor", "sort": "number", "kind": "", "low": 0, "high": 99, "text": honor}
        assert of_hero["honor"] == field
        # What is asked for is what is understood.
        example = {"number": 1, "flag": True, "id": "chimera", "ids": 1, "cards": []}
        hero = {name: example[each["sort"]] for name, each in of_hero.items()}
        table = {each["name"]: example[each["sort"]] for each in fields["table"]}
        server.post(f"/api/v1/score?expansion={BOX}", {**table, "heroes": [hero]})


# -- what only some have seen -----------------------------------------------------------------------


def prefers_hunts(notation: str) -> int:
    return 2 if notation == "hunt" else 1 if notation.startswith("hire") else 0


def looks(table: RecordedMatch) -> bool:
    return table.game.question() == "deal-secretly" and table.game.top_card < 0


def shown_to(table: RecordedMatch, viewer: int, language: str, since: int) -> bytes:
    tokens = [] if viewer == SPECTATOR else [TOKENS[viewer]]
    return encode(views.state(room_of(table, TOKENS), since, hashes_of(tokens), language))


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_an_adventure_card_changes_no_byte_for_those_who_have_not_looked(language: str) -> None:
    first = grown(looks, 3, prefers_hunts, expansions=(BOX,))
    seat, cards = first.game.agenda[-1].seat, first.game.options()
    assert len(cards) > 1
    one, other = (twin(first, card) for card in (cards[0], cards[-1]))
    choice, since, compared = random.Random(2), one.version - 1, 0
    while compared < 60 and monsters_of(one.game).turned_up == 0:
        known = {token for token in TOKENS if monsters_of(one.game).knows(token, 0)}
        assert seat in known
        for viewer in (*TOKENS, SPECTATOR):
            mine = shown_to(one, viewer, language, since)
            # The control: who has seen the card is told which one it is.
            assert (mine == shown_to(other, viewer, language, since)) == (viewer not in known)
        open_to_both = [option for option in one.game.options() if option in other.game.options()]
        answer, asked = choice.choice(open_to_both), one.game.seat()
        for table in (one, other):
            table.act(asked, answer, STARTED, "human")
        since, compared = 0 if since else one.version - 2, compared + 1
    assert compared >= 20


def twin(first: RecordedMatch, card: int) -> RecordedMatch:
    table = fresh(3, "twin", expansions=(BOX,))
    for record in first.records:
        table.act(record.who, record.code, record.at, record.actor, record.command)
    table.act(CHANCE, card, STARTED, "chance")
    return table


def test_adventure_cards_over_the_wire(tmp_path: Path) -> None:
    table = grown(looks, 2, prefers_hunts, expansions=(BOX,))
    seat, dealt = table.game.agenda[-1].seat, table.version + 1
    created = stored(tmp_path / "data", table)
    with Server(tmp_path / "data") as server:
        game = on(server, created)
        with game.sit(seat) as user, game.sit(1 - seat, since=0) as other, game.sit() as watcher:
            for client in (user, other, watcher):
                client.until_true(lambda c: c.version >= dealt)
                client.send({"type": "entries", "from": dealt, "to": dealt})
            card = user.table["seats"][str(seat)]["seen"]["adventure"]["location"]
            assert card
            (mine,) = user.until("entries")["entries"]
            assert card in str(mine)
            for client in (other, watcher):
                (theirs,) = client.until("entries")["entries"]
                assert "answer" not in theirs
                assert card not in str(theirs)
                assert client.table["view"]["adventure"]["location"] is None
            assert other.table["seats"][str(1 - seat)]["seen"] == {}
            assert card not in json.dumps([other.heard, watcher.heard])
