"""Rated tables: opened by somebody who is signed in, rated at the end, and the ladder."""

import json
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollplayer.ratings.glicko import Rating
from rollplayer.server.common.tokens import now
from rollplayer.server.storage.rated import put_rating
from rollplayer.server.storage.sqlite import FILE_NAME
from rollplayer.server.storage.sqlite_connection import connect
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, PLAY_BELOW, Served, Visitor, axe
from tests.browser.prepared_games import ADA, answer_until, call
from tests.server.harness import Client, Server, play_on
from tests.server.person import new_secret
from tests.server.test_games import at_random

pytestmark = [pytest.mark.browser, pytest.mark.once]

SMALL = (360, 740)
SIZES = pytest.mark.parametrize(
    ("size", "language"), [(SMALL, "de"), (DESKTOP, "fr")], ids=("phone", "desktop")
)
FACE = {"race": "elf", "side": "female", "class": "bard"}
YOU = {"en": "you", "de": "du", "fr": "vous"}
RATED = {"de": "Gewertet", "fr": "Classée"}
ON_THE_LADDER = 60


def person(served: Served, name: str) -> str:
    """The secret of a new person's device."""
    secret = new_secret()
    call(served.address, "/person", {"secret": secret, "name": name})
    return secret


def sign_in(visitor: Visitor, secret: str) -> None:
    key = json.dumps(secret)
    visitor.context.add_init_script(f"localStorage.setItem('rollplayer.device', {key})")


def fill_ladder(served: Served, prefix: str) -> None:
    with closing(connect(served.folder / FILE_NAME)) as db, db:
        db.begin()
        for number in range(ON_THE_LADDER):
            id = f"{prefix}{number}"
            db.execute(
                "INSERT INTO persons (id, name, language, portrait, created, seen, sentence) "
                "VALUES (?, ?, 'en', ?, 0, 0, ?)",
                (id, f"Player {number}", json.dumps(FACE), id.encode()),
            )
            put_rating(db, id, Rating(2400.0 - number, 60), 20, now())
        (ada,) = db.execute("SELECT person FROM ratings WHERE shown = 1 AND games = 1").fetchone()
        put_rating(db, ada, Rating(2399.5, 60), 20, now())
        db.execute("UPDATE ratings SET shown = 1")


def seen(visitor: Visitor, axe_source: str) -> None:
    visitor.no_overflow()
    assert axe(visitor.page, axe_source) == []


def open_table(page: Page) -> str:
    """A rated table from the start page; its id."""
    page.locator("input[value=friends]").check(force=True)
    page.locator(".customize > summary").click()
    page.locator("input[name=rated]").check()
    expect(page.locator("select[name=turn-time]")).to_have_value("300")
    page.locator(PLAY_BELOW).click()
    page.wait_for_url("**/g/*")
    return page.url.rsplit("/", 1)[1]


def serving(served: Served) -> Server:
    """As much of a server as its clients use."""
    server = Server(served.folder)
    server.address = served.address
    return server


def begin(served: Served, created: dict[str, Any]) -> None:
    with Client(serving(served), created["game"]["id"], [created["host"]]) as host:
        assert host.ask("start")["type"] == "ack"


def play(served: Served, game: str, *secrets: str) -> None:
    """Both play to the end, each with their own device."""
    clients = [Client(serving(served), game, [secret]) for secret in secrets]
    play_on(clients, at_random(3))
    for client in clients:
        client.close()


@SIZES
def test_a_rated_game_from_the_start_page_to_the_ladder(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int], language: str
) -> None:
    ada, bo = person(served, "Ada"), person(served, "Bo")
    guest = visit(language, size)
    page = guest.open("/")
    page.locator("input[value=friends]").check(force=True)
    page.locator(".customize > summary").click()
    expect(page.locator("input[name=rated]")).to_be_disabled()
    visitor = visit(language, size)
    sign_in(visitor, ada)
    page = visitor.open("/")
    game = open_table(page)
    expect(page.locator(".facts")).to_contain_text(RATED[language])
    seen(visitor, axe_source)
    call(served.address, f"/games/{game}/join", {"name": "Bo"}, bo)
    page.locator("button.begin").click()
    expect(page.locator(".decision-bar")).to_be_visible()
    play(served, game, ada, bo)
    page = visitor.open(f"/g/{game}")
    page.locator("dialog.end .hero").first.click()
    changes = page.locator("dialog.end .ratings li")
    expect(changes).to_have_count(2)
    expect(changes.first).to_contain_text("1500 →")
    seen(visitor, axe_source)
    page = visitor.open("/me")
    rating: Any = call(served.address, "/person/rating", None, ada)
    expect(page.locator(".own b")).to_have_text(str(rating["rating"]))
    page.locator("input[name=shown]").check()
    seen(visitor, axe_source)
    fill_ladder(served, f"{language}-")
    page = visitor.open("/ladder")
    places = page.locator(".ladder li")
    expect(places).to_have_count(50)
    # Hers is told apart by a word as well.
    own = page.locator(".ladder li[aria-current]")
    expect(own).to_have_count(1)
    expect(own.locator(".name")).to_have_text(f"Ada ({YOU[language]})")
    seen(visitor, axe_source)
    page.locator(".ladder button").press("Enter")
    expect(places.nth(50)).to_be_focused()
    expect(places.nth(50)).to_contain_text("51")


@SIZES
def test_a_guest_at_a_rated_table_signs_in_and_comes_back(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int], language: str
) -> None:
    host = visit(language, size)
    sign_in(host, person(served, "Ada"))
    game = open_table(host.open("/"))
    guest = visit(language, size)
    page = guest.open(f"/g/{game}")
    expect(page.locator(".sign-in")).to_be_visible()
    expect(page.locator("form.join")).to_have_count(0)
    seen(guest, axe_source)
    page.locator(".sign-in a").press("Enter")
    page.locator("input[name=name]").fill("Bo")
    page.locator(".make").click()
    expect(page.locator(".words li")).to_have_count(13)
    seen(guest, axe_source)
    page.locator(f"main a[href='/g/{game}']").press("Enter")
    page.locator("form.join button").click()
    expect(host.page.locator(".seats")).to_contain_text("Bo")
    # Nobody is led elsewhere by a link.
    guest.open("/me?back=//evil.example")
    expect(page.locator(".words li, [data-device]").first).to_be_visible()
    expect(page.locator("main a[href*=evil]")).to_have_count(0)


def test_at_a_rated_table_nobody_is_offered_what_is_refused_there(
    visit: Visit, served: Served
) -> None:
    ada, bo = person(served, "Ada"), person(served, "Bo")
    wish = {
        "options": {"players": 2},
        "seats": [ADA, {"kind": "open"}],
        "time_limit": {"turn_seconds": 3600},
    }
    suggests = []
    for rated in (False, True):
        created = call(served.address, "/games", {**wish, "rated": rated}, ada)
        game = created["game"]["id"]
        joined = call(served.address, f"/games/{game}/join", {"name": "Bo"}, bo)
        created["seats"]["1"] = joined["token"]
        visitor = visit()
        visitor.hold(created, 0)
        sign_in(visitor, ada)
        begin(served, created)
        answer_until(served.address, created, "arrange-dice")
        page = visitor.open(f"/g/{game}")
        expect(page.locator(".decision-bar.asked")).to_be_visible()
        suggests.append(page.get_by_role("button", name="Suggest spaces").count())
    assert suggests == [1, 0]
