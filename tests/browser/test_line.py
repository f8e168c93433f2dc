"""A net that fails under the real client: it is back soon, and nothing is lost or doubled."""

import json
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.driving import ROOT, Served, Visitor, allowance
from tests.proofs.net import FaultyNet

pytestmark = [pytest.mark.browser, pytest.mark.once]

LOST = json.loads((ROOT / "src/rollplayer/locale/en/web.json").read_text(encoding="utf-8"))[
    "web.link.lost"
]
BACK_SECONDS = 5.0
COMMANDS = """(() => {
  window.commands = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const {type, command} = JSON.parse(text);
    if (type === 'answer' || type === 'interrupt') window.commands.push(command);
    send.call(this, text);
  };
})()"""


def answer(visitor: Visitor, seconds: float) -> float:
    """Play until the game has gone on; how long that took."""
    before, started = visitor.version(), time.monotonic()
    while visitor.version() == before:
        assert time.monotonic() - started < seconds, "the answer has led nowhere"
        visitor.act()
        visitor.page.wait_for_timeout(10)
    return time.monotonic() - started


def test_a_line_that_fails_is_back_in_time(served: Served, visit: Visit) -> None:
    with FaultyNet(served.address) as net:
        visitor = visit(address=net.address)
        visitor.context.add_init_script(COMMANDS)
        visitor.begin("solitaire")
        visitor.page.wait_for_selector(".decision-bar")
        for mode in ("half-open", "drop", "late", "half-open", "delay", "half-open"):
            for _ in range(2):
                answer(visitor, 30)
            made = net.opened
            assert net.fail(mode) > 0
            most = BACK_SECONDS * allowance()
            took = answer(visitor, most)
            assert took < most, f"{mode}: back after {took:.1f} s"
            assert net.opened > made or mode == "delay"
        answer(visitor, 30)
        expect(visitor.page.get_by_text(LOST)).to_have_count(0)
        sent: list[str] = visitor.page.evaluate("window.commands")
        game = visitor.page.url.rpartition("/")[2]
        with urllib.request.urlopen(
            f"{served.address}/api/v1/games/{game}/state?since=0", timeout=20
        ) as response:
            state = json.load(response)
        assert state["version"] == visitor.version()
        # Some were sent twice, and every one was carried out once. Openings are passed by themselves (K5).
        answers = [each for each in state["entries"] if each["who"] == 0 and not each.get("auto")]
        assert len(sent) > len(set(sent)) == len(answers)
