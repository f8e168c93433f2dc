"""A box that lies elsewhere brings its own module; a game goes on without one, and with a bad one."""

import json

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit
from tests.browser.driving import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.once]

BOX = "monsters-and-minions"
NAME = "somebody-elses"
GOOD = """
export default {
  name: 'somebody-elses',
  purse: [{ field: 'xp', term: 'xp', always: true }],
  icons: { xp: '/boxes/somebody-elses/icons.svg#xp' },
  style: '/boxes/somebody-elses/style.css',
  table(target, props) {
    const panel = target.appendChild(document.createElement('section'));
    panel.className = 'elsewhere';
    const text = panel.appendChild(document.createElement('p'));
    const die = props.die(panel.appendChild(document.createElement('span')), { die: 'red5' });
    const update = ({ view, name, t, seat, asked }) =>
      (text.textContent = `${name('monster', view.monster)} ${t('nav.home')} ${seat} ${asked}`);
    update(props);
    return { update, destroy: () => (die.destroy(), panel.remove()) };
  },
};
"""
STYLE = ".elsewhere p { letter-spacing: 3px; }"
FAULTS = {
    "missing": (404, "text/plain", ""),
    "not a script": (200, "text/javascript", "this is no script"),
    "another box": (200, "text/javascript", "export default { name: 'toy' };"),
    "cannot draw": (
        200,
        "text/javascript",
        f"export default {{ name: '{NAME}', table() {{ throw new Error('no'); }} }};",
    ),
    "cannot go on": (
        200,
        "text/javascript",
        f"const update = () => {{ throw new Error('no'); }}; export default {{ name: '{NAME}', table: () => ({{ update }}) }};",
    ),
    "cannot read options": (
        200,
        "text/javascript",
        f"export default {{ name: '{NAME}', places() {{ throw new Error('no'); }} }};",
    ),
}


def lies_elsewhere(player: Visitor, status: int, kind: str, module: str) -> None:
    """The page is told that the box is somebody else's, with this module."""

    def told(route: Route) -> None:
        reply = route.fetch()
        content = reply.json()
        for box in content["boxes"]:
            box |= {"id": NAME, "module": f"/boxes/{NAME}/index.js"}
        route.fulfill(response=reply, body=json.dumps(content))

    page = player.page
    # What a service worker fetches could not be replaced.
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.route("**/api/v1/content?*", told)
    page.route(
        f"**/boxes/{NAME}/index.js",
        lambda route: route.fulfill(status=status, content_type=kind, body=module),
    )
    page.route(
        f"**/boxes/{NAME}/style.css",
        lambda route: route.fulfill(content_type="text/css", body=STYLE),
    )


def goes_on(player: Visitor) -> None:
    """Ten more answers, by whatever glows and whatever has a button."""
    before = player.version()
    while player.version() < before + 10:
        if not player.act():
            player.page.wait_for_timeout(15)


def test_a_module_in_plain_javascript_draws_its_part_of_the_table(visit: Visit) -> None:
    player = visit("en")
    lies_elsewhere(player, 200, "text/javascript", GOOD)
    player.begin("solitaire", box=BOX, until="take")
    panel = player.page.locator(".elsewhere")
    player.play_until(".purse [data-help='term:xp']")
    expect(panel.locator("p")).to_contain_text("Home 0")
    expect(panel.locator("p")).to_have_css("letter-spacing", "3px")
    expect(panel.locator("svg.flat")).to_have_count(1)
    expect(player.page.locator(f"use[href='/boxes/{NAME}/icons.svg#xp']").first).to_be_attached()
    expect(player.page.locator("[data-box]")).to_have_count(0)
    goes_on(player)
    expect(panel).to_be_attached()


@pytest.mark.parametrize("fault", FAULTS)
def test_without_a_good_module_the_table_is_listed_and_the_game_goes_on(
    visit: Visit, fault: str
) -> None:
    player = visit("en")
    lies_elsewhere(player, *FAULTS[fault])
    player.begin("solitaire", box=BOX, until="take")
    plain = player.page.locator(f"[data-box={NAME}]")
    player.play_until(f"[data-box={NAME}]")
    expect(plain.locator("h3")).to_have_text("Monsters & Minions")
    expect(plain.locator("dt", has_text="Monster").first).to_be_visible()
    goes_on(player)
    expect(plain).to_be_attached()
