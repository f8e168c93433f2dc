"""The end as a moment: the hero, the count, how it went, what was missing; and the replay's timeline."""

import pytest
from playwright.sync_api import Page, expect

from rollplayer.server.reference.reference import frames, read_file
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, Served, Visitor, axe
from tests.browser.prepared_games import (
    ADA,
    Plain,
    bot,
    call,
    create,
    finished,
    hold,
    play_out,
    shown,
)

pytestmark = [pytest.mark.browser, pytest.mark.once]

SIZES = ((360, 740), (844, 390), (820, 1180), (1280, 720), DESKTOP, (3840, 2160))
MOVING = (
    "localStorage.setItem('rollplayer.settings',"
    " JSON.stringify({language: 'en', speed: 'slow', theme: 'light'}))"
)
SHARED = """(() => {
  window.shared = [];
  navigator.share = async (what) => void window.shared.push(what);
})()"""


def see_end(visitor: Visitor, address: str, game: Plain) -> None:
    hold(visitor.page, address, game)
    visitor.open(f"/g/{game['game']['id']}")
    visitor.page.wait_for_selector("dialog.end figure", timeout=60_000)


def drawing(page: Page) -> str:
    """The picture of the hero, as it is downloaded."""
    page.locator("dialog.end details > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Hero as a drawing").click()
    return download.value.path().read_text(encoding="utf-8")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_end_fits_every_window(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    visitor = visit(size=size)
    see_end(visitor, served.address, shown(served.address))
    page = visitor.page
    for part in ("#end-title", ".hero .who", ".hero .kin", ".again"):
        expect(page.locator(f"dialog.end {part}")).to_be_in_viewport(ratio=0.9)
    stage = page.locator("dialog.end .stage")
    assert stage.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
    assert axe(page, axe_source) == []
    visitor.no_overflow()
    if size[0] >= 1280:
        # Nothing scrolls, and neither side ends before the other.
        assert stage.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
        ends = page.locator(".stage > div").evaluate_all(
            "(all) => all.map((each) => each.lastElementChild.getBoundingClientRect().bottom)"
        )
        assert abs(ends[0] - ends[1]) < 24


@pytest.mark.parametrize(
    ("level", "rival", "mood"), [("adventurer", "random", "won"), ("random", "adventurer", "lost")]
)
def test_a_victory_and_a_defeat_differ(
    visit: Visit, served: Served, level: str, rival: str, mood: str
) -> None:
    game = shown(served.address, level, rival)
    stars = [hero["total"] for hero in game["game"]["result"]["heroes"]]
    visitor = visit()
    see_end(visitor, served.address, game)
    page = visitor.page
    assert (stars[0] > stars[1]) == (mood == "won"), "the bots played otherwise than ever"
    expect(page.locator("dialog.end")).to_have_attribute("data-mood", mood)
    expect(page.locator("dialog.end .laurel")).to_have_count(1 if mood == "won" else 0)
    first, second = page.locator("dialog.end li[data-place]").all()
    expect(first).to_contain_text("Ada" if mood == "won" else "Osric")
    picture = drawing(page)
    assert ("Victory" in picture) == (mood == "won")
    assert picture.count("@font-face") == picture.count("src:url(data:font/") == 4
    assert "127.0.0.1" not in picture, "the address of one's own machine tells nobody anything"
    expect(second).to_contain_text(f"{abs(stars[0] - stars[1])} stars behind")
    if mood == "won":
        expect(page.locator("#end-title")).to_contain_text("Victory!")
    else:
        # Above one's own hero stands one's own place.
        expect(page.locator("#end-title")).to_contain_text("Place 2 of 2")
        expect(page.locator(".hero .winner")).to_have_text("Osric wins!")
        expect(page.locator(".hero .missing")).to_contain_text("short of victory")
    # The chart's numbers are the server's.
    story = call(served.address, f"/games/{game['game']['id']}/story", None, game["seats"]["0"])
    rows = page.locator("dialog.end figure tbody tr")
    expect(rows).to_have_count(len(story["rounds"]))
    for row, each in zip(rows.all(), story["rounds"], strict=True):
        assert [int(text) for text in row.locator("td").all_inner_texts()] == each["stars"]


def test_solitaire_says_what_was_missing_to_the_next_rank(alone: Visit) -> None:
    visitor = alone()
    visitor.begin_by_form("solitaire")
    visitor.play_until("dialog.end", seconds=240)
    page = visitor.page
    page.locator("dialog.end details > summary").click()
    with page.expect_download() as file:
        page.locator("dialog.end .files > :last-child").click()
    story = frames(read_file(file.value.path().read_bytes()), "en")["story"]
    assert story["next_rank"] is not None
    missing = page.locator(".hero .missing")
    expect(missing).to_contain_text(f"{story['next_rank']['missing']} star")


def test_lines_are_counted_one_by_one_and_a_tap_ends_it(visit: Visit, served: Served) -> None:
    game = shown(served.address, "adventurer", "random")
    visitor = visit()
    page = visitor.page
    hold(page, served.address, game)
    page.evaluate(MOVING)
    visitor.open(f"/g/{game['game']['id']}")
    dialog = page.locator("dialog.end")
    expect(dialog).to_have_attribute("data-counted", "false")
    expect(page.locator("dialog.end tr.later").last).to_be_attached()
    expect(page.locator("#end-title")).not_to_contain_text("Victory")
    page.locator("dialog.end .hero").click()
    expect(page.locator(".confetti i").first).to_be_attached()
    expect(dialog).to_have_attribute("data-counted", "true")
    total = game["game"]["result"]["heroes"][0]["total"]
    expect(page.locator(".hero .stars b")).to_have_text(str(total))
    expect(page.locator("dialog.end tr.later")).to_have_count(0)


def test_reduced_motion_shows_all_lines_at_once(visit: Visit, served: Served) -> None:
    game = shown(served.address, "adventurer", "random")
    visitor = visit()
    page = visitor.page
    hold(page, served.address, game)
    page.evaluate(MOVING)
    page.emulate_media(reduced_motion="reduce")
    visitor.open(f"/g/{game['game']['id']}")
    page.wait_for_selector("dialog.end")
    assert page.locator("dialog.end").get_attribute("data-counted") == "true"
    expect(page.locator("dialog.end .laurel")).to_have_count(1)
    expect(page.locator(".confetti")).to_have_count(0)


def test_play_again_is_one_click_and_share_is_the_systems(visit: Visit, served: Served) -> None:
    game = finished(served.address)
    visitor = visit()
    visitor.context.add_init_script(SHARED)
    see_end(visitor, served.address, game)
    page = visitor.page
    page.locator("dialog.end .share").click()
    (shared,) = page.evaluate("window.shared")
    assert shared["url"] == f"{served.address}/replay/{game['game']['id']}"
    assert "Ada" in shared["text"]
    page.locator("dialog.end .again").click()
    page.wait_for_selector(".setup")
    again = call(served.address, f"/games/{page.url.rsplit('/', 1)[1]}")
    assert again["status"] == "running"
    assert again["options"] == game["game"]["options"]


def test_without_a_sheet_the_link_is_copied(visit: Visit, served: Served) -> None:
    game = shown(served.address)
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.context.add_init_script("delete Navigator.prototype.share")
    see_end(visitor, served.address, game)
    page = visitor.page
    page.locator("dialog.end .share").click()
    expect(page.locator("dialog.end .share")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"{served.address}/replay/{game['game']['id']}")


# -- the replay -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESKTOP, (360, 740)], ids=("desktop", "phone"))
def test_a_replay_has_marks_for_rounds_and_moments(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    created = create(served.address, [ADA, bot("Osric", "adventurer")], listed=True)
    room = play_out(served.address, created, "adventurer")
    visitor = visit(size=size)
    page = visitor.open(f"/replay/{room['id']}")
    page.wait_for_selector(".controls")
    moments = call(served.address, f"/games/{room['id']}/story")["moments"]
    marks = page.locator(".timeline .moments .moment")
    expect(marks).to_have_count(len(moments))
    assert moments
    expect(page.locator(".timeline .name")).to_contain_text(moments[0]["text"])
    position = page.locator(".timeline input[type=range]")
    # By keyboard, ...
    page.locator(".controls p.now").click()
    page.keyboard.press("Shift+ArrowRight")
    expect(position).to_have_js_property("value", str(moments[0]["n"]))
    expect(page.locator(".controls p.now")).to_contain_text(moments[0]["text"])
    # ... which is told where a game would ask, or in the line on top, ...
    told = ".decision-bar .what" if size == DESKTOP else ".board > .story .line"
    expect(page.locator(told)).to_be_visible()
    if size == DESKTOP:
        expect(page.locator(told)).to_contain_text(moments[0]["text"])
    # ... by the list, ...
    page.get_by_role("button", name="Moments").click()
    signs = page.get_by_role("list", name="Signs on the timeline")
    expect(signs).to_contain_text("Goal met")
    page.get_by_role("list", name="Moments").get_by_role("button").last.click()
    expect(position).to_have_js_property("value", str(moments[-1]["n"]))
    if size == DESKTOP:
        page.get_by_role("button", name="Previous moment").click()
    else:
        # A phone has room for the list, not for buttons that step from one to the next.
        page.get_by_role("list", name="Moments").get_by_role("button").first.click()
    expect(position).not_to_have_js_property("value", str(moments[-1]["n"]))
    assert axe(page, axe_source) == []
    # ... and by what stands for a round on the timeline.
    page.get_by_role("button", name="Moments").click()
    page.locator(".timeline .round", has_text="3").click()
    expect(page.locator(".timeline .round.now")).to_have_text("Round 3")
    visitor.no_overflow()
