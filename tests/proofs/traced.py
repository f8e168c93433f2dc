"""What programs ask of the system, in the order in which it happened, and answers that the system did not give.

strace (a Debian package) stops a program before and after each system call that is of interest. So what it writes down
is in the order of causes: when it has seen the end of one call, the program has not yet gone on to the next.
"""

import codecs
import os
import re
import signal
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

WRITES: Final = ("write", "writev", "pwrite64", "pwritev", "sendto", "sendmsg")
SYNCS: Final = ("fsync", "fdatasync")
CHANGES: Final = (*WRITES, *SYNCS, "ftruncate", "unlink")
"""Whatever may change a file, or send something."""

LINE: Final = re.compile(r"(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)", re.DOTALL)
OPENED: Final = re.compile(r"\d+<([^>]*)>")
TEXT: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
RESULT: Final = re.compile(r"\) += (-?\d+)[^=]*$")
UNFINISHED: Final = " <unfinished ...>"


@dataclass(slots=True)
class Call:
    """One system call. Its beginning and its end are the numbers of their lines."""

    name: str
    file: str
    """The path, or which socket it is."""
    data: bytes
    at: int
    """Where in the file it writes, or how long it makes it."""
    began: int
    ended: int
    worked: bool

    @property
    def is_sync(self) -> bool:
        return self.name in SYNCS

    @property
    def is_write(self) -> bool:
        return self.name in WRITES


def read_calls(lines: Iterable[str]) -> Iterator[Call]:
    """The calls in the order in which they ended; those that never ended come last, as calls that did not work."""
    open_ones: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines):
        found = LINE.match(line)
        if found is None:
            continue  # A signal, or the end of a process.
        pid, resumed, begun, rest = found.groups()
        rest = rest.rstrip("\n")
        if begun is not None and rest.endswith(UNFINISHED):
            open_ones[pid] = (number, f"{begun}({rest.removesuffix(UNFINISHED)}")
        elif begun is not None:
            yield to_call(f"{begun}({rest}", number, number)
        elif pid in open_ones:
            began, text = open_ones.pop(pid)
            yield to_call(text + rest, began, number)
        else:
            raise ValueError(f"{resumed} ends without having begun: {line[:200]}")
    for began, text in open_ones.values():
        yield to_call(text, began, began)


def to_call(text: str, began: int, ended: int) -> Call:
    name, _, rest = text.partition("(")
    texts = TEXT.findall(rest)
    around = TEXT.sub("", rest)
    opened = OPENED.match(around)
    result = RESULT.search(around)
    worked = result is not None and int(result[1]) >= 0
    data = b"" if name == "unlink" else b"".join(codecs.escape_decode(each)[0] for each in texts)
    file = texts[0] if name == "unlink" else opened[1] if opened else ""
    numbers = [int(each) for each in re.findall(r", (\d+)(?=[,)])", around)]
    at = numbers[-1] if name in ("pwrite64", "pwritev", "ftruncate") and numbers else -1
    return Call(name, file, data, at, began, ended, worked)


def options(calls: Sequence[str], output: Path, longest: int) -> list[str]:
    return [
        *("strace", "-f", "-qq", "-y", "-s", str(longest)),
        *("-e", f"trace={','.join(calls)}", "-e", "signal=none", "-o", str(output)),
    ]


def run_traced(
    command: Sequence[str],
    output: Path,
    environment: Mapping[str, str],
    cwd: Path,
    longest: int = 1 << 16,
) -> None:
    """Run a program to its end."""
    strace = [*options(CHANGES, output, longest), "--seccomp-bpf", *command]
    subprocess.run(strace, env=dict(environment), cwd=cwd, check=True, stdout=subprocess.DEVNULL)


class Watch:
    """Programs that run already are watched from here on."""

    def __init__(self, strace: Sequence[str], pids: Iterable[int]) -> None:
        # What is given as `-e` counts for all of them and for whatever they start.
        command = [*strace, *(text for pid in pids for text in ("-p", str(pid)))]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    def end(self) -> str:
        """Let them go; returns what strace has complained of."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        _, complaints = self.process.communicate(timeout=60)
        return complaints


def is_traced(pid: int) -> bool:
    """Whether strace has every thread of a process in its hands."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return all("TracerPid:\t0" not in (each / "status").read_text() for each in threads)


@contextmanager
def watched(
    pids: Sequence[int], output: Path, calls: Sequence[str], longest: int
) -> Iterator[None]:
    """Write down what these programs and their children do meanwhile."""
    watch = Watch(options(calls, output, longest), pids)
    try:
        yield
    finally:
        complaints = watch.end()
    if complaints:
        raise RuntimeError(complaints)


def failing(error: str, calls: Sequence[str], files: Sequence[Path], pids: Sequence[int]) -> Watch:
    """From now on these calls fail with an error of the system wherever they concern one of these files."""
    paths = [text for file in files for text in ("-P", str(file))]
    return Watch(
        [
            *options(calls, Path(os.devnull), 0),
            *paths,
            *("-e", f"inject={','.join(calls)}:error={error}"),
        ],
        pids,
    )
