"""``rollplayer`` without a command does what its caller most likely wants, and says how to do the other."""

import importlib.util
import sys
from collections.abc import Mapping
from typing import Final

from rollplayer.cli.common import Session

BROWSER: Final = ("serve", "--open")
TERMINAL: Final = ("play",)
HELP: Final = ("--help",)
# What a graphical session of Linux and the BSDs sets; WSL shows pages in the browser of Windows.
DISPLAYS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")


def likely_command(system: str, environment: Mapping[str, str], terminal: bool) -> tuple[str, ...]:
    """The table in the browser where one can be shown, else in the terminal; help for a program."""
    if has_display(system, environment) and importlib.util.find_spec("uvicorn") is not None:
        return BROWSER
    return TERMINAL if terminal else HELP


def has_display(system: str, environment: Mapping[str, str]) -> bool:
    if "SSH_CONNECTION" in environment:
        # A browser would open on the machine at the other end, or slowly through the line.
        return False
    if system in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in DISPLAYS)


def say_the_other(session: Session, chosen: tuple[str, ...]) -> None:
    """How to play in the way that was not chosen; on standard error, so that output stays clean."""
    key = {BROWSER: "likely.browser", TERMINAL: "likely.terminal"}.get(chosen)
    if key is not None:
        print(session.texts().t(key), file=sys.stderr, flush=True)
