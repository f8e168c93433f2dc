"""A match with its log as the server keeps it: acting, going on by chance, and being rebuilt."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from rollplayer.engine.answers import PASS_CODE, IllegalAnswer
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.log import (
    CHANCE_NAME,
    Diverged,
    Entry,
    Header,
    LogError,
    first_difference,
    open_library,
    read_answer,
    read_lines,
    take_back,
    to_line,
)
from rollplayer.match import Match
from rollplayer.server.storage.store import EntryRow

NO_ANSWER: Final = -1
AUTO_ACTOR: Final = "auto"
"""Who has passed for a person at an opening."""
BOT_ACTOR: Final = "bot:"
"""Before the level of a bot that has answered."""
ORDER_ACTOR: Final = "human:order"
"""A person whose order has answered. Only the operator's files tell this apart from any other answer."""
MOST_ENTRIES = 3_000
"""The length of the log from which there is no undo. The longest games have some hundred answers."""
MANY: Final = 50
"""More entries than these are gone through off the event loop."""
MOST_LATEST: Final = 8
write_line: Final = msgspec.json.Encoder().encode
"""Letter by letter what ``log.to_line`` writes, in a tenth of its time."""
read_line: Final = msgspec.json.Decoder().decode


class Record:
    """One entry of the log and what is needed to tell it: its answer's code and its question."""

    __slots__ = (
        "actor",
        "at",
        "code",
        "command",
        "line",
        "n",
        "question",
        "secret_to",
        "who",
    )

    def __init__(
        self,
        n: int,
        at: int,
        who: int,
        code: int,
        question: str,
        line: str,
        secret_to: tuple[int, ...],
        actor: str,
        command: str | None,
    ) -> None:
        self.n = n
        self.at = at
        self.who = who
        self.code = code
        self.question = question
        self.line = line
        self.secret_to = secret_to
        """The seats that alone may know what it showed; empty where all is open."""
        self.actor = actor
        self.command = command

    def is_own(self, seat: int) -> bool:
        """Whether a seat has answered so itself, or a bot for it."""
        return self.who == seat and self.actor != AUTO_ACTOR

    def row(self) -> EntryRow:
        return EntryRow(self.n, self.at, self.who, self.actor, self.command, self.line)

    def plain(self) -> Plain:
        plain: Plain = read_line(self.line)
        return plain


class RecordedMatch:
    """A match, the records of its log, and which command made which entry."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.records: list[Record] = []
        self.commands: dict[str, int] = {}
        self._latest: dict[int, Plain] = {}
        """The latest entries by number, as objects: they are sent at once, and read only later."""

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def version(self) -> int:
        return len(self.records)

    # -- what happens -------------------------------------------------------------------------------

    def act(self, who: int, answer: int, at: int, actor: str, command: str | None = None) -> None:
        """One answer; IllegalAnswer leaves everything as it was."""
        question = self.game.question()
        self._keep(self.match.act(who, answer), question, answer, at, actor, command)

    def pass_opening(self, at: int) -> None:
        """The seat that is asked passes, because its person did not want to be asked (K5)."""
        question = self.game.question()
        self._keep(self.match.pass_opening(), question, PASS_CODE, at, AUTO_ACTOR, None)

    def _keep(
        self, entry: Entry, question: str, answer: int, at: int, actor: str, command: str | None
    ) -> None:
        secrets = secrets_in(self.game, entry.events)
        plain = entry.plain()
        plain["events"] = entry.events.copy()
        self._record(plain, question, answer, at, actor, command, secrets)
        note_stand_in(self.match, entry.who, actor)
        # What is needed later is in the record's line; the match only asks for secrets.
        entry.events[:] = secrets

    def roll(self, at: int) -> None:
        """Chance answers its question from its stream."""
        answer = self.match.chance.answer(self.game)
        self.act(CHANCE, answer, at, CHANCE_NAME)

    def undo(self, seat: int, at: int, actor: str, command: str) -> None:
        """Undo the seat's last answer, if the table's undo policy allows it."""
        self._record_undo(self.match.undo(seat), at, actor, command)

    def undo_together(
        self, seat: int, answers: int, agreed: Sequence[int], at: int, actor: str, command: str
    ) -> None:
        """Undo this many answers that still count, because all have agreed."""
        self._record_undo(self.match.take_back(seat, answers, agreed), at, actor, command)

    def _record_undo(self, entry: Entry, at: int, actor: str, command: str) -> None:
        self._record(entry.plain(), "", NO_ANSWER, at, actor, command, [])

    def plain_of(self, record: Record) -> Plain:
        """What is in a record's line. Nobody may change it."""
        return self._latest.get(record.n) or record.plain()

    def undoable(self, seat: int) -> Record | None:
        """The answer that the seat would undo now; None if it may not."""
        if self.match.why_not_undo(seat):
            return None
        standing = self.match.standing()
        return self.records[standing[-len(self.match.since_own(seat))]]

    def standing(self) -> list[int]:
        """The numbers of the entries that still stand."""
        return [at + 1 for at in self.match.standing()]

    @property
    def is_full(self) -> bool:
        """Whether the log is too long for an undo. Playing on is always possible."""
        return self.version >= MOST_ENTRIES

    def _record(
        self,
        plain: Plain,
        question: str,
        code: int,
        at: int,
        actor: str,
        command: str | None,
        secrets: list[Plain],
    ) -> None:
        who = CHANCE if plain["who"] == CHANCE_NAME else plain["who"]
        secret_to = tuple([event["seat"] for event in secrets])
        n = len(self.records) + 1
        line = write_line(plain).decode()
        if len(self._latest) >= MOST_LATEST:
            self._latest.clear()
        self._latest[n] = plain
        self.records.append(Record(n, at, who, code, question, line, secret_to, actor, command))
        if command is not None:
            self.commands[command] = n


def secrets_in(game: Game, events: Sequence[Plain]) -> list[Plain]:
    secret = game.rules.vocabulary.secret_events
    return [event for event in events if event["event"] in secret]


def note_stand_in(match: Match, who: int, actor: str) -> None:
    """Remember that a bot has given the last answer for a person."""
    if actor.startswith(BOT_ACTOR) and not match.header.seats[who].get("bot"):
        match.stood_in.add(len(match.entries) - 1)


def new_table(header: Header, seed: bytes) -> RecordedMatch:
    """A game before its first answer."""
    return RecordedMatch(Match(header, open_library(header), header.chance(seed)))


def read_header(plain: Plain) -> Header:
    """A stored header; LogError if this program cannot play by it."""
    return read_lines([to_line(plain)]).header


def rebuild(header: Plain, seed: bytes, rows: Sequence[EntryRow]) -> RecordedMatch:
    """The table of a stored log. Every event is derived again, every draw taken from the seed.

    LogError if the log is not what the rules and the seed make of it.
    """
    table = new_table(read_header(header), seed)
    plains = [_read(row) for row in rows]
    _go_through(table, rows, plains, [], returned_to(plains))
    return table


def go_through(table: RecordedMatch, rows: Sequence[EntryRow], before: list[Game | None]) -> None:
    """Go on with a table by entries that somebody else has written.

    ``before`` has the game before each answer that still counts, so that an undo among later entries costs nothing.
    """
    plains = [_read(row) for row in rows]
    _go_through(table, rows, plains, before, set(range(len(rows))))


def returned_to(plains: Sequence[Plain]) -> set[int]:
    """Which entries an undo has returned the game to: a copy is made only before these."""
    standing: list[int] = []
    found: set[int] = set()
    for number, plain in enumerate(plains):
        answers = plain.get("undo")
        if answers is None:
            standing.append(number)
        elif isinstance(answers, int) and 0 < answers <= len(standing):
            found.add(standing[-answers])
            del standing[-answers:]
    return found


def _read(row: EntryRow) -> Plain:
    try:
        plain = read_line(row.line)
    except (ValueError, RecursionError) as error:
        raise LogError(f"entry {row.n} cannot be read: {error}") from error
    if not isinstance(plain, dict):
        raise LogError(f"entry {row.n} cannot be read: it must be an object")
    return plain


def _go_through(
    table: RecordedMatch,
    rows: Sequence[EntryRow],
    plains: Sequence[Plain],
    before: list[Game | None],
    copied: set[int],
) -> None:
    for number, row in enumerate(rows):
        if row.n != table.version + 1:
            raise LogError(f"entry {table.version + 1} is missing")
        try:
            _again(table, row, plains[number], before, copies=number in copied)
        except LogError:
            raise
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            # No line of ours: it was damaged.
            raise LogError(f"entry {row.n} cannot be read: {error}") from error


def _again(
    table: RecordedMatch, row: EntryRow, plain: Plain, before: list[Game | None], *, copies: bool
) -> None:
    if row.who != (CHANCE if plain["who"] == CHANCE_NAME else plain["who"]):
        raise LogError(f"entry {row.n} names another seat than its line")
    if not CHANCE <= row.who < table.match.header.options.players:
        raise LogError(f"entry {row.n} belongs to a seat that does not exist")
    if "undo" in plain:
        _take_back(table, row, plain, before)
    else:
        before.append(table.game.copy() if copies else None)
        _repeat(table, row, plain)


def _take_back(
    table: RecordedMatch, row: EntryRow, plain: Plain, before: list[Game | None]
) -> None:
    answers = plain["undo"]
    try:
        game = take_back(before, answers)[0]
    except LogError as error:
        raise LogError(f"entry {row.n} {error}") from error
    if game is None:
        raise LogError(f"entry {row.n} returns to where no copy was made")
    table.match.game = game
    agreed = tuple(plain.get("agreed", ()))
    table.match.entries.append(Entry(row.who, "", undo=answers, agreed=agreed))
    table.records.append(
        Record(row.n, row.at, row.who, NO_ANSWER, "", row.line, (), row.actor, row.command)
    )
    if row.command is not None:
        table.commands[row.command] = row.n


def _repeat(table: RecordedMatch, row: EntryRow, plain: Plain) -> None:
    match, game = table.match, table.game
    if game.over:
        raise Diverged(f"entry {row.n} comes after the end of the game")
    names = game.rules.names
    answer = _answer_again(match, row, plain)
    question = game.question()
    try:
        events: list[Any] = carry_out(game, row.who, answer)
    except IllegalAnswer as error:
        raise Diverged(f"entry {row.n}: {error}") from error
    if names.write(answer) != plain["answer"] or events != plain["events"]:
        raise Diverged(f"entry {row.n}: {first_difference(plain['events'], events)}")
    auto = bool(plain.get("auto"))
    match.entries.append(Entry(row.who, plain["answer"], secrets_in(match.game, events), auto=auto))
    note_stand_in(match, row.who, row.actor)
    secret_to = tuple(event["seat"] for event in secrets_in(match.game, events))
    table.records.append(
        Record(
            row.n, row.at, row.who, answer, question, row.line, secret_to, row.actor, row.command
        )
    )
    if row.command is not None:
        table.commands[row.command] = row.n


def _answer_again(match: Match, row: EntryRow, plain: Plain) -> int:
    game = match.game
    if row.who != CHANCE:
        try:
            return read_answer(game, row.who, plain["answer"])
        except IllegalAnswer as error:
            raise Diverged(f"entry {row.n}: {error}") from error
    if game.seat() != CHANCE:
        raise Diverged(f"entry {row.n}: chance is not asked")
    answer = match.chance.answer(game)
    if game.rules.names.write(answer) != plain["answer"]:
        raise Diverged(f"entry {row.n}: chance does not follow from its seed")
    return answer
