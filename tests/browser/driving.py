"""A server, a browser, and somebody who plays by whatever glows."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Collection
from pathlib import Path
from shutil import which
from typing import Any, Final

from playwright.sync_api import Browser, Page, Playwright, expect

ROOT: Final = Path(__file__).parents[2]
DESKTOP: Final = (1440, 900)
PHONE: Final = (390, 844)
LANGUAGES: Final = ("en", "de", "fr")
BY_NAME: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell first: it has no window whose own parts run beside every page."""
LOOKS: Final = 25
FREE_HANDS: Final = {
    "ROLLPLAYER_BOT_WORKERS": "0",
    "ROLLPLAYER_INTERRUPT_SECONDS": "0",
    "ROLLPLAYER_MESSAGES_PER_20_SECONDS": "100000",
    "ROLLPLAYER_REQUESTS_PER_MINUTE": "100000",
    "ROLLPLAYER_GAMES_PER_HOUR": "100000",
    "ROLLPLAYER_MESSAGES_PER_ADDRESS": "0",
    "ROLLPLAYER_CONNECTIONS_PER_ADDRESS": "0",
}


class Served:
    """A table server in a process of its own, which can be stopped and started again."""

    def __init__(self, folder: Path, seed: str = "") -> None:
        self.folder = folder
        self.chance = {"BROWSER_SEED": seed} if seed else {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.browser.repeatable", "serve", "--json"]
        command += ["--bot-delay", "0"]
        command += ["--port", str(self.port), "--data", str(self.folder), "--log-level", "error"]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **FREE_HANDS, **self.chance},
        )
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        assert told["address"] == self.address

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


def launch(playwright: Playwright) -> Browser:
    path = next((found for name in BY_NAME if (found := which(name))), None)
    assert path is not None, "chromium is missing; make test installs it on Debian"
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])


class Visitor:
    """One person with a browser window; notes everything the page complains about."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        language: str = "en",
        size: tuple[int, int] = DESKTOP,
        theme: str = "light",
        *,
        keeps: bool = False,
    ) -> None:
        """Whoever `keeps` puts away what works offline, which takes a second or two of a processor."""
        width, height = size
        self.address = address
        self.width = width
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=width < 500,
            locale="en-US",
            service_workers="allow" if keeps else "block",
        )
        wishes = json.dumps({"language": language, "speed": "off", "theme": theme})
        self.context.add_init_script(
            "if (!localStorage.getItem('rollplayer.settings'))"
            f" localStorage.setItem('rollplayer.settings', {wishes!r})"
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console",
            lambda said: (
                self.complaints.append(said.text) if "Content Security" in said.text else None
            ),
        )

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        self.page.wait_for_selector("main")
        return self.page

    def begin(
        self, mode: str, *, players: int = 2, short: bool = True, box: str | Collection[str] = ()
    ) -> None:
        """From the start page into a game, by the form that everybody uses."""
        page = self.open("/")
        page.wait_for_selector("form.begin[aria-busy=false] button.go:not(:disabled)")
        page.locator(f"label.mode:has(input[value={mode}])").click()
        page.locator(".customize > summary").click()
        boxes = {box} if isinstance(box, str) else set(box)
        # What was played last is chosen already.
        for each in page.locator("input[name=expansion]").all():
            each.set_checked(each.get_attribute("value") in boxes)
        if mode != "solitaire":
            page.locator(".customize select").first.select_option(str(players))
        page.locator("input[value=short-game]").set_checked(short)
        page.locator("button.go").click()
        page.wait_for_url("**/g/*")

    def turn_to(self, tab: str) -> None:
        """Show one part of the table; elsewhere than on a phone all are in sight."""
        button = self.page.locator(f".tabs [data-tab={tab}]")
        if button.is_visible():
            button.click()

    @property
    def over(self) -> bool:
        return self.page.locator("dialog.end").count() > 0

    def act(self, until: str = "") -> bool:
        """Point at something that glows, press a button, or skip; False where nothing is asked.

        Does nothing once there is what is waited for.
        """
        return bool(self.page.evaluate(ACT, until))

    def play_until(self, selector: str, seconds: float = 60) -> None:
        """Play on until something is there."""
        end = time.monotonic() + seconds
        while not self.page.locator(selector).count():
            assert time.monotonic() < end, f"{selector} did not come"
            if not self.act(selector):
                self.page.wait_for_timeout(10)

    def give(self, notation: str) -> None:
        """One answer from the list of all options; where there is but one, the table gives it."""
        page, before = self.page, self.version()
        # A Skill could be used before the dice roll; whoever gives an answer lets that pass.
        while (
            page.wait_for_selector(f".decision-bar.asked, {LET_PASS}")
            and page.locator(LET_PASS).count()
        ):
            page.locator(LET_PASS).click()
            expect(page.locator(LET_PASS)).to_have_count(0)
            before = self.version()
        page.evaluate(GIVE, notation)
        until = time.monotonic() + 20
        while self.version() == before:
            assert time.monotonic() < until, f"{notation} has led nowhere"
            page.wait_for_timeout(10)

    def tap(self, selectors: tuple[str, ...]) -> bool:
        """Touch the first thing that can be seen and used, with a finger."""
        at = self.page.evaluate(WHERE, list(selectors))
        if at is None:
            return False
        self.page.touchscreen.tap(at["x"], at["y"])
        return True

    def version(self) -> int:
        return int(self.page.evaluate("Number(document.documentElement.dataset.version ?? 0)"))

    def listen(self) -> None:
        """Note when answers leave this window and when others' are on its screen."""
        self.context.add_init_script(LISTEN)

    def no_overflow(self) -> None:
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= self.width, f"{self.page.url} is {wide} wide on a screen of {self.width}"

    def close(self) -> None:
        assert not self.complaints, self.complaints
        self.context.close()


LET_PASS: Final = ".decision-bar:not(.asked) .answers .button:has(kbd[data-key='X'])"
TAKE: Final = "button.glow[data-at^='init:']"

WHERE: Final = """(selectors) => {
  for (const selector of selectors)
    for (const node of document.querySelectorAll(selector)) {
      if (!node.offsetParent || node.disabled) continue;
      node.scrollIntoView({block: 'center', inline: 'center'});
      const box = node.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (node.contains(document.elementFromPoint(x, y))) return {x, y};
    }
  return null;
}"""

ACT: Final = """(until) => {
  if (until && document.querySelector(until)) return false;
  const {dataset} = document.documentElement;
  if (dataset.pending === dataset.version && !document.querySelector('.picked') && window.waited < 40) {
    window.waited += 1;
    return false;
  }
  window.waited = 0;
  // The same answer to the same question in every run, however long anything takes; another one
  // where the first has led nowhere.
  window.tried = window.triedAt === dataset.version ? window.tried + 1 : 0;
  window.triedAt = dataset.version;
  const usable = (node) => node.offsetParent && !node.disabled;
  const of = (selector) => [...document.querySelectorAll(selector)].filter(usable);
  const number = Math.imul(Number(dataset.version) * 16 + window.tried + 7, 0x9e3779b1) >>> 8;
  const any = (nodes) => nodes[number % nodes.length];
  if (!document.querySelector('.decision-bar.asked')) {
    const call = any(of('.answers .button'));
    call?.click();
    return Boolean(call);
  }
  const buttons = of('.acts.chosen .button, .answers .button:not(.skip)').filter((node) => node.querySelector('kbd')?.dataset.key !== 'Esc');
  const chosen = any(of('.setup button')) ?? any(buttons) ?? any(of('button.glow:not(.pile)')) ?? any(of('.answers .skip'));
  if (!chosen) return false;
  if (!document.querySelector('.glow.picked')) dataset.pending = dataset.version;
  window.clicked = performance.timeOrigin + performance.now();
  chosen.click();
  return true;
}"""

GIVE: Final = """async (notation) => {
  const fits = (each) => each.querySelector('code').textContent === notation && !each.disabled && each.offsetParent;
  const until = performance.now() + 10000;
  while (performance.now() < until) {
    // While the answer before is on its way there is another list, or none.
    const list = document.querySelector(".decision-bar .aside button:has([data-sign='☰'])");
    if (list?.ariaExpanded === 'false') list.click();
    const found = [...document.querySelectorAll('.decision-bar .list button')].find(fits);
    if (found) return found.click();
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`${notation} is not in the list`);
}"""

LISTEN: Final = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  window.sent = {};
  window.told = {};
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({data}) => {
        const {type, since, entries} = JSON.parse(data);
        if (type !== 'difference' || !entries.length) return;
        const note = window.told[since] = {who: entries[0].who, heard: now()};
        // In a frame the page has been drawn; the task after it comes when that is done.
        requestAnimationFrame(() => {
          const after = new MessageChannel();
          after.port1.onmessage = () => {
            note.shown = now();
            note.version = Number(document.documentElement.dataset.version);
          };
          after.port2.postMessage(0);
        });
      });
    }
    send(text) {
      const {type, version} = JSON.parse(text);
      if (type === 'answer' || type === 'interrupt') {
        // A whole arrangement is one click and many answers; only the first of them leaves at once.
        window.sent[version] = {clicked: window.clicked ?? now()};
        window.clicked = undefined;
      }
      super.send(text);
    }
  };
})()"""


def settle(*visitors: Visitor) -> int:
    """Wait until all windows show the same moment and nothing more comes; its version."""
    until = time.monotonic() + 30
    quiet, last = 0, -1
    while quiet < 5:
        assert time.monotonic() < until, "the windows do not come to rest"
        versions = {visitor.version() for visitor in visitors}
        quiet = quiet + 1 if versions == {last} else 0
        last = max(versions)
        visitors[0].page.wait_for_timeout(30)
    return last


def crowd() -> float:
    """How many programs want a processor, 1 where this test is alone: what else runs slows it.

    Looked at while the test itself rests, so that it cannot excuse itself; and in the last minute,
    in which it kept no more than all processors busy, for what has just ended.
    """
    processors = len(os.sched_getaffinity(0))
    others = 0
    for _ in range(LOOKS):
        time.sleep(0.02)
        running = Path("/proc/loadavg").read_text(encoding="ascii").split()[3]
        others += int(running.partition("/")[0]) - 1
    return max((processors + others / LOOKS) / processors, os.getloadavg()[0] / processors)


def allowance() -> float:
    """What bounds of time are multiplied by.

    ``QUIET=1`` asks for them as they are: on a machine where nothing else runs. Otherwise other
    tests run beside this one, in bursts that an average does not show, so twice the crowd is allowed.
    """
    return 1.0 if os.environ.get("QUIET") == "1" else 2 * crowd()


def axe(page: Page, source: str) -> list[dict[str, Any]]:
    """What axe finds on the page."""
    page.evaluate(source)
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
        ".map((v) => ({id: v.id, nodes: v.nodes.map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary)}))"
    )
    return found
