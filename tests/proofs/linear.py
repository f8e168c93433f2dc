"""Whether a log is a linearization of what its clients saw; in linear time, since its entries have numbers.

Sorted by the clock, every moment has a least version: that of everything acknowledged to anybody, or shown by the owner,
until then. What began later must come after it, and what was asked for later must show it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.proofs.history import ANSWERS, ENTRIES, NEVER, VOTES, Command, Entry, History, Line, Look
from tests.proofs.logs import Log

LATE_SECONDS = 5.0
"""So much later whoever watches at another process may be shown something at the most."""
FOR_GOOD = ("stale", "illegal")
"""Refusals that stay what they are: other commands may be acknowledged when they are sent again."""


@dataclass
class Found:
    """What is wrong, by kind, and how much was looked at."""

    kinds: Counter[str] = field(default_factory=Counter)
    texts: list[str] = field(default_factory=list)
    commands: int = 0
    acknowledged: int = 0
    looks: int = 0
    asked: int = 0
    repeats: int = 0
    behind: int = 0
    """How often somebody who watches came to a process that had not yet heard of all they had seen."""

    def add(self, kind: str, text: str) -> None:
        self.kinds[kind] += 1
        self.texts.append(f"{kind}: {text}")


@dataclass
class Kept:
    """One game as it is in the store."""

    log: Log
    chat: list[tuple[int, str | None, Line]]
    """Number, command and line."""


def check(found: Found, history: History, kept: Kept) -> None:
    """Compare what clients saw of a game with its log and its chat."""
    for kind, text in history.wrong:
        found.add(kind, text)
    commands = history.commands.values()
    found.commands += len(commands)
    found.acknowledged += sum(command.is_acknowledged for command in commands)
    found.repeats += sum(command.sent - 1 for command in commands)
    found.looks += len(history.looks)
    found.asked += sum(look.begun is not None for look in history.looks)
    places, said = places_of(kept)
    check_commands(found, history, kept, places, said)
    check_kept(found, history, kept)
    check_times(found, history, places, said)
    check_clients(found, history)
    check_the_future(found, history, kept)


def places_of(kept: Kept) -> tuple[dict[str, int], dict[str, int]]:
    """Where each command is in the log, and in the chat."""
    places = {command: n for n, command, _ in kept.log.entries if command is not None}
    return places, {command: n for n, command, _ in kept.chat if command is not None}


# -- each by itself ------------------------------------------------------------------------------------


def check_commands(
    found: Found, history: History, kept: Kept, places: dict[str, int], said: dict[str, int]
) -> None:
    """What was acknowledged is there as it was acknowledged, and what was refused is not."""
    claimed: dict[int, str] = {}
    for name, command in history.commands.items():
        entries = command.entries - {None}
        where = f"{history.game}: {name} ({command.kind})"
        if (len(command.entries) > 1 and command.kind not in VOTES) or len(entries) > 1:
            found.add("twice", f"{where} was acknowledged as {command.entries}")
        for entry in entries:
            assert entry is not None
            if claimed.setdefault(entry, name) != name:
                found.add("twice", f"{where} and {claimed[entry]} were acknowledged as {entry}")
            if places.get(name) != entry:
                found.add("lost", f"{where} was acknowledged as {entry}, is {places.get(name)}")
            if command.kind in ENTRIES and entry != command.version + 1:
                found.add("untrue", f"{where} for version {command.version} became {entry}")
        if command.kind == "chat" and command.is_acknowledged and name not in said:
            found.add("lost", f"{where} was acknowledged and is not in the chat")
        firm = [code for code in command.refused if code in FOR_GOOD]
        if firm and command.is_acknowledged and command.kind in ENTRIES:
            found.add("twice", f"{where} was acknowledged, and refused as {firm}")
        # A copy whose reply was lost with its line may have been carried out.
        if len(command.refused) == command.sent and (name in places or name in said):
            found.add("refused", f"{where} was refused as {command.refused} and was carried out")


def check_kept(found: Found, history: History, kept: Kept) -> None:
    """What is in the store, somebody has sent, once; and what was shown of it is true."""
    numbers = [n for n, _, _ in kept.log.entries]
    if numbers != list(range(1, len(numbers) + 1)):
        found.add("gap", f"{history.game}: the numbers of its entries have a gap")
    rows = [(name, n) for n, name, _ in (*kept.log.entries, *kept.chat) if name is not None]
    for name, times in Counter(name for name, _ in rows).items():
        if times > 1:
            found.add("twice", f"{history.game}: {name} is there {times} times")
        if name not in history.commands:
            found.add("from nowhere", f"{history.game}: nobody has sent {name}")
    lines = {n: line for n, _, line in kept.log.entries}
    names = {n: name for n, name, _ in kept.log.entries}
    for n, entry in history.entries.items():
        logged = lines.get(n)
        if logged is None or not is_same(entry, logged):
            found.add("untrue", f"{history.game}: entry {n} was shown as {entry}, is {logged}")
    for n, command_name in names.items():
        command = history.commands.get(command_name or "")
        if command is not None and not is_meant(command, lines[n]):
            found.add("untrue", f"{history.game}: {command} became {lines[n]}")
        for seat in lines[n].get("agreed", []):
            if not any(
                each.seat == seat and each.kind in VOTES for each in history.commands.values()
            ):
                found.add("from nowhere", f"{history.game}: seat {seat} agreed to {n} unasked")
    chat = {n: line for n, _, line in kept.chat}
    for n, said in history.chat.items():
        if chat.get(n) != said:
            found.add("untrue", f"{history.game}: line {n} was shown as {said}, is {chat.get(n)}")


def is_same(shown: Entry, logged: dict[str, object]) -> bool:
    if shown.who != logged["who"]:
        return False
    return shown.is_hidden or (shown.answer, shown.undo) == (
        logged.get("answer"),
        logged.get("undo"),
    )


def is_meant(command: Command, logged: dict[str, object]) -> bool:
    if command.kind in ANSWERS:
        return logged["who"] == command.seat and logged.get("answer") == command.text
    return "undo" in logged


# -- by the clock --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Known:
    """The least that anybody may be shown from a moment on."""

    version: int = 0
    said: int = 0

    def at_least(self, version: int, said: int | None) -> None:
        self.version = max(self.version, version)
        self.said = max(self.said, said or 0)


BEGINS, ENDS = 0, 1


def moments(
    history: History, said: dict[str, int]
) -> Iterator[tuple[float, int, str, Command | Look]]:
    """When everything began and ended; at the same moment nothing has ended before the other begins."""
    for name, command in history.commands.items():
        yield command.begun, BEGINS, name, command
        if command.ended != NEVER:
            yield command.ended, ENDS, name, command
    for number, look in enumerate(history.looks):
        late = 0.0 if look.from_owner else LATE_SECONDS
        if look.begun is not None:
            yield look.begun - late, BEGINS, f"look {number}", look
        if look.from_owner:
            yield look.ended, ENDS, f"look {number}", look


def check_times(
    found: Found, history: History, places: dict[str, int], said: dict[str, int]
) -> None:
    """Whatever began after something had ended comes after it, and shows it."""
    known = Known()
    for _, which, name, each in sorted(moments(history, said), key=lambda each: each[:3]):
        if isinstance(each, Look):
            if which == ENDS:
                known.at_least(each.version, each.said)
                continue
            if each.version < known.version or (each.said is not None and each.said < known.said):
                seen = f"{each.version}, {each.said} where {known.version}, {known.said} was known"
                found.add("stale", f"{history.game}: {each.client} was shown {seen}")
        elif which == ENDS:
            known.at_least(each.shown_until, said.get(name))
        elif places.get(name, known.version + 1) <= known.version:
            late = f"{places[name]} though {known.version} was known before it was sent"
            found.add("order", f"{history.game}: {name} became {late}")
        elif said.get(name, known.said + 1) <= known.said:
            late = f"{said[name]} though {known.said} was known before it was sent"
            found.add("order", f"{history.game}: {name} became line {late}")


def check_clients(found: Found, history: History) -> None:
    """Nobody is shown less than before: on any line at the owner, on the same line elsewhere."""
    seen: dict[str, int] = {}
    on_line: dict[tuple[str, int], int] = {}
    for look in history.looks:
        key = look.client, look.line
        before = seen.get(look.client, 0)
        known = before if look.from_owner else on_line.get(key, 0)
        if look.version < known:
            back = f"{look.version} after {known}"
            found.add("back", f"{history.game}: {look.client} was shown {back}")
        elif look.version < before and key not in on_line:
            found.behind += 1
        on_line[key] = max(look.version, on_line.get(key, 0))
        seen[look.client] = max(look.version, before)


def check_the_future(found: Found, history: History, kept: Kept) -> None:
    """Nothing is shown before it was sent, and nothing that is not there."""
    begun, latest = {0: 0.0}, 0.0
    for n, name, _ in kept.log.entries:
        command = history.commands.get(name or "")
        latest = max(latest, command.begun if command is not None else 0.0)
        begun[n] = latest
    missing: set[int] = set()
    for look in history.looks:
        if look.version not in begun:
            missing.add(look.version)
        elif begun[look.version] > look.ended:
            early = f"{look.client} saw {look.version} before it was sent"
            found.add("from nowhere", f"{history.game}: {early}")
    for version in sorted(missing):
        found.add("lost", f"{history.game}: version {version} was shown and is not in the log")
