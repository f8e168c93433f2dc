"""Checks of the logs on disk, read without the server."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rollplayer.log import LogError, read_lines, replay, to_line
from tests.server.harness import ROOT
from tests.server.stores import Kept

if TYPE_CHECKING:
    from tests.proofs.crash import Ack


@dataclass
class Checked:
    """What was found in the logs."""

    lost: int = 0
    gaps: int = 0
    duplicates: int = 0
    untrue: int = 0
    replayed: int = 0
    entries: int = 0
    failures: list[str] = field(default_factory=list)


@dataclass
class Log:
    """One game on the disk."""

    header: dict[str, Any] | None
    result: dict[str, Any] | None
    entries: list[tuple[int, str | None, dict[str, Any]]]
    """Number, command and line."""


def read_logs(kept: Kept) -> dict[str, Log]:
    logs: dict[str, Log] = {}
    with kept.opened() as games:
        for game, header, result in games.execute("SELECT id, header, result FROM games"):
            end = json.loads(result)["end"] if result else None
            logs[game] = Log(json.loads(header) if header else None, end, [])
        rows = games.execute("SELECT game, n, command, line FROM entries ORDER BY game, n")
        for game, n, command, line in rows:
            logs[game].entries.append((n, command, json.loads(line)))
    return logs


def check_logs(
    kept: Kept,
    acks: "Sequence[Ack]",
    refused: Sequence[tuple[str, str]],
    broadcast: Mapping[tuple[str, int], str | None],
) -> Checked:
    """Everything acknowledged is there once, nothing refused is, and every game replays."""
    checked = Checked()
    logs = read_logs(kept)
    for game, log in logs.items():
        check_one(checked, game, log)
    check_acks(checked, logs, acks)
    for game, name in refused:
        if any(command == name for _, command, _ in logs[game].entries):
            checked.failures.append(f"{game}: {name} was refused but is in the log")
    for (game, n), answer in broadcast.items():
        entries = logs[game].entries
        if n > len(entries) or entries[n - 1][2].get("answer") != answer:
            checked.untrue += 1
            checked.failures.append(f"{game}: entry {n} was broadcast as {answer!r}")
    return checked


def check_one(checked: Checked, game: str, log: Log) -> None:
    numbers = [n for n, _, _ in log.entries]
    checked.entries += len(numbers)
    if numbers != list(range(1, len(numbers) + 1)):
        checked.gaps += 1
        checked.failures.append(f"{game}: the numbers of its entries have a gap")
    commands = Counter(command for _, command, _ in log.entries if command is not None)
    for command, times in commands.items():
        if times > 1:
            checked.duplicates += 1
            checked.failures.append(f"{game}: {command} is in the log {times} times")
    if log.header is None:
        return
    lines = [to_line(log.header), *(to_line(line) for _, _, line in log.entries)]
    lines += [to_line({"end": log.result})] if log.result else []
    try:
        file = read_lines(lines)
        steps = sum(1 for _ in replay(file))
    except LogError as error:
        checked.failures.append(f"{game}: {error}")
        return
    if steps == len(numbers):
        checked.replayed += 1
    else:
        checked.failures.append(f"{game}: {steps} of {len(numbers)} entries replay")


def check_acks(checked: Checked, logs: Mapping[str, Log], acks: "Sequence[Ack]") -> None:
    claimed: dict[tuple[str, int], str] = {}
    for ack in acks:
        name = f"{ack.seat}:{ack.sent.command}"
        if claimed.setdefault((ack.game, ack.entry), name) != name:
            checked.duplicates += 1
            checked.failures.append(f"{ack.game}: entry {ack.entry} was acknowledged to two")
        entries = logs[ack.game].entries if ack.game in logs else []
        logged = entries[ack.entry - 1] if ack.entry <= len(entries) else None
        if logged is None or logged[:2] != (ack.entry, name) or not says(logged[2], ack):
            checked.lost += 1
            checked.failures.append(f"{ack.game}: {name} was acknowledged as entry {ack.entry}")


def says(line: Mapping[str, Any], ack: "Ack") -> bool:
    """Whether a line holds what was acknowledged."""
    if line["who"] != ack.seat:
        return False
    if ack.sent.kind == "undo":
        # More than one where openings were passed for the seat since (K5).
        return bool(line.get("undo", 0) >= 1)
    return bool(line.get("answer") == ack.sent.notation)


def check_admin(kept: Kept) -> list[str]:
    """``rollplayer admin check`` from the outside."""
    environment = {**os.environ, **kept.settings}
    place = ["--data", str(kept.data), "--json"]
    command = [sys.executable, "-m", "rollplayer", "admin", "check", *place]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    return [] if done.returncode == 0 else [f"admin check: {done.stdout}{done.stderr}"]
