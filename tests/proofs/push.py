"""A push message on a desk: the system shows it once, and a click of the mouse on it opens the seat.

    apt-get install chromium dbus-daemon dunst xdotool xvfb
    python -m tests.proofs.push
    python -m tests.proofs.push --control   # nobody clicks: must fail

A whole chromium has the service of the desk show notifications: here dunst, on a bus and a screen of its own.
`subscribe` is replaced, since no push service can be reached: what the server sends to the endpoint is decrypted
by another hand's library and handed to chromium through its debugging protocol. Nothing else is.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from tests.browser.test_me import kept
from tests.browser.test_notices import SUBSCRIBE, delivered
from tests.proofs.report import Report, end, parser_of, until
from tests.server.harness import Game, Server, temporary_server
from tests.server.person import Somebody
from tests.server.receivers import Received, Receiver
from tests.server.test_notices import begun, first_asked, play_until_other
from tests.server.test_push import Subscription

PROGRAMS: Final = {
    "chromium": "chromium",
    "dbus-daemon": "dbus-daemon",
    "dunst": "dunst",
    "xdotool": "xdotool",
    "Xvfb": "xvfb",
}
"""By program: its package on Debian."""
DUNST: Final = '[global]\nmouse_left_click = "do_action, close_current"\n'
TITLE: Final = "C’est à vous\u00a0: Friday table"
PATIENCE: Final = 10.0
TWICE: Final = 2

Environment = Mapping[str, str]


def check_programs() -> None:
    missing = sorted(package for name, package in PROGRAMS.items() if not shutil.which(name))
    if missing:
        sys.exit(f"This proof needs programs of a desk: apt-get install {' '.join(missing)}")


@contextmanager
def running(*command: str, env: Environment) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        yield process
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


@contextmanager
def desk(folder: Path) -> Iterator[Environment]:
    """A screen, and a service that shows notifications on it; what programs need to know to find them."""
    (folder / "dunstrc").write_text(DUNST, encoding="utf-8")
    env = {**os.environ, "HOME": str(folder)}
    with ExitStack() as started:
        bus = started.enter_context(
            running("dbus-daemon", "--session", "--nofork", "--print-address", env=env)
        )
        screen = started.enter_context(
            running("Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", env=env)
        )
        assert bus.stdout is not None
        assert screen.stdout is not None
        env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        env["DISPLAY"] = f":{screen.stdout.readline().strip()}"
        started.enter_context(running("dunst", "-conf", str(folder / "dunstrc"), env=env))
        assert until(lambda: ask(env, "dunstctl", "count", "displayed") == "0", PATIENCE, 0.1)
        yield env


def ask(env: Environment, *command: str) -> str:
    ran = subprocess.run(command, env=env, text=True, capture_output=True, check=False)
    return ran.stdout.strip()


def click(env: Environment) -> None:
    """Move the mouse onto the notification, and press its left button."""
    place = ask(env, "xdotool", "search", "--class", "dunst", "getwindowgeometry", "--shell")
    at = dict(line.split("=") for line in place.splitlines())
    x, y = (int(at[side]) + int(at[size]) // 2 for side, size in (("X", "WIDTH"), ("Y", "HEIGHT")))
    ask(env, "xdotool", "mousemove", str(x), str(y), "click", "1")


def subscribed(context: BrowserContext, server: Server, endpoint: str) -> tuple[Page, Subscription]:
    """Somebody who wants to be told of their turns in this browser."""
    browser = Subscription()
    made = json.dumps({"endpoint": endpoint, "keys": browser.keys})
    context.grant_permissions(["notifications"], origin=server.address)
    context.add_init_script(SUBSCRIBE % made)
    wishes = json.dumps({"language": "fr", "speed": "off"})
    context.add_init_script(f"localStorage.setItem('rollplayer.settings', {wishes!r})")
    page = context.new_page()
    page.goto(server.address + "/me")
    page.locator("input[name=name]").fill("Ada")
    page.locator(".make").click()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.locator(".push").click()
    expect(page.locator("[data-channel=push]")).to_be_visible()
    return page, browser


def sent(server: Server, service: Receiver, secret: str) -> tuple[Game, Received]:
    """A turn that comes while nobody looks, and what the push service is sent for it."""
    game = begun(server, title="Friday table")
    first = first_asked(game)
    Somebody(server, secret).claim(game, game.tokens[1 - first])
    play_until_other(game, first)
    (received,) = service.wait()
    return game, received


def prove(*, control: bool = False) -> Report:
    report = Report("push (control)" if control else "push")
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        env = opened.enter_context(desk(folder))
        service = opened.enter_context(Receiver(status=201))
        settings = {"ROLLPLAYER_NOTICE_ORIGINS": service.origin}
        server = opened.enter_context(temporary_server(settings))
        playwright = opened.enter_context(sync_playwright())
        # A context of its own would be one of the private windows, whose clicks the system cannot bring back.
        context = playwright.chromium.launch_persistent_context(
            folder / "profile",
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox"],
            env=dict(env),
        )
        opened.callback(context.close)
        page, browser = subscribed(context, server, service.origin + "/push")
        game, received = sent(server, service, kept(page, "rollplayer.device"))
        message = browser.decrypted(received.body).decode()
        for _ in range(TWICE):
            # As after a crash: the id is the same, and it is shown once.
            delivered(page, server.address, message)
        until(lambda: ask(env, "dunstctl", "count", "displayed") != "0", PATIENCE, 0.1)
        page.wait_for_timeout(500)
        displayed = ask(env, "dunstctl", "count", "displayed")
        if not control:
            click(env)
        seat = f"{server.address}/g/{game.id}"
        table = opened_page(page, seat)
        told = json.loads(ask(env, "dunstctl", "history"))["data"][0]
        title = told[0]["summary"]["data"] if told else ""
        report.figures = {
            "bytes encrypted": len(received.body),
            "handed over": TWICE,
            "displayed": displayed,
            "title": title,
            "chromium": ask(env, "chromium", "--version"),
        }
        report.expect(b"Friday" not in received.body, "the push service can read the message")
        report.expect(displayed == "1", f"{displayed} notifications are on the screen, not 1")
        report.expect(table is not None, "nothing has opened the seat")
        report.expect(title == TITLE or control, f"the title reads {title!r}")
        if table is not None:
            # It is the seat that is asked, not a place to watch from.
            expect(table.get_by_role("button", name="Orque").first).to_be_visible()
        report.expect_no_faults(server.faults())
    return report


def opened_page(first: Page, address: str) -> Page | None:
    """The window with this address, once it is there."""
    for _ in range(int(PATIENCE * 10)):
        found = next((page for page in first.context.pages if page.url == address), None)
        if found is not None:
            return found
        first.wait_for_timeout(100)
    return None


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--control", action="store_true", help="nobody clicks: must fail")
    given = parser.parse_args()
    check_programs()
    end([prove(control=given.control)], as_json=given.json)


if __name__ == "__main__":
    main()
