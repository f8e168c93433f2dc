"""The whole game from a static folder: begun, kept, gone on with, and played without a network."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import PHONE, Visitor
from tests.browser.offline_build import PATIENCE, WORKER
from tools.offline.host import Host

pytestmark = [pytest.mark.browser, pytest.mark.once]

Come = Callable[..., Visitor]


@pytest.fixture
def come(host: Host, browser: Browser) -> Iterator[Come]:
    visitors: list[Visitor] = []

    def enter(
        language: str = "en", *, prepared: str = "", size: tuple[int, int] = PHONE
    ) -> Visitor:
        visitor = Visitor(browser, host.address + "#", language, size, keeps=True)
        visitor.page.set_default_timeout(PATIENCE)
        if prepared:
            visitor.context.add_init_script(prepared)
        visitors.append(visitor)
        return visitor

    yield enter
    for visitor in visitors:
        visitor.close()


def started(page: Page) -> None:
    """Until all that a time without a network needs is here, and the engine runs."""
    page.wait_for_selector("html[data-kept]")
    page.wait_for_selector("html[data-engine]")


def test_a_game_is_begun_kept_and_gone_on_with_without_a_network(host: Host, come: Come) -> None:
    visitor = come("de")
    page = visitor.open("/")
    started(page)
    expect(page.get_by_text("ohne Netz spielen")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("input[value=solitaire]")).to_be_attached(timeout=PATIENCE)
    expect(page.locator("input[value=friends]")).to_have_count(0)
    sent = len(host.sent)
    visitor.begin_by_form("solitaire")
    visitor.play_until("dialog.end", seconds=120, most=12)
    version, place = visitor.version(), page.url
    assert version >= 12
    # A browser asks now and then whether there is a newer build, and for nothing else.
    newer = {host.below + "keeper.js"}
    assert {path for path, _ in host.sent[sent:]} <= newer
    visitor.context.set_offline(True)
    page.reload()
    started(page)
    assert page.url == place
    page.wait_for_selector(f"html[data-version='{version}'], .decision-bar.asked")
    assert visitor.version() >= version
    visitor.play_until("dialog.end", seconds=120, most=4)
    assert {path for path, _ in host.sent[sent:]} <= newer
    visitor.context.set_offline(False)


@pytest.mark.parametrize("level", ["squire", "adventurer"])
def test_a_whole_game_with_a_bot(come: Come, level: str) -> None:
    visitor = come("fr")
    page = visitor.open("/")
    started(page)
    page.locator(".customize > summary").click()
    page.locator(f"option[value={level}]").locator("..").select_option(level)
    page.locator("input[value=short-game]").set_checked(True)
    page.locator(".below button.go:not(:disabled)").click()
    page.wait_for_url("**/g/*")
    visitor.play_until("dialog.end", seconds=240)
    expect(page.locator("dialog.end .scroll thead th")).to_have_count(2)
    page.locator("dialog.end details > summary").click()
    with page.expect_download() as kept:
        page.locator("dialog.end .files button").last.click()
    assert '"end"' in kept.value.path().read_text(encoding="utf-8")
    page.goto(page.url.replace("#/g/", "#/replay/"))
    expect(page.locator(".controls")).to_be_visible()


def test_a_browser_that_keeps_nothing_says_so(come: Come) -> None:
    # The worker has no database either: what it would open is not there.
    visitor = come(prepared="")
    visitor.context.route(
        WORKER,
        lambda route: route.fulfill(
            body="Object.defineProperty(self, 'indexedDB', { value: undefined });\n"
            + route.fetch().text(),
            content_type="text/javascript",
        ),
    )
    page = visitor.open("/")
    page.wait_for_selector("html[data-engine]")
    expect(page.get_by_role("alert")).to_contain_text("keeps nothing", timeout=PATIENCE)
    visitor.begin_by_form("solitaire")
    visitor.play_until("dialog.end", seconds=120, most=6)


def test_where_not_all_can_be_put_away_it_plays_all_the_same(
    host: Host, browser: Browser, tmp_path: Path
) -> None:
    folder = tmp_path / "without-one"
    shutil.copytree(host.folder, folder)
    (folder / "icons" / "app-512.png").unlink()
    poorer = Host(folder).begin()
    visitor = Visitor(browser, poorer.address + "#", "en", PHONE, keeps=True)
    try:
        visitor.page.set_default_timeout(PATIENCE)
        page = visitor.open("/")
        page.wait_for_selector("html[data-engine]")
        expect(page.locator("html[data-kept]")).to_have_count(0)
        visitor.begin_by_form("solitaire")
        visitor.play_until("dialog.end", seconds=120, most=3)
        visitor.close()
    finally:
        poorer.end()


def test_only_one_tab_plays_at_a_time(host: Host, come: Come) -> None:
    visitor = come()
    first = visitor.open("/")
    started(first)
    second = visitor.context.new_page()
    second.set_default_timeout(PATIENCE)
    second.goto(host.address)
    expect(second.get_by_role("alert")).to_contain_text("another tab", timeout=PATIENCE)
    second.get_by_role("button", name="Play here").click()
    second.wait_for_selector("html[data-engine]")
    expect(second.get_by_role("alert")).to_have_count(0, timeout=PATIENCE)
    expect(first.get_by_role("alert")).to_contain_text("another tab", timeout=PATIENCE)
