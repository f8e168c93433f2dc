"""What a disk may hold after a loss of power, by what was written to it and what of that was synced.

What was synced stays. What was written since may be there in part: up to any byte, torn at a sector, or in any order;
the rest of the range that was being written is as it was, zero or garbage. Bytes beside that range stay what they are,
as SQLite assumes, too (``SQLITE_IOCAP_POWERSAFE_OVERWRITE``). A new name, or one that was removed, is certain once the
folder was synced.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.proofs.traced import Call

SECTORS: Final = (512, 4096)
KEPT: Final = 0.5
"""How much of what was not synced is on the disk, where sectors or writes are lost one by one."""


@dataclass
class Content:
    """One file, whatever its name is."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[Call] = field(default_factory=list)
    """What has changed it since it was synced."""

    def synced(self, sync: Call) -> None:
        """What was written before a sync began is safe once it has ended."""
        for call in self.pending:
            if call.ended < sync.began:
                put(self.safe, call, call.data)
        self.pending = [call for call in self.pending if call.ended >= sync.began]


def put(content: bytearray, call: Call, data: bytes, skip: int = 0) -> None:
    """Carry out a change, or the part of it that begins later."""
    at = call.at + skip
    if call.name == "ftruncate":
        content[:] = content[: call.at].ljust(call.at, b"\0")
        return
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(data)] = data


@dataclass
class Disk:
    """The files of one folder."""

    folder: Path
    names: dict[str, Content] = field(default_factory=dict)
    safe_names: dict[str, Content] = field(default_factory=dict)
    renamed: list[tuple[str, Content | None]] = field(default_factory=list)
    """Names that were made or removed since the folder was synced, in order."""

    def knows(self, call: Call) -> bool:
        return call.file == str(self.folder) or Path(call.file).parent == self.folder

    def happens(self, call: Call) -> None:
        """A call that has ended."""
        if not call.worked:
            return
        if call.file == str(self.folder):
            if call.is_sync:
                for name, content in self.renamed:
                    be_called(self.safe_names, name, content)
                self.renamed = []
            return
        name = Path(call.file).name
        if call.name == "unlink":
            self.rename(name, None)
            return
        if name not in self.names:
            self.rename(name, Content())
        if call.is_sync:
            self.names[name].synced(call)
        else:
            self.names[name].pending.append(call)

    def rename(self, name: str, content: Content | None) -> None:
        be_called(self.names, name, content)
        self.renamed.append((name, content))

    @property
    def unsafe(self) -> int:
        """How many changes may still be lost."""
        return len(self.renamed) + sum(len(each.pending) for each in self.names.values())

    def image(self, way: str, dice: random.Random) -> dict[str, bytes]:
        """What is on the disk if power is lost now."""
        names = dict(self.safe_names)
        for name, content in self.renamed[: dice.randint(0, len(self.renamed))]:
            be_called(names, name, content)
        return {name: WAYS[way](content, dice) for name, content in names.items()}


def be_called(names: dict[str, Content], name: str, content: Content | None) -> None:
    if content is None:
        names.pop(name, None)
    else:
        names[name] = content


# -- the ways in which power is lost -------------------------------------------------------------------


def prefix(content: Content, dice: random.Random) -> tuple[bytearray, Call | None]:
    """The first of all changes, and the one that is not complete."""
    image = bytearray(content.safe)
    number = dice.randint(0, len(content.pending))
    for call in content.pending[:number]:
        put(image, call, call.data)
    return image, content.pending[number] if number < len(content.pending) else None


def cut(content: Content, dice: random.Random) -> bytes:
    """All up to any byte, and nothing after it."""
    image, last = prefix(content, dice)
    if last is not None and last.is_write:
        put(image, last, last.data[: dice.randint(0, len(last.data))])
    return bytes(image)


def torn(content: Content, dice: random.Random) -> bytes:
    """All up to a sector; the rest of that write is old, zero or garbage."""
    image, last = prefix(content, dice)
    if last is not None and last.is_write:
        sector = dice.choice(SECTORS)
        # Where the first sector ends that this write touches, and the ones after it.
        ends = range(sector - last.at % sector, len(last.data), sector)
        done = dice.choice([0, *ends])
        put(image, last, last.data[:done])
        rest = last.data[done:]
        match dice.choice(("old", "zero", "garbage")):
            case "zero":
                put(image, last, bytes(len(rest)), done)
            case "garbage":
                put(image, last, dice.randbytes(len(rest)), done)
    return bytes(image)


def sectors_lost(content: Content, dice: random.Random) -> bytes:
    """Each sector by itself is on the disk or not, in any order; lost ones are old, zero or garbage."""
    image = bytearray(content.safe)
    sector = dice.choice(SECTORS)
    for call in content.pending:
        if not call.is_write:
            if dice.random() < KEPT:
                put(image, call, b"")
            continue
        starts = [0, *range(sector - call.at % sector, len(call.data), sector)]
        for start, end in zip(starts, [*starts[1:], len(call.data)], strict=True):
            part = call.data[start:end]
            kept = dice.random()
            if kept < KEPT:
                put(image, call, part, start)
            elif kept > 0.9:
                put(image, call, dice.randbytes(len(part)), start)
            elif kept > 0.8:
                put(image, call, bytes(len(part)), start)
    return bytes(image)


def writes_lost(content: Content, dice: random.Random) -> bytes:
    """Each write as a whole is on the disk or not."""
    image = bytearray(content.safe)
    for call in content.pending:
        if dice.random() < KEPT:
            put(image, call, call.data)
    return bytes(image)


WAYS: Final = {
    "cut": cut,
    "torn": torn,
    "sectors lost": sectors_lost,
    "writes lost": writes_lost,
}


def lay(image: Mapping[str, bytes], folder: Path) -> None:
    """Put an image into an empty folder."""
    for name, content in image.items():
        (folder / name).write_bytes(content)
