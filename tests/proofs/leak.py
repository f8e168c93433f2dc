"""Change what somebody may not know: no byte sent to them may change.

    python -m tests.proofs.leak --positions 2000 --games 20
    python -m tests.proofs.leak --positions 200 --games 0 --control   # must fail

What is hidden: the seed of chance, the deck's top card once one seat has looked at it (M17), and in Monsters &
Minions an Adventure card that a hero has looked at (X6).
At every position the seed is exchanged; where a card is hidden there are twins of the game in which it
is another one, and all go on with the same answers until the card is laid open. Then real sockets: whole games
whose every byte is recorded and searched for the seed, and twins on real servers. The control is a build
that takes no event for secret.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from starlette.requests import Request

from rollplayer.chance import Chance
from rollplayer.content import load
from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE
from rollplayer.expansions.monsters_and_minions.monster_table import MonsterTable
from rollplayer.rules.options import VARIANTS
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, hashes_of
from rollplayer.server.notices import forms
from rollplayer.server.notices.news import Notice, news_of
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.differences import difference
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms import commands, views
from rollplayer.server.rooms.asked import asked_seat
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.storage.reports import Place
from rollplayer.server.transport.requests import ApiRequest
from rollplayer.server.transport.responses import reply
from rollplayer.text import Texts
from tests.proofs.report import Report, end, parser_of
from tests.proofs.wire import prove_seed, prove_twins
from tests.properties.facts import EXPANSION
from tests.server.prepared import STARTED, fresh, room_of, step
from tests.server.test_secrets import wants_open_lock

SPECTATOR = -2
HOST = -3
LANGUAGES = ("en", "de", "fr", "en-XA")
TWINS = 3
STOPS = 0.02
"""How often twins stop early, to leave room for others and for looks that are undone."""
ASKED = ("dance", "pass", "use open-lock", "take 1")

Viewer = int


def tokens_of(players: int) -> dict[int, str]:
    return {seat: f"token of seat {seat}" for seat in range(players)}


class Ear:
    """A socket that sits there, so that last calls wait for its seat."""

    language = "en"
    differences = False
    sent_table: dict[str, Any] | None = None
    unheard: frozenset[Place] = frozenset()
    hidden: bool = False

    def __init__(self, token: str) -> None:
        self.hashes: Hashes = hashes_of([token])

    def send(self, message: bytes) -> None:
        return

    def welcome(self, room: RoomState) -> None:
        return

    def dismiss(self, reason: Refused) -> None:
        return


class Window:
    """One game, and everything the server would send about it."""

    def __init__(self, table: RecordedMatch) -> None:
        self.table = table
        tokens = tokens_of(table.game.rules.players)
        self.viewers: dict[Viewer, Hashes] = {
            **{seat: hashes_of([token]) for seat, token in tokens.items()},
            SPECTATOR: frozenset(),
            HOST: hashes_of(["host"]),
        }
        self.room = room_of(table, tokens)
        self.room.commitment = "as it was said at the beginning"
        self.room.listeners.update(Ear(token) for token in tokens.values())
        self.bases: dict[tuple[Viewer, str], dict[str, Any]] = {}
        """The table as each was told it at an earlier position, for differences from it."""

    def look(self) -> None:
        """As after an answer: a new picture of the table."""
        self.room.row.seed = self.table.match.chance.seed
        self.room.count_time(self.table.records)
        self.room.asked_since = STARTED
        self.room.new_picture()

    def shown(self, viewer: Viewer, language: str, since: int) -> list[bytes]:
        """Every byte that this viewer is sent or could request now."""
        room, hashes = self.room, self.viewers[viewer]
        held = [viewer] if viewer >= 0 else []
        state = views.state(room, since, hashes, language)
        return [
            encode(state),
            encode(views.update(room, "update", since, hashes, language)),
            encode(views.state(room, None, hashes, language)),
            encode(views.entries(room, 0, room.version, held, language)),
            encode(views.info(room)),
            over_http(state, language, room.version),
            encode(difference(self.bases.get((viewer, language), {}), self.lies(viewer, language))),
            *(self.refusal(viewer, text) for text in ASKED if viewer >= 0),
            *self.notices(viewer, language),
        ]

    def notices(self, viewer: Viewer, language: str) -> list[bytes]:
        """What is sent while nobody is there: to whoever is asked, and to where all friends read it."""
        seat = asked_seat(self.room)
        if seat is None or viewer not in (seat, SPECTATOR):
            return []
        to_table = viewer == SPECTATOR
        news = news_of(self.room, seat, language)
        notice = Notice("id", STARTED, language, (news,), to_table)
        return [encode(forms.as_json(notice, "https://example.org"))]

    def lies(self, viewer: Viewer, language: str) -> dict[str, Any]:
        return views.what_lies(self.room, [viewer] if viewer >= 0 else [], language)

    def remember(self, language: str) -> None:
        """From here on, updates may be sent as differences from this table."""
        for viewer in self.viewers:
            self.bases[viewer, language] = self.lies(viewer, language)

    def refusal(self, seat: int, text: str) -> bytes:
        """The refusals a seat gets when it tries something."""
        message = m.Answer(command="any-command", version=0, seat=seat, answer=text)
        try:
            return str(commands.read(self.table, message)).encode()
        except Refused as refused:
            return refused.text("en").encode()


def over_http(state: dict[str, Any], language: str, version: int) -> bytes:
    """The response of GET .../state, with its headers."""
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    asked = ApiRequest(Request(scope), language, {}, None, frozenset(), None)
    response = reply(asked, state, etag=str(version))
    return repr(response.headers.raw).encode() + bytes(response.body)


@dataclass
class Counts:
    """What was compared."""

    positions: int = 0
    with_hidden_card: int = 0
    after_undo: int = 0
    comparisons: int = 0
    bytes_compared: int = 0
    noticed: int = 0
    """How often those who may know were sent something different, as they should be."""
    leaks: list[str] = field(default_factory=list)


class Watch:
    """Compares windows at one position after another."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.counts = Counts()

    @property
    def enough(self) -> bool:
        return self.counts.positions >= self.most

    def position(self, windows: list[Window], knowers: set[int]) -> None:
        """Look at one position; the windows differ only in what the knowers know."""
        counts = self.counts
        language = LANGUAGES[counts.positions % len(LANGUAGES)]
        first = windows[0]
        since = max(0, first.table.version - 1 - counts.positions % 40)
        for window in windows:
            window.look()
        shown = {viewer: first.shown(viewer, language, since) for viewer in first.viewers}
        for other in windows[1:]:
            for viewer in first.viewers:
                same = self.same(shown[viewer], other.shown(viewer, language, since))
                if viewer in knowers:
                    counts.noticed += not same
                elif not same:
                    self.leak(first, viewer, "a hidden card", language)
        self.other_seed(first, shown, language, since)
        for window in windows:
            window.remember(language)
        counts.positions += 1
        counts.with_hidden_card += len(windows) > 1

    def other_seed(
        self, window: Window, shown: dict[Viewer, list[bytes]], language: str, since: int
    ) -> None:
        match = window.table.match
        kept = match.chance
        match.chance = Chance.from_text(f"another seed {self.counts.positions}")
        window.look()
        for viewer in window.viewers:
            if not self.same(shown[viewer], window.shown(viewer, language, since)):
                self.leak(window, viewer, "the seed", language)
        match.chance = kept

    def same(self, one: list[bytes], other: list[bytes]) -> bool:
        self.counts.comparisons += 1
        self.counts.bytes_compared += sum(map(len, one))
        return one == other

    def leak(self, window: Window, viewer: Viewer, what: str, language: str) -> None:
        game = window.table.game
        question = "the end" if game.over else game.question()
        at = f"version {window.table.version}, {question}, {language}"
        self.counts.leaks.append(f"viewer {viewer} can tell {what} at {at}")


def twin_of(table: RecordedMatch, card: int, players: int, **options: Any) -> RecordedMatch:
    """The same game up to now, with another card dealt to the one who looks."""
    twin = fresh(players, "twin", **options)
    for record in table.records:
        twin.act(record.who, record.code, record.at, record.actor, record.command)
    twin.act(CHANCE, card, STARTED, "chance")
    return twin


def watch_game(watch: Watch, players: int, number: int, **options: Any) -> None:
    table = fresh(players, f"leak {number}", **options)
    dice = random.Random(number)
    plain = Window(table)
    while not watch.enough:
        if table.game.question() == "deal-secretly":
            cards = table.game.options()
            seat = table.game.agenda[-1].seat
            chosen = dice.sample(cards, min(TWINS, len(cards)))
            tables = [twin_of(table, card, players, **options) for card in chosen]
            watch_twins(watch, [Window(each) for each in tables], seat, dice)
        step(table, dice, wants_to_look)
        if table.game.over:
            return
        # Positions without a hidden card are many and alike: a few are enough.
        if dice.random() < 0.03 and table.game.seat() != CHANCE:
            watch.position([plain], set())


def watch_twins(watch: Watch, windows: list[Window], seat: int, dice: random.Random) -> None:
    """All twins go on with the same answers as long as the card is hidden."""
    tables = [window.table for window in windows]
    first = tables[0]
    dealt = first.version
    have_seen: set[int] = set()
    while (knowers := who_knows([table.game for table in tables])) and not watch.enough:
        have_seen |= knowers
        watch.position(windows, knowers)
        if first.game.over or dice.random() < STOPS:
            break
        options = [o for o in first.game.options() if all(o in t.game.options() for t in tables)]
        if not options:
            break
        answer, asked = dice.choice(options), first.game.seat()
        for table in tables:
            table.act(asked, answer, STARTED, "human")
    if who_knows([table.game for table in tables]) and not first.game.over and not watch.enough:
        take_back(watch, windows, seat, have_seen, dealt)


def who_knows(games: list[Game]) -> set[int]:
    """The seats that have looked at the card in which these games differ; nobody once it lies open."""
    first = games[0]
    players = range(first.rules.players)
    if len({game.top_card for game in games}) > 1:
        return {seat for seat in players if first.top_known >> seat & 1}
    for parts in zip(*(game.extensions for game in games), strict=True):
        monsters = [part for part in parts if isinstance(part, MonsterTable)]
        cards = zip(*(part.adventure for part in monsters), strict=True)
        for kind, dealt in enumerate(cards):
            if len(set(dealt)) > 1 and kind >= monsters[0].turned_up:
                return {seat for seat in players if monsters[0].known[kind] >> seat & 1}
    return set()


def wants_to_look(notation: str) -> int:
    """Hunt for Adventure tokens, or get Open Lock and use it."""
    return 2 if notation == "hunt" else wants_open_lock(notation)


def take_back(
    watch: Watch, windows: list[Window], seat: int, have_seen: set[int], dealt: int
) -> None:
    """All agree to undo the look at the card. Whoever saw it still knows it."""
    for window in windows:
        table = window.table
        everyone = list(range(table.game.rules.players))
        answers = len([n for n in table.standing() if n >= dealt])
        table.undo_together(seat, answers, everyone, STARTED, "human", "back-together")
    watch.position(windows, have_seen)
    watch.counts.after_undo += 1


def games() -> Iterator[tuple[int, dict[str, Any]]]:
    """Tables of every size, both editions, all variants."""
    number = 0
    while True:
        options: dict[str, Any] = {}
        if number % 4 == 1:
            options["edition"] = "first"
        if number % 2 == 0:
            options["expansions"] = (EXPANSION,)
        if number % 5 == 2:
            options["variants"] = (VARIANTS[number // 5 % len(VARIANTS)],)
        yield 2 + number % 3, options
        number += 1


def prove(positions: int) -> Report:
    report = Report("leak: positions")
    watch = Watch(positions)
    for number, (players, options) in enumerate(games()):
        if watch.enough:
            break
        watch_game(watch, players, number, **options)
    counts = watch.counts
    report.failures = counts.leaks
    report.figures = {
        "positions": counts.positions,
        "with a hidden card": counts.with_hidden_card,
        "after taking back a look": counts.after_undo,
        "comparisons": counts.comparisons,
        "MB compared": counts.bytes_compared // 1_000_000,
        "leaks": len(counts.leaks),
        "who may know noticed": counts.noticed,
    }
    report.expect(counts.noticed > 0, "not even those who may know were told anything")
    report.expect(counts.with_hidden_card > positions // 4, "hardly any card was hidden")
    return report


def with_still_clock(prove_it: Callable[[], Report]) -> Report:
    """Deadlines of last calls and openings are sent, too: make them the same in all twins."""
    with (
        mock.patch("rollplayer.server.rooms.last_calls.steady", return_value=STARTED),
        mock.patch("rollplayer.server.rooms.silences.now", return_value=STARTED),
    ):
        return prove_it()


def with_defect(prove_it: Callable[[], Report]) -> Report:
    """The control: everybody is sent the events of one seat."""
    with ExitStack() as defects:
        # In the data that compiled code reads, because compiled code itself cannot be patched.
        for library in (load(), load("first"), load(expansions=(EXPANSION,))):
            events = Texts("en", library)._events
            open_to_all = {name: (key, False, parts) for name, (key, _, parts) in events.items()}
            defects.enter_context(mock.patch.dict(events, open_to_all))
        return prove_it()


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--games", type=int, default=20, help="whole games at real sockets")
    parser.add_argument("--control", action="store_true", help="a build that must fail")
    arguments = parser.parse_args()

    def positions() -> Report:
        return with_still_clock(lambda: prove(arguments.positions))

    reports = [with_defect(positions) if arguments.control else positions()]
    if arguments.games:
        reports += [prove_seed(arguments.games), prove_twins()]
    end(reports, as_json=arguments.json)


if __name__ == "__main__":
    main()
