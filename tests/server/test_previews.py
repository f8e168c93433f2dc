"""Previews over the wire: of one's own options, of this moment, and of nothing hidden or rolled."""

import random
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

from rollplayer.server.protocol.messages import MOST_PREVIEWS
from rollplayer.server.rooms.services import PREVIEWS
from tests.server.harness import Client, Server, play_on, until_too_fast

HUMANS = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]


def preview(client: Client, seat: int, options: list[int], **fields: Any) -> dict[str, Any]:
    command = client.command()
    client.send(
        {
            "type": "preview",
            "command": command,
            "seat": seat,
            "version": client.version,
            "options": options,
            **fields,
        }
    )
    reply = client.until("preview", "refused", timeout=30)
    assert reply["command"] == command
    return reply


def test_a_preview_says_what_the_answer_then_does(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    draw = random.Random(3)
    brought = 0
    with game.sit(0, 1) as both:
        for _ in range(60):
            play_on([both], draw.choice, most=1)
            seat = both.asked()
            if seat is None:
                break
            option = draw.choice(both.options(seat))
            before = both.table["view"]["heroes"][seat]
            told = preview(both, seat, [option["id"]])["previews"][str(option["id"])]
            both.answer(seat, option["notation"])
            if told.get("rolls"):
                continue
            after = both.table["view"]["heroes"][seat]
            # Whoever is asked next may be the other seat; what chance adds comes with the answer.
            if both.asked() is not None and "gold" in told:
                assert after["gold"] >= before["gold"] + min(told["gold"], 0)
                brought += 1
    assert brought


def test_only_the_seat_itself_looks_ahead(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0) as ada, game.sit(1) as bo, game.sit() as watcher:
        asking, other = (ada, bo) if ada.asked() is not None else (bo, ada)
        seat = asking.asked()
        assert seat is not None
        ids = [option["id"] for option in asking.options(seat)]
        assert set(preview(asking, seat, ids)["previews"]) == {str(id) for id in ids}
        assert preview(other, seat, ids)["code"] == "forbidden"
        assert preview(watcher, seat, ids)["code"] == "unauthorised"
        # What is no option of one's own now has no preview.
        assert preview(other, 1 - seat, ids)["previews"] == {}
        assert preview(asking, seat, ids, version=asking.version + 1)["previews"] == {}
        for client in (other, watcher):
            assert "preview" not in [
                each["type"] for each in client.quiet() if each.get("previews")
            ]


def test_previews_have_a_limit_of_their_own(server: Server) -> None:
    game = server.create(options={"players": 1}, seats=HUMANS[:1], start=True)
    with game.sit(0) as ada:
        id = ada.options(0)[0]["id"]
        allowed = PREVIEWS // MOST_PREVIEWS
        replies = until_too_fast(lambda: preview(ada, 0, [id] * MOST_PREVIEWS), 4 * allowed)
        assert len(replies) > allowed
        too_many = [id] * (MOST_PREVIEWS + 1)
        ada.send({"type": "preview", "seat": 0, "version": ada.version, "options": too_many})
        assert ada.until("refused", timeout=30)["code"] == "malformed"
        assert ada.answer(0, ada.options(0)[0]["notation"])["type"] == "ack"


def test_whoever_sits_at_many_tables_looks_ahead_at_the_price_of_all(tmp_path: Path) -> None:
    """The limit of a seat is no limit for somebody with a seat at each of many tables."""
    with (
        Server(tmp_path, {"ROLLPLAYER_MESSAGES_PER_ADDRESS": "120"}) as server,
        ExitStack() as seats,
    ):
        games = [
            server.create(options={"players": 1}, seats=HUMANS[:1], start=True) for _ in range(8)
        ]
        people = [seats.enter_context(game.sit(0)) for game in games]
        turns = cycle(people)

        def look() -> dict[str, Any]:
            each = next(turns)
            return preview(each, 0, [each.options(0)[0]["id"]] * MOST_PREVIEWS)

        # Each of these tables alone allows as many.
        replies = until_too_fast(look, len(people) * (PREVIEWS // MOST_PREVIEWS))
        assert len(replies) > 1
