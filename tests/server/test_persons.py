"""A person without a password: made, recovered, on another device, exported, deleted."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rollplayer.server.common.sentence_words import WORDS
from rollplayer.server.operation.maintenance import back_up, look_over
from rollplayer.server.protocol import persons as p
from rollplayer.server.storage.places import Folder
from rollplayer.server.storage.schema import migrate
from rollplayer.server.storage.sqlite import FILE_NAME
from rollplayer.server.storage.sqlite_connection import connect
from tests.server.conforming import check
from tests.server.earlier.record import FOLDER
from tests.server.harness import Client, Server, play_on
from tests.server.person import PERSON, Somebody, new_secret
from tests.server.stores import all_rows, opened, take_over
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once

TWO = {"players": 2}


def test_there_are_words_enough_and_each_is_known_by_four_letters() -> None:
    assert len(WORDS) == len(set(WORDS)) == 1024
    assert len({word[:4] for word in WORDS}) == 1024


def test_one_request_makes_a_person(server: Server) -> None:
    secret = new_secret()
    body = {"secret": secret, "name": "  Ada\u202e ", "language": "de", "device": "Firefox"}
    made = server.post(PERSON, body)
    check(made, p.MadePerson)
    assert made["person"]["name"] == "Ada"
    assert len(made["sentence"]) == 13
    told = server.get(PERSON, secret)
    check(told, p.Person)
    (device,) = told["devices"]
    assert (device["name"], device["this"]) == ("Firefox", True)
    # The answer was not heard: the same device is the same person, with a sentence that is.
    again = server.post(PERSON, body)
    assert again["person"]["id"] == made["person"]["id"]
    assert again["sentence"] != made["sentence"]
    server.post(PERSON + "/change", {"noted": True}, secret)
    assert server.request("POST", PERSON, body)[0] == 403


def test_name_language_and_portrait_change(server: Server) -> None:
    ada = Somebody.new(server)
    face = {"race": "elf", "side": "female", "class": "bard"}
    changed = ada.do("/change", name="Ada L.", language="fr", portrait=face)
    assert (changed["name"], changed["language"], changed["portrait"]) == ("Ada L.", "fr", face)
    assert ada.do("/change", portrait=None)["portrait"] is None
    assert ada.refusal("/change", name="\u200b") == (422, "bad-name")
    assert ada.ask()["name"] == "Ada L."


def test_the_sentence_brings_everything_to_another_device(server: Server) -> None:
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True, watch=False)
    assert ada.claim(game, game.tokens[0], game.host) == {"claimed": [game.id], "unknown": []}
    phone = ada.recovered()
    assert phone.games() == [game.id]
    (own,) = phone.ask("/games")["games"]
    assert (own["seats"], own["host"]) == ([0], True)
    # The seat opens with the device's own secret, on the socket and by HTTP.
    with Client(server, game.id, [phone.secret]) as client:
        assert client.welcome["seats"] == [0]
        assert client.welcome["host"] is True
    assert server.get(game.path + "/state", phone.secret)["seats"].keys() == {"0"}
    # However it is typed; four letters are enough.
    typed = ", ".join(word[:4].upper() for word in ada.sentence.split())
    server.post(PERSON + "/recover", {"sentence": typed, "secret": new_secret()})
    assert len(ada.ask()["devices"]) == 3


def test_a_device_is_a_guest_at_the_tables_of_others(server: Server) -> None:
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True)
    with Client(server, game.id, [ada.secret]) as client:
        assert client.welcome["seats"] == []


def test_a_link_brings_another_device_once_it_is_confirmed(server: Server) -> None:
    ada = Somebody.new(server)
    link = ada.do("/link")
    phone = Somebody(server, new_secret())
    body = {"code": link["code"], "secret": phone.secret, "device": "Phone"}
    redeemed = server.post(PERSON + "/link/redeem", body)
    assert not phone.is_in()
    shown = ada.ask()["link"]
    assert (shown["number"], shown["device"]) == (redeemed["number"], "Phone")
    told = ada.do("/link/confirm", number=redeemed["number"], accept=True)
    assert [device["name"] for device in told["devices"]] == ["", "Phone"]
    assert told["link"] is None
    assert phone.is_in()


def test_a_table_again_is_the_persons_as_well(server: Server) -> None:
    ada = Somebody.new(server)
    game = server.create(options={**TWO, "variants": ["short-game"]}, seats=HUMANS, start=True)
    ada.claim(game, game.tokens[0], game.host)
    with Client(server, game.id, [ada.secret, game.tokens[1]]) as both:
        play_on([both], at_random(5))
    again = server.post(game.path + "/rematch", {}, ada.secret)["game"]
    assert set(ada.games()) == {game.id, again["id"]}


def test_a_game_comes_off_the_list_on_every_device(server: Server) -> None:
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True)
    ada.claim(game, game.tokens[0])
    phone = ada.recovered()
    phone.do("/archive", id=game.id, archived=True)
    assert ada.games() == []
    ada.do("/archive", id=game.id, archived=False)
    assert phone.games() == [game.id]


def test_everything_about_a_person_is_exported(either: Server) -> None:
    ada = Somebody.new(either)
    game = either.create(options=TWO, seats=HUMANS, start=True)
    ada.claim(game, game.tokens[0])
    with game.sit(0, 1) as both:
        both.ask("chat", seat=0, text="mine")
        both.ask("chat", seat=1, text="theirs")
        play_on([both], at_random(1), most=4)
    exported = ada.ask("/export")
    check(exported, p.Exported)
    (own,) = exported["games"]
    assert [line["text"] for line in own["chat"]] == ["mine"]
    assert own["answers"]
    assert [seat["name"] for seat in own["seats"]] == ["Ada"]
    text = json.dumps(exported)
    for secret in (ada.secret, ada.sentence, *game.tokens.values(), game.host, "Bo", "theirs"):
        assert secret not in text


def test_who_is_deleted_leaves_games_that_others_can_play(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        ada = Somebody.new(server, "Adalberta", language="de")
        wish = {"options": TWO, "seats": [{"kind": "human", "name": "Adalberta"}, HUMANS[1]]}
        running = server.create(**wish, start=True, language="de")
        closed = server.create(**wish, start=True, language="fr")
        server.post(closed.path + "/close", {}, closed.host)
        waiting = server.create(**wish)
        left = server.create(**wish, start=True)
        for game in (running, closed, waiting, left):
            ada.claim(game, game.tokens[0])
        # She has got up there before, and a bot plays under her name.
        server.post(left.path + "/leave", {}, ada.secret)
        with running.sit(0, 1) as both:
            both.ask("chat", seat=0, text="something private")
        with running.sit(1) as bo:
            ada.do("/delete", delete="everything")
            bo.until_true(lambda c: c.room["seats"][0]["name"] == "Ein früherer Spieler")
            assert bo.room["seats"][0]["stand_in"]
            play_on([bo], at_random(2), most=3)
        assert not ada.is_in()
        assert [seat["name"] for seat in closed.room()["seats"]] == ["Un ancien joueur", "Bo"]
        assert waiting.room()["seats"][0]["kind"] == "open"
        assert left.room()["seats"][0]["name"] == "A former player"
        server.end()
        with opened(tmp_path / "data") as db:
            dump = str(all_rows(db))
        assert "Adalberta" not in dump
        assert "something private" not in dump


# -- on disk ----------------------------------------------------------------------------------------


def test_games_from_before_can_be_claimed(tmp_path: Path) -> None:
    database = min(FOLDER.glob("*.sqlite3"))
    data = tmp_path / "data"
    take_over(data, database)
    kept = json.loads(database.with_suffix(".json").read_text("utf-8"))[0]
    with Server(data) as server:
        ada = Somebody.new(server)
        tokens = list(kept["tokens"].values())
        told = ada.do("/claim", games=[{"id": kept["id"], "tokens": tokens}])
        assert told["claimed"] == [kept["id"]]
        server.restart()
        assert ada.recovered().games() == [kept["id"]]


@pytest.mark.sqlite
def test_persons_survive_a_backup_and_a_check_notices_what_is_wrong(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        ada = Somebody.new(server)
        game = server.create(options=TWO, seats=HUMANS, start=True)
        ada.claim(game, game.tokens[0])
        server.end()
        assert look_over(Folder(data)) == (1, [])
        other = tmp_path / "other"
        other.mkdir()
        back_up(Folder(data), other / FILE_NAME)
        server.data = other
        server.start()
        assert ada.games() == [game.id]
        server.end()
        with closing(sqlite3.connect(other / FILE_NAME)) as db:
            db.execute("DELETE FROM persons")
            db.commit()
        assert [reason for _, reason in look_over(Folder(other))[1]] == [
            "claims: 1 without their persons",
            "devices: 1 without their persons",
        ]


def test_every_store_has_a_salt_of_its_own(tmp_path: Path) -> None:
    salts: list[bytes] = []
    for name in ("a", "b"):
        with closing(connect(tmp_path / name)) as db:
            migrate(db)
            salts += [
                row[0] for row in db.execute("SELECT value FROM salts WHERE name = 'sentence'")
            ]
    assert len({*salts}) == 2
    assert all(len(salt) == 32 for salt in salts)
