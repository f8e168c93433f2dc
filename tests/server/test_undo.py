"""Taking back: alone as long as nothing has come after it, else all together."""

import signal
from pathlib import Path
from typing import Any

import pytest

from rollplayer.content.files import LANGUAGES
from rollplayer.server.common.problems import texts_of
from rollplayer.server.rooms.wording import UNDO_REASONS
from tests.server.harness import Client, Server, play_on
from tests.server.prepared import grown, on, stored
from tests.server.test_games import HUMANS, at_random, verified
from tests.server.test_secrets import wants_open_lock


def undo_of(client: Client, seat: int) -> dict[str, Any]:
    undo: dict[str, Any] = client.table["seats"][str(seat)]["undo"]
    assert undo["can"] == (undo["reason"] == "")
    assert bool(undo["text"]) == (not undo["can"])
    assert bool(undo["what"]) == undo["can"]
    return undo


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_against_undo_has_its_sentence(language: str) -> None:
    sentences = {texts_of(language).t(f"server.undo.{reason}") for reason in UNDO_REASONS}
    assert len(sentences) == len(UNDO_REASONS)


def test_undo_follows_the_policy(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0, 1) as client:
        first = client.asked()
        assert first is not None
        # Chance has drawn and rolled, but these two have not answered anything yet.
        assert [undo_of(client, seat)["reason"] for seat in (0, 1)] == ["nothing"] * 2
        refused = client.ask("undo", seat=first, version=client.version)
        assert refused["code"] == "cannot-undo"
        view = client.table["view"]
        client.answer(first, "race elf female")
        client.until("update")
        assert undo_of(client, first)["what"] == "Play as Elf (female)"
        assert undo_of(client, first)["others"] == 0
        assert undo_of(client, 1 - first)["reason"] == "nothing"
        refused = client.ask("undo", seat=1 - first, version=client.version)
        assert refused["code"] == "cannot-undo"
        version = client.version
        assert client.ask("undo", seat=first, version=version)["type"] == "ack"
        update = client.until("update")
        assert update["version"] == version + 1
        assert update["view"] == view
        assert update["entries"][0]["undo"] == 1
        # What was taken back stands no longer, so there is nothing once more.
        assert undo_of(client, first)["reason"] == "nothing"
        client.answer(first, "race elf female")
        client.until("update")
        client.answer(1 - first, "race orc male")
        client.until("update")
        assert undo_of(client, first)["reason"] == "other"


def test_undo_says_chance_after_a_roll_and_over_at_the_end(server: Server) -> None:
    game = server.create(options={"players": 1}, seats=[HUMANS[0]], start=True)
    with game.sit(0) as ada:
        reasons = set()
        while ada.table["view"]["round"] < 2:
            play_on([ada], at_random(21), most=1)
            reasons.add((ada.table["entries"][-1]["who"], undo_of(ada, 0)["reason"]))
        assert reasons == {(0, ""), ("chance", "chance")}
        assert server.post(game.path + "/close", {}, game.host)["game"]["status"] == "closed"
        ada.send({"type": "hello", "protocol": 1, "tokens": [game.tokens[0]]})
        ada.until("state")
        assert undo_of(ada, 0)["reason"] == "over"
        assert ada.ask("undo", seat=0, version=ada.version)["code"] == "not-running"


BOT = {"kind": "bot", "level": "squire"}


def test_undo_goes_back_over_what_bots_have_answered(server: Server, tmp_path: Path) -> None:
    """As often as one likes, back to what chance has shown; the log keeps all of it."""
    game = server.create(options={"players": 2}, seats=[HUMANS[0], BOT], start=True)
    with game.sit(0) as ada:
        while ada.asked() is None or not (undo_of(ada, 0)["can"] and undo_of(ada, 0)["others"]):
            if ada.asked() is None:
                ada.until("update")
            else:
                play_on([ada], at_random(31), most=1)
        undo, version = undo_of(ada, 0), ada.version
        own = [each["text"] for each in full_log(ada) if each["who"] == 0 and "answer" in each]
        # In the words of the log, and where that says "the die", with its color and face. "Continue"
        # goes along with what it follows.
        last = [text for text in own if text != "Continue"][-1]
        assert undo["what"] == last or last.startswith("Place the die in")
        assert ada.ask("undo", seat=0, version=version)["type"] == "ack"
        ada.until_true(lambda c: c.version > version)
        assert ada.table["entries"][0]["undo"] > undo["others"]
        assert ada.asked() == 0
        # As far back as it goes: then chance, or nothing at all, comes before.
        while undo_of(ada, 0)["can"]:
            assert ada.ask("undo", seat=0, version=ada.version)["type"] == "ack"
            ada.until("update")
        assert undo_of(ada, 0)["reason"] in ("chance", "nothing")
        assert "consent" not in undo_of(ada, 0)["text"]
        play_on([ada], at_random(32))
    verdict = verified(server, game, tmp_path)
    assert verdict["undone"] > undo["others"]
    assert (verdict["seed"], verdict["rolls_undone"]) == ("checked", 0)


def full_log(client: Client) -> list[dict[str, Any]]:
    client.send({"type": "entries", "command": "whole-log", "from": 1, "to": client.version})
    entries: list[dict[str, Any]] = client.until("entries")["entries"]
    return entries


def test_nobody_goes_back_over_what_a_stand_in_has_answered(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=[HUMANS[0], BOT], start=True, pace="turns")
    with game.sit(0) as ada:
        before = ada.version
        assert ada.ask("give-to-bot", seat=0, level="random")["type"] == "ack"
        ada.until_true(lambda c: any(e["who"] == 0 for e in c.table["entries"]), timeout=20)
        assert ada.ask("take-back", seat=0)["type"] == "ack"
        ada.until_true(lambda c: undo_of(c, 0)["reason"] != "stand-in")
        assert ada.version > before
        assert not undo_of(ada, 0)["can"]
        assert ada.ask("undo", seat=0, version=ada.version)["code"] in ("cannot-undo", "stale")


def test_undo_says_reveal_after_a_look_at_a_card(tmp_path: Path) -> None:
    looked = grown(
        lambda table: any(record.secret_to for record in table.records), 2, wants_open_lock
    )
    (seat,) = looked.records[-1].secret_to
    created = stored(tmp_path / "data", looked)
    with Server(tmp_path / "data") as server:
        game = on(server, created)
        with game.sit(seat) as looker:
            assert undo_of(looker, seat)["reason"] == "reveal"


def test_who_has_a_stand_in_takes_nothing_back(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True, pace="turns")
    with game.sit(0, 1) as both:
        seat = both.asked()
        assert seat is not None
        play_on([both], at_random(22), most=1)
        assert undo_of(both, seat)["can"]
        assert both.ask("give-to-bot", seat=seat)["type"] == "ack"
        both.send({"type": "hello", "protocol": 1, "tokens": list(game.tokens.values())})
        both.until("state")
        assert undo_of(both, seat)["reason"] == "stand-in"
        assert both.ask("undo", seat=seat, version=both.version)["code"] == "stand-in"


def test_giving_a_seat_to_a_bot_and_back_is_told_at_once(server: Server) -> None:
    """Nothing else may happen at the table for hours."""
    game = server.create(options={"players": 2}, seats=HUMANS, start=True, pace="turns")
    with game.sit(0, 1) as both:
        first = both.asked()
        assert first is not None
        other = 1 - first
        assert both.ask("give-to-bot", seat=other, level="random")["type"] == "ack"
        both.until_true(lambda c: undo_of(c, other)["reason"] == "stand-in", timeout=3)
        assert both.ask("take-back", seat=other)["type"] == "ack"
        both.until_true(lambda c: undo_of(c, other)["reason"] == "nothing", timeout=3)


def test_all_together_may_take_back_what_chance_did(server: Server, tmp_path: Path) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0) as ada, game.sit(1) as bo:
        rolled = [c for c in (ada, bo) if c.asked() is not None]
        while not any(c.table["view"]["round"] == 2 for c in (ada, bo)):
            play_on([ada, bo], at_random(3), most=1)
        bo.until_true(lambda c: c.version >= ada.version)
        ada.until_true(lambda c: c.version >= bo.version)
        assert rolled
        before = ada.version
        assert ada.ask("undo", seat=0, version=before)["code"] == "cannot-undo"
        assert ada.ask("undo-ask", seat=0, version=before)["type"] == "ack"
        vote = bo.until("update")["vote"]
        assert (vote["by"], vote["agreed"], vote["waiting"]) == (0, [0], [1])
        assert bo.ask("undo-vote", seat=1, version=before, agree=False)["type"] == "ack"
        ada.until_true(lambda c: c.table["vote"] is None and c.heard[-1]["type"] == "update")
        assert ada.ask("undo-vote", seat=0, version=before, agree=True)["code"] == "no-vote"
        assert ada.ask("undo-ask", seat=0, version=before)["type"] == "ack"
        bo.until_true(lambda c: c.table["vote"] is not None)
        assert bo.ask("undo-vote", seat=1, version=before, agree=True)["type"] == "ack"
        bo.until_true(lambda c: c.version > before)
        entry = bo.table["entries"][0]
        assert entry["undo"] == vote["answers"]
        assert entry["agreed"] == [0, 1]
        assert bo.table["pending"]["seat"] == 0
        ada.until_true(lambda c: c.version > before)
        play_on([ada, bo], at_random(4))
    verdict = verified(server, game, tmp_path)
    assert verdict["undone"] == vote["answers"]
    assert verdict["seed"] == "checked"


def test_a_vote_survives_a_crash_as_long_as_the_same_people_sit_there(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        with game.sit(0, 1) as both:
            play_on([both], at_random(3), most=12)
            version = both.version
        with game.sit(0) as ada:
            assert ada.ask("undo-ask", seat=0, version=version)["type"] == "ack"
        server.restart(signal.SIGKILL)
        with game.sit(0, 1) as both:
            vote = both.table["vote"]
            assert (both.version, vote["by"], vote["waiting"]) == (version, 0, [1])
            assert vote["until"] is not None
            # Whoever is let in for somebody else has agreed to nothing.
            assert both.ask("give-to-bot", seat=1)["type"] == "ack"
            both.until_true(lambda c: c.table["vote"] is None)
            assert both.ask("take-back", seat=1)["type"] == "ack"
        with server.opened() as db:
            assert db.execute("SELECT vote FROM games").fetchall() == [(None,)]


def test_a_consented_undo_survives_a_crash_with_the_stream_of_chance(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(options={"players": 1}, seats=[HUMANS[0]], start=True)
        with game.sit(0) as ada:
            while ada.table["view"]["round"] < 2:
                play_on([ada], at_random(5), most=1)
            # Alone, asking is agreeing.
            assert ada.ask("undo-ask", seat=0, version=ada.version, entry=9)["type"] == "ack"
            ada.until("update")
            assert ada.table["view"]["round"] < 2
            play_on([ada], at_random(6), most=5)
        server.restart(signal.SIGKILL)
        with game.sit(0) as ada:
            while not ada.table["over"]:
                if ada.table["last_call"]:
                    ada.ask("pass-call", seat=0, version=ada.version)
                    ada.until("update")
                play_on([ada], at_random(7), most=1)
        assert verified(server, game, tmp_path)["seed"] == "checked"


def test_what_all_agree_to_is_acknowledged_once_it_is_on_the_disk(tmp_path: Path) -> None:
    with Server(tmp_path / "data", command=("-m", "tests.server.faulty", "fails-on-demand")) as own:
        game = own.create(options={"players": 2}, seats=HUMANS, start=True)
        with game.sit(0) as ada, game.sit(1) as bo:
            play_on([ada, bo], at_random(3), most=12)
            for each in (ada, bo):
                each.until_true(lambda c: c.version >= max(ada.version, bo.version))
            version = ada.version
            assert ada.ask("undo-ask", seat=0, version=version)["type"] == "ack"
            bo.until_true(lambda c: c.table["vote"] is not None)
            (own.data / "FULL").touch()
            assert bo.ask("undo-vote", seat=1, version=version, agree=True)["code"] == "not-saved"
            (own.data / "FULL").unlink()
            # Who asked had been acknowledged: the vote goes on where it was.
            assert bo.ask("undo-vote", seat=1, version=version, agree=True)["type"] == "ack"
            bo.until_true(lambda c: c.version > version)
            assert bo.table["entries"][0]["agreed"] == [0, 1]


def test_alone_asking_is_acknowledged_once_it_is_on_the_disk(tmp_path: Path) -> None:
    with Server(tmp_path / "data", command=("-m", "tests.server.faulty", "fails-on-demand")) as own:
        game = own.create(options={"players": 1}, seats=[HUMANS[0]], start=True)
        with game.sit(0) as ada:
            play_on([ada], at_random(5), most=12)
            version = ada.version
            wish = {"seat": 0, "version": version, "entry": 9, "command": "all-of-it"}
            (own.data / "FULL").touch()
            assert ada.ask("undo-ask", **wish)["code"] == "not-saved"
            (own.data / "FULL").unlink()
            asked = ada.ask("undo-ask", **wish)
            assert (asked["entry"], asked["duplicate"]) == (version + 1, False)
            again = ada.ask("undo-ask", **wish)
            assert (again["entry"], again["duplicate"]) == (asked["entry"], True)
