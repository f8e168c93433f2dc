"""What happened at one table, as its clients saw it: who wanted what from when to when, and what was shown."""

import time
from dataclasses import dataclass, field

import msgspec

NEVER = float("inf")
ANSWERS = ("answer", "interrupt")
ENTRIES = (*ANSWERS, "undo")
"""What becomes an entry of the log, with the number after the version it was meant for."""
VOTES = ("undo-ask", "undo-vote")
now = time.perf_counter


class Entry(msgspec.Struct, frozen=True):
    """One entry of the log as it was shown."""

    n: int
    who: int | str
    answer: str | None = None
    undo: int | None = None
    agreed: list[int] | None = None

    @property
    def is_hidden(self) -> bool:
        """Whether whoever was shown it may not know what it says."""
        return self.answer is None and self.undo is None


class Line(msgspec.Struct, frozen=True):
    """One line of the chat."""

    n: int
    seat: int | None
    text: str


@dataclass(slots=True)
class Command:
    """Something that somebody wanted, from when it was first sent until it was first acknowledged."""

    kind: str
    seat: int
    text: str
    """The notation of an answer, or what is said."""
    version: int
    """What it was meant for."""
    begun: float
    ended: float = NEVER
    shown_until: int = 0
    """The version that the first acknowledgement named."""
    entries: set[int | None] = field(default_factory=set)
    """All numbers that it was acknowledged as."""
    sent: int = 0
    refused: list[str] = field(default_factory=list)

    @property
    def is_acknowledged(self) -> bool:
        return bool(self.entries)


@dataclass(slots=True)
class Look:
    """What a client was shown: because it asked, or by itself."""

    client: str
    ended: float
    version: int
    said: int | None = None
    """The number of the latest line of the chat, if the chat was shown."""
    begun: float | None = None
    """When it was asked for; None if the server sent it by itself."""
    line: int = 0
    """On which connection of the client."""
    from_owner: bool = True
    """False if another process than the owner of the room may have shown it, a moment later."""


@dataclass
class History:
    """Everything that the clients at one table remember."""

    game: str
    commands: dict[str, Command] = field(default_factory=dict)
    """By their names in the log."""
    looks: list[Look] = field(default_factory=list)
    entries: dict[int, Entry] = field(default_factory=dict)
    chat: dict[int, Line] = field(default_factory=dict)
    views: dict[int, int] = field(default_factory=dict)
    """The hash of the public table, by version."""
    wrong: list[tuple[str, str]] = field(default_factory=list)
    """What was seen to be wrong while it happened: its kind, and what it was."""

    def note(self, kind: str, text: str) -> None:
        self.wrong.append((kind, f"{self.game}: {text}"))

    def begin(self, kind: str, name: str, seat: int, text: str = "", version: int = 0) -> Command:
        """Something is about to be sent, for the first time or again."""
        made = self.commands.get(name)
        if made is None:
            made = self.commands[name] = Command(kind, seat, text, version, now())
        made.sent += 1
        return made

    def acknowledged(self, name: str, entry: int | None, version: int) -> None:
        command = self.commands[name]
        if not command.is_acknowledged:
            command.ended, command.shown_until = now(), version
        command.entries.add(entry)

    def shown(self, look: Look, entries: list[Entry], lines: list[Line], view: bytes) -> None:
        """Somebody sees the table; whoever sees the same part of it must see the same."""
        self.looks.append(look)
        for entry in entries:
            before = self.entries.get(entry.n)
            if before is None or before.is_hidden:
                self.entries[entry.n] = entry
            elif before != entry and not entry.is_hidden:
                self.note("untrue", f"entry {entry.n} was shown as {before} and as {entry}")
        for line in lines:
            if self.chat.setdefault(line.n, line) != line:
                self.note("untrue", f"line {line.n} was shown as {self.chat[line.n]} and as {line}")
        if view and self.views.setdefault(look.version, hash(view)) != hash(view):
            self.note("untrue", f"version {look.version} was shown as two different tables")
