"""A game of two over three days, as newcomers would play it: ``python -m tests.browser.walk_of_three_days [FOLDER]``.

Ada sits at a desk and reads mails, Bo has a phone and a webhook. They are recognized without a password,
meet by a link at a rated table, play by turns, sleep, leave an order, take a vacation, finish and lay the
table again. The clocks of the server and of both browsers are turned forward. A picture is kept of every
screen (in ``build/walk`` unless another folder is named), and ``told.txt`` has every notice with its time.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from aiosmtpd.controller import Controller
from playwright.sync_api import expect, sync_playwright

from tests.browser.driving import DESKTOP, FREE_HANDS, PHONE, PLAY_BELOW, ROOT, Visitor, launch
from tests.browser.prepared_games import call
from tests.server.harness import Client, Server, play_on
from tests.server.receivers import Receiver
from tests.server.test_games import at_random
from tests.server.test_notice_mail import Mailbox

DAY: Final = 86_400
PATIENCE: Final = 60
"""The server looks for notices that are due every half minute, by a clock that nobody has turned."""
NOT_ASKED: Final = ".decision-bar:not(.asked)"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class Walk:
    """The server with its turned clocks, where notices arrive, and the pictures."""

    def __init__(self, pictures: Path, hook: Receiver, mailbox: Mailbox, smtp: int) -> None:
        self.pictures, self.hook, self.mailbox = pictures, hook, mailbox
        self.folder = Path(tempfile.mkdtemp())
        self.clock = self.folder / "clock"
        tomorrow = datetime.now(UTC) + timedelta(days=1)
        self.morning = tomorrow.replace(hour=9, minute=0, second=0, microsecond=0)
        self.ahead = 0.0
        self.taken = self.heard = self.read = 0
        self.visitors: list[Visitor] = []
        self.told: list[str] = []
        port = free_port()
        self.address = f"http://localhost:{port}"
        self.data = self.folder / "data"
        self.set(self.morning)
        environment = {
            **os.environ,
            **FREE_HANDS,
            "CLOCK_FILE": str(self.clock),
            "BROWSER_SEED": "three days",
            "ROLLPLAYER_NOTICE_ORIGINS": hook.origin,
            "ROLLPLAYER_PUBLIC_URL": self.address,
            "ROLLPLAYER_SMTP_HOST": "127.0.0.1",
            "ROLLPLAYER_SMTP_PORT": str(smtp),
            "ROLLPLAYER_SMTP_SECURITY": "none",
            "ROLLPLAYER_SMTP_FROM": "Roll Player <table@example.org>",
        }
        command = [sys.executable, "-m", "tests.browser.turned", "serve", "--json"]
        command += ["--host", "localhost", "--port", str(port), "--data", str(self.data)]
        self.process = subprocess.Popen(
            command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        json.loads(self.process.stdout.readline())

    # -- time ---------------------------------------------------------------------------------------

    def set(self, at: datetime) -> None:
        """Turn all clocks to a moment; they never go back."""
        ahead = at.timestamp() - time.time()
        assert ahead >= self.ahead, "time goes forward"
        self.ahead = ahead
        self.clock.write_text(str(ahead))
        for visitor in self.visitors:
            visitor.context.clock.set_system_time(at)
        time.sleep(0.3)

    def on_day(self, day: int, hour: int, minute: int = 0) -> None:
        self.set(self.morning.replace(hour=0) + timedelta(days=day - 1, hours=hour, minutes=minute))

    # -- people -------------------------------------------------------------------------------------

    def enter(self, visitor: Visitor) -> Visitor:
        self.visitors.append(visitor)
        visitor.context.clock.set_system_time(datetime.fromtimestamp(time.time() + self.ahead, UTC))
        return visitor

    def picture(self, visitor: Visitor, what: str, *, whole: bool = False) -> None:
        self.taken += 1
        device = "phone" if visitor.width < 500 else "desk"
        visitor.page.wait_for_timeout(250)
        path = self.pictures / f"{self.taken:02}-{device}-{what}.png"
        visitor.page.screenshot(path=path, full_page=whole)
        visitor.no_overflow()

    # -- notices ------------------------------------------------------------------------------------

    def note(self, line: str) -> None:
        at = datetime.fromtimestamp(time.time() + self.ahead, UTC)
        self.told.append(f"{at:%d %b %H:%M}  {line}")
        (self.pictures / "told.txt").write_text("\n\n".join(self.told) + "\n")

    def hooked(self) -> str:
        """The next notice at Bo's webhook."""
        self.heard += 1
        body = self.hook.wait(self.heard, PATIENCE)[self.heard - 1].plain()
        self.note(f"webhook: {json.dumps(body, ensure_ascii=False, indent=1)}")
        return json.dumps(body)

    def mailed(self) -> str:
        """The next mail to Ada."""
        self.read += 1
        with self.mailbox.came:
            came = self.mailbox.came.wait_for(
                lambda: len(self.mailbox.mails) >= self.read, PATIENCE
            )
            assert came, "no mail"
        mail = self.mailbox.mails[self.read - 1]
        self.note(f"mail: {mail['Subject']}\n{mail.get_content()}")
        return str(mail.get_content())

    def link_in(self, text: str) -> str:
        found = re.search(re.escape(self.address) + r"/[^\s\"\\]+", text)
        assert found is not None, text
        return found[0]


@contextmanager
def walking(pictures: Path) -> Iterator[Walk]:
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.glob("*.png"):
        old.unlink()
    mailbox, smtp = Mailbox(), free_port()
    controller = Controller(mailbox, hostname="127.0.0.1", port=smtp)
    controller.start()
    with Receiver() as hook:
        walk = Walk(pictures, hook, mailbox, smtp)
        try:
            yield walk
        finally:
            walk.process.terminate()
            walk.process.wait(20)
            controller.stop()


def be_recognized(walk: Walk, visitor: Visitor, name: str) -> None:
    """One tap, and the sentence is written down."""
    page = visitor.page
    page.locator("input[name=name]").fill(name)
    page.locator(".make").click()
    words = page.locator(".words li")
    expect(words).to_have_count(13)
    walk.picture(visitor, "sentence", whole=True)
    told = words.all_inner_texts()
    page.locator(".noted").click()
    walk.picture(visitor, "check-the-sentence")
    for field in page.locator("[data-word]").all():
        field.fill(told[int(field.get_attribute("data-word") or 0)])
    page.keyboard.press("Enter")
    expect(page.locator("[data-word]")).to_have_count(0)


def away(visitor: Visitor) -> None:
    """Elsewhere: no table is in front."""
    visitor.open("/about")


def play_turn(visitor: Visitor) -> None:
    """Play until somebody else is asked."""
    visitor.page.wait_for_selector(".decision-bar")
    visitor.play_until(NOT_ASKED)


def first_day(walk: Walk, ada: Visitor, bo: Visitor) -> str:
    page = ada.open("/")
    walk.picture(ada, "start")
    page = ada.open("/me")
    walk.picture(ada, "me-as-a-guest")
    be_recognized(walk, ada, "Ada")
    walk.picture(ada, "me", whole=True)
    page.locator("select[name=kind]").select_option("email")
    page.locator("input[name=address]").fill("ada@example.org")
    page.keyboard.press("Enter")
    expect(page.locator("[data-channel=email]")).to_be_visible()
    walk.picture(ada, "mail-waits")
    ada.page.goto(walk.link_in(walk.mailed()))
    walk.picture(ada, "mail-link")
    page.locator(".answer").click()
    expect(page.locator(".answer")).to_have_count(0)
    walk.picture(ada, "mail-confirmed")
    page = ada.open("/me")
    page.locator("[data-channel=email]").get_by_role("checkbox").check()
    page.locator("[data-channel=email]").scroll_into_view_if_needed()
    walk.picture(ada, "digest")

    page = ada.open("/")
    page.locator("input[value=friends]").check(force=True)
    page.locator(".customize > summary").click()
    page.locator("select[name=turn-time]").select_option(str(DAY))
    page.locator("select[name=bank-time]").select_option(str(3 * DAY))
    page.locator("input[name=rated]").check()
    page.locator("input[name=rated]").scroll_into_view_if_needed()
    walk.picture(ada, "a-rated-table")
    page.locator(PLAY_BELOW).click()
    page.wait_for_url("**/g/*")
    walk.picture(ada, "waiting-room")
    game = page.url.rsplit("/", 1)[1]

    there = bo.open(f"/g/{game}")
    expect(there.locator(".sign-in")).to_be_visible()
    walk.picture(bo, "invited")
    there.locator(".sign-in a").click()
    walk.picture(bo, "sign-in")
    be_recognized(walk, bo, "Bo")
    there.locator(f"main a[href='/g/{game}']").click()
    there.locator("form.join button").click()
    expect(there.locator("form.join")).to_have_count(0)
    walk.picture(bo, "sits")
    there = bo.open("/me")
    there.locator("select[name=kind]").select_option("webhook")
    there.locator("input[name=address]").fill(walk.hook.origin + "/bo")
    there.keyboard.press("Enter")
    expect(there.locator("[data-channel=webhook]")).to_be_visible()
    there.locator("input[name=quiet_from]").fill("22:00")
    there.locator("input[name=quiet_to]").fill("07:00")
    there.locator("input[name=quiet_to]").press("Tab")
    there.locator("[data-channel=webhook]").scroll_into_view_if_needed()
    walk.picture(bo, "quiet-hours")
    away(bo)
    page.locator("button.begin").click()
    page.wait_for_selector(".decision-bar")
    walk.picture(ada, "begun")
    return game


def asked_first(walk: Walk, game: str, ada: Visitor, bo: Visitor) -> None:
    """Both play their setup, each when they are told, until Ada is to take her first die, and is away."""
    ada.open(f"/g/{game}")
    for number in range(30):
        play_turn(ada)
        link = walk.link_in(walk.hooked())
        walk.set(datetime.fromtimestamp(time.time() + walk.ahead + 600, UTC))
        bo.page.goto(link)
        bo.page.wait_for_selector(".decision-bar.asked")
        if number == 0:
            walk.picture(bo, "told-and-asked")
        away(ada)
        play_turn(bo)
        away(bo)
        state = call(walk.address, f"/games/{game}/state", None, kept(ada))
        if state["pending"]["question"] == "take":
            return
        ada.open(f"/g/{game}")
    raise AssertionError("the setup does not end")


def first_night(walk: Walk, game: str, ada: Visitor, bo: Visitor) -> None:
    """Ada's digest comes in the evening; Bo sleeps, and hears in the morning what she did late."""
    walk.on_day(1, 18, 5)
    link = walk.link_in(walk.mailed())
    walk.on_day(1, 23)
    page = ada.page
    page.goto(link)
    page.wait_for_selector(".decision-bar.asked")
    walk.picture(ada, "late")
    play_turn(ada)
    away(ada)
    time.sleep(2)
    assert len(walk.hook.received) == walk.heard, "Bo was woken"
    walk.on_day(2, 7, 5)
    link = walk.link_in(walk.hooked())
    for visitor in (bo, ada):
        visitor.open("/mine")
        visitor.page.wait_for_selector(".running")
        walk.picture(visitor, "my-games")
    bo.page.goto(link)
    bo.page.wait_for_selector(".decision-bar.asked")
    walk.picture(bo, "what-happened-since")


def an_order(walk: Walk, game: str, ada: Visitor, bo: Visitor) -> None:
    """Bo has played and leaves an order; Ada plays; the order answers while Bo is away."""
    play_turn(bo)
    page = bo.page
    while page.locator(".decision-bar.asked").count():
        play_turn(bo)
    walk.picture(bo, "waits")
    bo.turn_to("market")
    page.locator("[data-at^='card:']:visible").first.click()
    walk.picture(bo, "help-with-order")
    page.locator(".help .can .button").last.click()
    form = page.locator("form.order-form")
    walk.picture(bo, "order-for-a-card")
    form.get_by_role("button", name="Dice turn").click()
    for row in ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"):
        button = form.locator("fieldset").nth(2).get_by_role("button", name=row)
        if button.is_enabled():
            button.click()
    walk.picture(bo, "order")
    form.locator(".end .button").last.click()
    page.locator("button.leave-order").click()
    walk.picture(bo, "order-left")
    away(bo)
    walk.on_day(2, 12)
    ada.open(f"/g/{game}")
    for _ in range(20):
        ada.page.wait_for_selector(".decision-bar")
        play_turn(ada)
        ada.page.wait_for_timeout(1500)
        orders = orders_of(walk, game, bo)
        if orders and orders[-1]["ended"]:
            break
        if not ada.page.locator(".decision-bar.asked").count():
            # Something else is asked of Bo first.
            bo.page.goto(f"{walk.address}/g/{game}")
            play_turn(bo)
            away(bo)
    bo.open(f"/g/{game}")
    page.wait_for_selector(".notice.order")
    walk.picture(bo, "order-carried-out")


def orders_of(walk: Walk, game: str, visitor: Visitor) -> list[dict[str, str]]:
    secret = kept(visitor)
    state = call(walk.address, f"/games/{game}/state", None, secret)
    return [order for seat in state["seats"].values() for order in seat.get("orders", [])]


def kept(visitor: Visitor) -> str:
    """The secret of a device, as its browser keeps it."""
    state = visitor.context.storage_state()
    return next(
        each["value"]
        for origin in state["origins"]
        for each in origin["localStorage"]
        if each["name"] == "rollplayer.device"
    )


def a_vacation(walk: Walk, game: str, ada: Visitor, bo: Visitor) -> None:
    """Ada is away for three days, and her time does not run."""
    ada.open(f"/g/{game}")
    ada.page.locator("button.clock").click()
    ada.page.locator("dialog.times select").select_option(str(3 * DAY))
    walk.picture(ada, "times")
    ada.page.get_by_role("button", name="vacation").click()
    ada.page.keyboard.press("Escape")
    bo.open(f"/g/{game}")
    bo.page.wait_for_selector(".break-vote[role=alert]")
    walk.picture(bo, "asked-for-a-vacation")
    bo.page.locator(".break-vote .button").first.click()
    expect(ada.page.locator(".notice.break")).to_be_visible()
    walk.picture(ada, "on-vacation")
    away(ada)
    away(bo)
    walk.on_day(3, 9)
    bo.open(f"/g/{game}")
    bo.page.wait_for_selector(".notice.break")
    walk.picture(bo, "she-is-away")
    ada.open(f"/g/{game}")
    ada.page.locator("button.clock").click()
    ada.page.locator("dialog.times .ask .button").first.click()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".notice.break")).to_have_count(0)


def the_end(walk: Walk, game: str, ada: Visitor, bo: Visitor) -> None:
    """The rest of the game in one go; then the end, the rating, the ladder, and the table again."""
    for visitor in (ada, bo):
        away(visitor)
    # As much of a server as its clients use.
    server = Server(walk.data)
    server.address = walk.address
    clients = [Client(server, game, [kept(visitor)]) for visitor in (ada, bo)]
    play_on(clients, at_random(3))
    for client in clients:
        client.close()
    for visitor in (ada, bo):
        page = visitor.open(f"/g/{game}")
        page.wait_for_selector("dialog.end")
        page.wait_for_timeout(1500)
        walk.picture(visitor, "end")
        page.locator("dialog.end .hero").first.click()
        expect(page.locator("dialog.end .ratings li")).to_have_count(2)
        page.locator("dialog.end .ratings").scroll_into_view_if_needed()
        walk.picture(visitor, "rated")
    away(bo)
    walk.heard = len(walk.hook.received)
    ada.page.locator("button.again").click()
    ada.page.wait_for_url(lambda url: game not in url)
    walk.picture(ada, "again")
    walk.hooked()
    for path, what in (("/", "invited-again"), ("/me", "people"), ("/mine", "finished")):
        bo.open(path)
        bo.page.wait_for_timeout(700)
        walk.picture(bo, what, whole=path != "/")
    for path, what in (
        ("/mine?part=statistics", "statistics"),
        ("/ladder", "ladder"),
        ("/", "start"),
    ):
        ada.open(path)
        ada.page.wait_for_timeout(700)
        walk.picture(ada, what)


def three_days(walk: Walk, ada: Visitor, bo: Visitor) -> None:
    game = first_day(walk, ada, bo)
    asked_first(walk, game, ada, bo)
    first_night(walk, game, ada, bo)
    an_order(walk, game, ada, bo)
    a_vacation(walk, game, ada, bo)
    the_end(walk, game, ada, bo)


def main() -> None:
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "walk"
    with walking(pictures) as walk, sync_playwright() as playwright:
        browser = launch(playwright)
        ada = walk.enter(Visitor(browser, walk.address, size=DESKTOP))
        bo = walk.enter(Visitor(browser, walk.address, size=PHONE))
        try:
            three_days(walk, ada, bo)
        except BaseException:
            for visitor in (ada, bo):
                walk.picture(visitor, "stuck")
            raise
        for visitor in (ada, bo):
            visitor.close()
    print(f"{walk.taken} pictures in {pictures}")


if __name__ == "__main__":
    main()
