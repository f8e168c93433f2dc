"""The server within a page, without the page: games are begun, kept, gone on with and finished."""

import asyncio
import json
from typing import Any

import pytest

from tests.offline.shelf import Page, Shelf

pytestmark = pytest.mark.once

BOX = "monsters-and-minions"
BOT = {"kind": "bot", "level": "squire", "name": "Osric"}


async def opened(shelf: Shelf) -> Page:
    page = Page(shelf)
    await page.server.start()
    return page


@pytest.mark.parametrize(("others", "boxes"), [((), ()), ((BOT,), (BOX,))], ids=("alone", "bots"))
def test_a_game_goes_on_in_the_next_page_and_ends(
    others: tuple[dict[str, Any], ...], boxes: tuple[str, ...]
) -> None:
    async def play() -> None:
        shelf = Shelf()
        page = await opened(shelf)
        created = await page.begin(*others, boxes=boxes)
        id, tokens = created["game"]["id"], " ".join(created["seats"].values())
        before = await page.play(await page.sit_down(created), most=10)
        await page.go()

        page = await opened(shelf)
        after = await page.sit_down(created)
        assert after["version"] >= before["version"] > 0
        assert after["view"]["heroes"][0]["race"] == before["view"]["heroes"][0]["race"]
        status, own = await page.ask(
            "POST", "/own-games", {"games": [{"id": id, "tokens": tokens.split()}]}
        )
        assert (status, own["games"][0]["game"]["status"]) == (200, "running")
        assert own["games"][0]["asked"] in range(1 + len(others))
        end = await page.play(after)
        assert end["result"]["heroes"][0]["total"] is not None
        status, film = await page.ask("GET", f"/games/{id}/replay", tokens=tokens)
        assert (status, len(film["frames"])) == (200, end["version"] + 1)
        assert film["end"]["seed"]
        status, again = await page.ask("POST", f"/games/{id}/rematch", {"start": True}, tokens)
        assert (status, again["game"]["status"]) == (200, "running")
        await page.go()
        assert len(shelf.kept) == 2

    asyncio.run(play())


def test_what_cannot_be_kept_is_said_and_has_not_happened() -> None:
    async def play() -> None:
        shelf = Shelf()
        page = await opened(shelf)
        created = await page.begin()
        table = await page.play(await page.sit_down(created), most=3)
        shelf.is_full = True
        await page.answer(table)
        refused = await page.hear("refused")
        assert (refused["code"], "QuotaExceeded" in refused["text"]) == ("not-saved", True)
        status, problem = await page.ask(
            "POST", "/games", {"options": {"players": 1}, "start": True}
        )
        assert (status, problem["code"]) == (503, "not-saved")
        shelf.is_full = False
        page.say(type="hello", protocol=1, tokens=list(created["seats"].values()))
        same = await page.hear("state")
        assert same["version"] == table["version"]
        assert (await page.play(same, most=3))["version"] > table["version"]
        await page.go()

    asyncio.run(play())


def test_what_needs_numpy_or_a_server_is_refused() -> None:
    async def ask() -> None:
        page = await opened(Shelf())
        status, info = await page.ask("GET", "?language=de")
        assert (status, info["levels"]) == (200, ["random", "squire", "adventurer"])
        legend = {"kind": "bot", "level": "legend"}
        status, problem = await page.ask(
            "POST", "/games", {"options": {"players": 2}, "seats": [{"kind": "human"}, legend]}
        )
        assert (status, problem["code"]) == (422, "unknown-level")
        for path in ("/games", "/finished", "/persons/me", "/ladder"):
            status, problem = await page.ask("GET", path)
            assert (status, problem["code"]) == (404, "not-found"), path
        await page.go()

    asyncio.run(ask())


def test_a_token_of_nobody_opens_nothing() -> None:
    async def come() -> None:
        page = await opened(Shelf())
        created = await page.begin()
        page.server.call(1, created["game"]["id"])
        page.say(type="hello", protocol=1, tokens=["not-mine"])
        assert (await page.hear("refused"))["code"] == "unauthorised"
        assert await page.hear("end") == {"type": "end", "code": 4401}
        await page.go()

    asyncio.run(come())


def test_what_a_later_version_has_written_is_left_alone() -> None:
    async def come() -> None:
        shelf = Shelf()
        page = await opened(shelf)
        created = await page.begin()
        await page.go()
        (id,) = shelf.kept
        shelf.kept[id] = json.dumps({**json.loads(shelf.kept[id]), "form": 2})
        before = dict(shelf.kept)
        page = await opened(shelf)
        page.server.call(1, created["game"]["id"])
        page.say(type="hello", protocol=1, tokens=list(created["seats"].values()))
        assert (await page.hear("refused"))["code"] == "not-found"
        await page.go()
        assert shelf.kept == before

    asyncio.run(come())


def test_a_game_that_cannot_be_opened_says_why_and_can_be_called_again() -> None:
    async def come() -> None:
        shelf = Shelf()
        page = await opened(shelf)
        created = await page.begin()
        await page.play(await page.sit_down(created), most=3)
        await page.go()
        tokens = list(created["seats"].values())

        # For a moment nothing can be read: whoever calls again is let in.
        page = await opened(shelf)
        shelf.is_away = True
        page.server.call(1, created["game"]["id"])
        page.say(type="hello", protocol=1, tokens=tokens)
        assert (await page.hear("refused"))["code"] == "not-saved"
        assert await page.hear("end") == {"type": "end", "code": 1012}
        shelf.is_away = False
        assert (await page.sit_down(created))["version"] >= 3
        await page.go()

        # A line that cannot be read is damage, not a fault.
        (id,) = shelf.kept
        for damage in ("{}", "no JSON", "[]"):
            lines = list(shelf.lines[id])
            shelf.lines[id][1] = damage
            page = await opened(shelf)
            page.server.call(1, id)
            page.say(type="hello", protocol=1, tokens=tokens)
            told = await page.hear("welcome", "refused")
            assert told.get("code") != "fault"
            status, game = await page.ask("GET", f"/games/{id}", tokens=tokens[0])
            assert (status, game["status"]) == (200, "broken")
            await page.go()
            shelf.lines[id] = lines

    asyncio.run(come())


def test_nonsense_is_refused_and_an_old_line_hung_up() -> None:
    async def come() -> None:
        page = await opened(Shelf())
        created = await page.begin()
        table = await page.sit_down(created)
        for nonsense in ("", "{", "[]", '{"type": "answer"}', "[" * 100_000):
            page.server.say(1, nonsense)
            assert (await page.hear("refused"))["code"] == "malformed"
        assert (await page.play(table, most=2))["version"] > table["version"]
        # As after another tab has played: this engine has never been called on that line.
        page.server.say(7, '{"type": "ping"}')
        assert await page.hear("end") == {"type": "end", "code": 1012}
        await page.go()

    asyncio.run(come())
