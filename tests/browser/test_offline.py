"""Without a network: what works after one visit, what says that it needs the server, and updates."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rollplayer.server.transport.static import WEB, Client
from tests.browser.conftest import Visit
from tests.browser.driving import LANGUAGES, PHONE, TAKE, Served, Visitor
from tests.server.test_static import asked

pytestmark = [pytest.mark.browser, pytest.mark.once]

KEPT = "navigator.serviceWorker.ready.then(() => caches.keys())"
ADDRESSES = """(async () => {
  const all = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) {
      const { pathname, search } = new URL(request.url);
      all.push(pathname + search);
    }
  return all;
})()"""

SIZES_OF = """(addresses) => Promise.all(addresses.map(async (src) => {
  const picture = Object.assign(new Image(), {src});
  await picture.decode();
  return `${picture.naturalWidth}x${picture.naturalHeight}`;
}))"""


def visited(visitor: Visitor, path: str = "/") -> Page:
    """One visit, until the browser has put away what it keeps."""
    page = visitor.open(path)
    assert page.evaluate(KEPT)
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_scorer_rules_and_lessons_work_offline_after_one_visit(visit: Visit, language: str) -> None:
    """The start page has been open once, and nothing else."""
    visitor = visit(language, PHONE, keeps=True)
    page = visited(visitor)
    visitor.context.set_offline(True)
    page.goto(visitor.address + "/score")
    expect(page.locator("tfoot")).to_be_visible()
    page.goto(visitor.address + "/rules")
    expect(page.locator("main dt").first).to_be_visible()
    expect(page.locator("main .book")).to_be_visible()
    for lesson in ("/learn", "/learn/hunt"):
        page.goto(visitor.address + lesson)
        expect(page.locator(".coach")).to_be_visible()
    visitor.context.set_offline(False)


def test_the_scorer_knows_the_boxes_offline(visit: Visit) -> None:
    visitor = visit("en", PHONE, keeps=True)
    page = visited(visitor)
    visitor.context.set_offline(True)
    page.goto(visitor.address + "/score")
    page.wait_for_selector("tfoot")
    box = page.locator("input[type=checkbox][value=monsters-and-minions]")
    box.check()
    expect(page.get_by_text("Honor").first).to_be_visible()
    visitor.context.set_offline(False)


def test_what_needs_the_server_says_so_and_tries_again(browser: Browser, tmp_path: Path) -> None:
    served = Served(tmp_path)
    visitor = Visitor(browser, served.address, keeps=True)
    try:
        page = visited(visitor)
        served.stop()
        for path in ("/g/0123456789abcdef", "/replay/0123456789abcdef", "/tables", "/"):
            page.goto(served.address + path)
            said = page.get_by_text("The server cannot be reached.").or_(
                page.get_by_text("Connection lost; reconnecting")
            )
            expect(said.first).to_be_visible()
        page.goto(served.address + "/g/0123456789abcdef")
        again = page.get_by_role("button", name="Try again")
        expect(again).to_be_visible()
        served.start()
        # The page tries by itself, too, and may be quicker.
        again.evaluate_all("(buttons) => buttons[0]?.click()")
        expect(page.get_by_role("heading", name="No table here")).to_be_visible()
        # The start page asks by itself until somebody answers.
        page.goto(served.address + "/")
        page.wait_for_selector("button.go:not(:disabled)")
    finally:
        visitor.context.close()
        served.stop()


def test_the_start_page_comes_to_life_when_the_server_does(
    browser: Browser, tmp_path: Path
) -> None:
    served = Served(tmp_path)
    visitor = Visitor(browser, served.address, keeps=True)
    try:
        page = visited(visitor)
        served.stop()
        page.goto(served.address + "/")
        expect(page.get_by_text("Connection lost; reconnecting")).to_be_visible()
        served.start()
        page.wait_for_selector("button.go:not(:disabled)")
        expect(page.get_by_text("Connection lost; reconnecting")).to_have_count(0)
    finally:
        visitor.context.close()
        served.stop()


def test_no_game_is_ever_kept(visit: Visit) -> None:
    """Neither a game, nor a token, nor anything that has to come from the server."""
    visitor = visit("en", keeps=True)
    page = visited(visitor)
    before = page.evaluate(ADDRESSES)
    visitor.begin("bots", until="take")
    visitor.play_until(TAKE)
    page.reload()
    page.wait_for_selector(".decision-bar")
    visitor.open("/tables")
    kept = page.evaluate(ADDRESSES)
    assert sorted(kept) == sorted(before)
    assert not [address for address in kept if "/games" in address or "token" in address]
    api = {address.split("?")[0] for address in kept if address.startswith("/api/")}
    assert api == {"/api/v1", "/api/v1/content", "/api/v1/rules", "/api/v1/lesson"}


def test_the_app_can_be_installed(visit: Visit) -> None:
    visitor = visit("en", keeps=True)
    page = visited(visitor)
    line = visitor.context.new_cdp_session(page)
    errors = line.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Windows of tests are private; nothing else may stand in the way.
    assert [error["errorId"] for error in errors] in ([], ["in-incognito"])
    manifest = line.send("Page.getAppManifest")
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    assert told["start_url"] == "/"
    # Pictures for home screens, which take no SVG, and as large as the manifest says.
    icons = [icon for icon in told["icons"] if icon["type"] == "image/png"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    sizes = page.evaluate(SIZES_OF, [icon["src"] for icon in icons])
    assert sizes == [icon["sizes"] for icon in icons]
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert page.evaluate(SIZES_OF, [touch]) == ["180x180"]


# -- updates ----------------------------------------------------------------------------------------


class Builds:
    """A server that has one build of the client now and another one later."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = self.build("first")
        builds = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.split("?")[0]
                response = builds.client.serve(asked(path)) if path[:5] != "/api/" else None
                body = b"{}" if path[:5] == "/api/" else b""
                if response is not None:
                    body = bytes(response.body)
                self.send_response(200 if response is not None or body else 404)
                kind = response.headers["content-type"] if response is not None else "text/plain"
                self.send_header("content-type", kind)
                self.send_header("cache-control", "no-cache")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def build(self, name: str) -> Client:
        folder = self.folder / name
        (folder / "assets").mkdir(parents=True)
        (folder / "worker.js").write_bytes((WEB / "worker.js").read_bytes())
        (folder / "assets" / f"late-{name}.js").write_text(f"export default '{name}, late';")
        (folder / "index.html").write_text(
            f"<!doctype html><title>{name}</title><main>{name}</main><script type=module>"
            f"window.late = () => import('/assets/late-{name}.js').then((it) => it.default);"
            "navigator.serviceWorker.register('/worker.js');</script>"
        )
        return Client(folder)


@pytest.fixture
def builds(tmp_path: Path) -> Iterator[Builds]:
    two = Builds(tmp_path)
    yield two
    two.server.shutdown()
    two.server.server_close()


def test_a_new_build_takes_over_at_the_next_load(browser: Browser, builds: Builds) -> None:
    context = browser.new_context()
    page, still_open = context.new_page(), context.new_page()
    for each in (page, still_open):
        each.goto(builds.address)
        each.evaluate(KEPT)
    builds.client = builds.build("second")
    page.reload()
    expect(page.locator("main")).to_have_text("second")
    while len(page.evaluate(KEPT)) < 2:
        page.wait_for_timeout(50)
    page.evaluate(
        "navigator.serviceWorker.ready.then((it) => new Promise((done) => {"
        "  const look = () => (it.installing || it.waiting ? setTimeout(look, 50) : done());"
        "  look();"
        "}))"
    )
    context.set_offline(True)
    page.reload()
    expect(page.locator("main")).to_have_text("second")
    assert page.evaluate("late()") == "second, late"
    # A page that was opened before still finds its own parts.
    assert still_open.evaluate("late()") == "first, late"
    context.close()
