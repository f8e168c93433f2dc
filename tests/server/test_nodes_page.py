"""The page of an operator that shows all processes of one database, in the language of the browser."""

import re
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rollplayer.server.common.settings import Settings
from rollplayer.server.operation import nodes_page
from rollplayer.server.storage.places import place_of
from tests import forking
from tests.server.harness import Server, play_on
from tests.server.stores import new_database
from tests.server.test_nodes import began, first, node, through

pytestmark = pytest.mark.once


@contextmanager
def shown(store: str) -> Iterator[str]:
    """The address of the page."""
    server = nodes_page.server_of(place_of(Settings(store=store)), 0, "en")
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


def read(url: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def cells(page: str, name: str) -> list[str]:
    (row,) = re.findall(rf'<tr><th scope="row">{name}<br>.*?</tr>', page)
    return re.findall(r"<td[^>]*>(.*?)</td>", row)


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Server]:
    with node(tmp_path, "ada", new_database()) as ada:
        yield ada


def test_it_shows_rooms_sockets_answers_and_how_quick_they_are(ada: Server) -> None:
    game = began(ada)
    with through(ada, game, 0, 1) as client, shown(ada.settings["ROLLPLAYER_STORE"]) as url:
        assert play_on([client], first, most=3) == 3
        status, page = read(url)
        assert status == 200
        state, leases, rooms, sockets, answers, slowest, lag, bus, workers = cells(page, "ada")
        assert (bus, workers) == ("–", "0")
        assert (state, leases, rooms, sockets) == ("alive", "1", "1", "1")
        assert int(answers) >= 3
        assert re.fullmatch(r"(≤|&gt;) [0-9.]+ ms", slowest)
        assert float(lag.removesuffix(" s")) < 5
        # Whoever reads it in peace stops the updates.
        assert '<meta http-equiv="refresh"' in page
        assert '<meta http-equiv="refresh"' not in read(url + "?still")[1]


def test_it_speaks_the_language_of_the_browser(ada: Server) -> None:
    with shown(ada.settings["ROLLPLAYER_STORE"]) as url:
        for asked, language, title in (
            ("de-AT,en", "de", "Tischserver"),
            ("fr", "fr", "Serveurs de tables"),
            ("ja", "en", "Table servers"),
        ):
            _, page = read(url, **{"Accept-Language": asked})
            assert f'<html lang="{language}">' in page
            assert f"<h1>{title}</h1>" in page


def test_nobody_is_shown_it_under_another_name(ada: Server) -> None:
    with shown(ada.settings["ROLLPLAYER_STORE"]) as url:
        assert read(url, Host="evil.example")[0] == 421
        assert read(url + "secret")[0] == 404
        assert read(url, Host="localhost:1")[0] == 200


def test_it_says_that_a_process_is_silent_and_that_the_database_is_away(ada: Server) -> None:
    store = ada.settings["ROLLPLAYER_STORE"]
    with shown(store) as url:
        with ada.opened() as db:
            db.execute("UPDATE nodes SET until = 0, seen = seen - 60000")
        ada.end(9)
        assert cells(read(url)[1], "ada")[:2] == ["silent", "0"]
    with shown(store.replace("/games_", "/gone_")) as url:
        status, page = read(url)
        assert status == 503
        assert "The database does not answer" in page


def test_where_nobody_shares_games_there_is_nothing_to_show() -> None:
    shown = forking.run("rollplayer", ["admin", "nodes", "--page", "0", "--store", new_database()])
    assert shown.returncode == 2
    assert "--node" in shown.stderr
