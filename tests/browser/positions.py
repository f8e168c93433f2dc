"""Moments of games that need no server: made from seeds, laid before the client as a server would.

``moments()`` plays games of every number of seats, with and without the box, and keeps of each kind of
question a moment at which it is asked. ``At`` shows one in a window: its socket is a stand-in that
greets and sends the state. Moments are remembered: the same question is asked of several tests.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from playwright.sync_api import Browser, Page

from rollplayer.bots import make_bot
from rollplayer.engine.answers import DISCARD, verb_of
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.expansions.monsters_and_minions.registrations import COMBAT_DICE
from rollplayer.server.common.tokens import hashes_of
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms import views
from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.browser.driving import LANGUAGES
from tests.server.prepared import NAMES, STARTED, Stop, fresh, room_of, step

BOX: Final = "monsters-and-minions"
LOG: Final = 60
"""So many entries of the log come with a moment."""


@dataclass(frozen=True)
class Moment:
    """A question, asked of `seat` in a game of `players`, and what the server would send."""

    question: str
    players: int
    box: bool
    seat: int
    states: dict[str, str]

    def state(self, language: str) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.states[language])
        return read

    def __str__(self) -> str:
        return f"{self.question}, {self.players} seats{', with the box' if self.box else ''}"


def state_for(table: RecordedMatch, seat: int, language: str) -> str:
    tokens = {each: f"token of {NAMES[each]}" for each in range(table.game.rules.players)}
    since = max(0, table.version - LOG)
    held = hashes_of([tokens[seat]])
    return encode(views.state(room_of(table, tokens), since, held, language)).decode()


def eager(notation: str) -> int:
    """Who buys, hunts and uses what it has comes to more kinds of questions."""
    return {"pass": -1, "discard": -1, "hunt": 1, "buy": 1}.get(notation.split(maxsplit=1)[0], 0)


def played(players: int, word: str, *, box: bool) -> Iterator[RecordedMatch]:
    """A game of one seed, at each of its questions."""
    table = fresh(players, word, **({"expansions": (BOX,)} if box else {}))
    choice = random.Random(word)
    while not table.game.over:
        if table.game.seat() != CHANCE:
            yield table
        step(table, choice, eager if choice.random() < 0.7 else lambda _: 0)


def moments(games: int = 3, every: int = 1, languages: tuple[str, ...] = LANGUAGES) -> list[Moment]:
    """Of each kind of question in each sort of game the `every` last, with most on the table."""
    return [
        moment
        for box in (False, True)
        for players in range(1, 6 if box else 5)
        for moment in moments_of(players, games, every, languages, box=box)
    ]


@cache
def moments_of(
    players: int, games: int, every: int, languages: tuple[str, ...], *, box: bool
) -> list[Moment]:
    words = [f"visible {number}" for number in range(games)]
    asked: dict[str, list[tuple[str, int]]] = {}
    for word in words:
        for table in played(players, word, box=box):
            asked.setdefault(table.game.question(), []).append((word, table.version))
    wanted = {when for all_of_them in asked.values() for when in all_of_them[-every:]}
    found = []
    for word in words:
        for table in played(players, word, box=box):
            if (word, table.version) in wanted:
                seat = table.game.seat()
                states = {each: state_for(table, seat, each) for each in languages}
                found.append(Moment(table.game.question(), players, box, seat, states))
    return found


def grown_by_bots(players: int, stop: Stop, *, box: bool) -> RecordedMatch:
    """A game of squires, as far as a point that `stop` names."""
    for number in range(60):
        table = fresh(players, f"picture {number}", **({"expansions": (BOX,)} if box else {}))
        bots = [make_bot("squire", f"{number} {seat}") for seat in range(players)]
        while not table.game.over:
            game, seat, at = table.game, table.game.seat(), STARTED + 1000 * table.version
            if seat == CHANCE:
                table.roll(at)
            elif stop(table):
                return table
            else:
                option = bots[seat].choose(View(game, seat), game.options())
                table.act(seat, option, at, "human", f"{table.version}:picture")
    raise AssertionError("no game comes to this point")


@cache
def asked(question: str, since: int = 0, dice: int = 0) -> Stop:
    """This question, in this round or later, of somebody with so many Combat Dice."""

    def holds(table: RecordedMatch) -> bool:
        game = table.game
        return (
            game.question() == question
            and game.round >= since
            and (not dice or game.heroes[game.seat()].counts[COMBAT_DICE] >= dice)
        )

    return holds


def can_only_discard(table: RecordedMatch) -> bool:
    """Somebody is at the Market, can pay for nothing and has nothing to use."""
    verbs = {verb_of(option) for option in table.game.options()}
    return asked("market-turn", 3)(table) and verbs == {DISCARD}


@cache
def moment_of(players: int, stop: Stop, language: str, *, box: bool) -> Moment:
    table = grown_by_bots(players, stop, box=box)
    seat = table.game.seat()
    states = {language: state_for(table, seat, language)}
    return Moment(table.game.question(), players, box, seat, states)


SOCKET: Final = """(() => {
  window.shown = null;
  window.games = 0;
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 0;
    constructor() {
      super();
      queueMicrotask(() => {
        this.readyState = 1;
        document.documentElement.dataset.socket = 'open';
        this.say('open', new Event('open'));
      });
    }
    say(name, event) {
      this[`on${name}`]?.(event);
      this.dispatchEvent(event);
    }
    tell(message) {
      this.say('message', new MessageEvent('message', {data: JSON.stringify(message)}));
    }
    send(text) {
      if (JSON.parse(text).type === 'hello' && window.shown) this.greet();
    }
    greet() {
      const {state, seat, language} = window.shown;
      this.tell({type: 'welcome', protocol: 1, server: '', game: 'x', seats: [seat], host: false, language, time: Date.now()});
      this.tell(state);
    }
    close() {}
  };
  // Another moment is another game, opened in the same tab.
  window.lay = (shown) => {
    window.shown = shown;
    delete document.documentElement.dataset.version;
    history.pushState(null, '', `/g/${String(++window.games).padStart(16, '0')}`);
    dispatchEvent(new PopStateEvent('popstate'));
  };
})()"""

Watch = Callable[[Page], Any]


class At:
    """A window of one size and language, in which moments are laid one after the other."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        language: str,
        size: tuple[int, int],
        *,
        touch: bool = False,
        theme: str = "light",
    ) -> None:
        self.language = language
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            locale="en-US",
            service_workers="block",
        )
        wishes = json.dumps({"language": language, "speed": "off", "theme": theme})
        self.context.add_init_script(f"localStorage.setItem('rollplayer.settings', {wishes!r})")
        self.context.add_init_script(SOCKET)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{address}/g/{'0' * 16}")
        self.page.wait_for_selector("html[data-socket=open]", state="attached")

    def lay(self, moment: Moment) -> Page:
        state = moment.state(self.language)
        self.page.evaluate(
            "(shown) => window.lay(shown)",
            {"state": state, "seat": moment.seat, "language": self.language},
        )
        self.page.wait_for_selector(f"html[data-version='{state['version']}']", state="attached")
        self.page.wait_for_selector(".decision-bar")
        self.page.evaluate(REST)
        return self.page

    def close(self) -> None:
        assert self.complaints == []
        self.context.close()


REST: Final = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""
