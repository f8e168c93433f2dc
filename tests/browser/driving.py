"""A server, a browser, and somebody who plays by whatever glows."""

import json
import os
import socket
import subprocess
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import which
from typing import Any, Final

from playwright.sync_api import Browser, Page, Playwright, expect

from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests import forking
from tests.browser.page_scripts import ACT, GIVE, HOLD, LISTEN, PLAY, PREFER, WHERE
from tests.browser.prepared_games import ALRIK, answer_until, call, other_seat
from tests.server.prepared import stored

ROOT: Final = Path(__file__).parents[2]
DESKTOP: Final = (1440, 900)
PHONE: Final = (390, 844)
LANGUAGES: Final = ("en", "de", "fr")
BY_NAME: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell first: it has no window whose own parts run beside every page."""
LOOKS: Final = 25
PLAY_BELOW: Final = ".below button.go:not(:disabled)"
"""Where the start page has Play once it can be customized. The browser says late that it can: Play
would be gone between being found and being pressed."""
FREE_HANDS: Final = {
    "ROLLPLAYER_BOT_WORKERS": "0",
    "ROLLPLAYER_INTERRUPT_SECONDS": "0",
    "ROLLPLAYER_ORDER_SECONDS": "0",
    "ROLLPLAYER_MESSAGES_PER_20_SECONDS": "100000",
    "ROLLPLAYER_REQUESTS_PER_MINUTE": "100000",
    "ROLLPLAYER_GAMES_PER_HOUR": "100000",
    "ROLLPLAYER_PERSONS_PER_HOUR": "0",
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
        self.process: forking.Process | subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = ["serve", "--json", "--bot-delay", "0", "--log-level", "error"]
        command += ["--port", str(self.port), "--data", str(self.folder)]
        environment = {**os.environ, **FREE_HANDS, **self.chance}
        self.process = forking.start("tests.browser.repeatable", command, environment, cwd=ROOT)
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        assert told["address"] == self.address

    def lay(self, table: RecordedMatch, pace: str = "live") -> dict[str, Any]:
        """A game that has come to a wanted point, taken up by this server; its tokens as on creation."""
        # Playwright has a loop of its own in this thread.
        with ThreadPoolExecutor(1) as beside:
            return beside.submit(stored, self.folder, table, pace).result()

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
        self.language = language
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
        self,
        mode: str,
        *,
        players: int = 2,
        short: bool = True,
        box: str | Collection[str] = (),
        until: str = "",
    ) -> None:
        """At a table such as the start page opens, up to a question if it is named.

        Without the page: only tests of the form itself fill it in (`begin_by_form`).
        """
        seats = 1 if mode == "solitaire" else players
        boxes = [box] if isinstance(box, str) else list(box)
        variants = ["short-game"] if short else []
        wish = {
            "options": {"players": seats, "variants": variants, "expansions": boxes},
            "seats": [ALRIK, *(other_seat(mode, at) for at in range(seats - 1))],
            "language": "en" if self.language == "en-XA" else self.language,
            "start": mode != "friends",
        }
        created = call(self.address, "/games", wish)
        if until:
            answer_until(self.address, created, until)
        self.hold(created)
        self.page.goto(f"{self.address}/g/{created['game']['id']}")

    def hold(self, created: dict[str, Any], *seats: int) -> None:
        """Have keys of a game from the next page on, as if they had been given to this window."""
        game, keys = created["game"]["id"], {"host": created["host"], "seats": created["seats"]}
        if seats:
            keys = {"seats": {str(seat): created["seats"][str(seat)] for seat in seats}}
        self.context.add_init_script(HOLD % (json.dumps(game), json.dumps(keys)))

    def prefer(self, **settings: str) -> None:
        """Have other settings from the next page on, until the page itself changes them."""
        self.context.add_init_script(PREFER % json.dumps(settings))

    def begin_by_form(
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
        page.locator(PLAY_BELOW).click()
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

    def play_until(self, selector: str, seconds: float = 60, most: int = 0) -> None:
        """Play on until something is there, or the game is so many entries longer if that is said."""
        came = self.page.evaluate(PLAY, [selector, seconds * 1000, most])
        assert came, f"{selector} did not come"

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
    if not page.evaluate("'axe' in window"):
        page.evaluate(source)
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations'], selectors: false})).violations"
        ".map((v) => ({id: v.id, nodes: v.nodes.map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary)}))"
    )
    return found
