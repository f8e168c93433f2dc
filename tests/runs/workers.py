"""Workers with troubles of their own, in a module that other processes can import."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from rollplayer.api.bots import BotError
from rollplayer.engine.plain import Plain


@dataclass(frozen=True)
class Trouble:
    """Plain data that says what goes wrong."""

    folder: str = ""
    """Where workers leave notes of what they have begun."""
    deadly: tuple[int, ...] = ()
    """Tasks in whose midst the first worker that plays them is killed."""
    always_deadly: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    """Tasks that raise an error."""
    slow: tuple[int, ...] = ()


class Troubled:
    def __init__(self, trouble: Trouble) -> None:
        self.trouble = trouble

    def play(self, task: int) -> Plain:
        trouble = self.trouble
        if trouble.folder:
            with (Path(trouble.folder) / str(task)).open("a") as file:
                file.write(f"{os.getpid()}\n")
        if task in trouble.slow:
            time.sleep(0.3)
        if task in trouble.always_deadly or (task in trouble.deadly and self.begun(task) == 1):
            os.kill(os.getpid(), signal.SIGKILL)
        if task in trouble.refused:
            raise BotError(f"no {task}", "bot-illegal", bot="mine")
        return {"task": task, "square": task * task}

    def begun(self, task: int) -> int:
        """How often a task has been begun, by anybody."""
        return len((Path(self.trouble.folder) / str(task)).read_text().split())


class NeverReady:
    def __init__(self, message: str) -> None:
        raise BotError(message, "bot-import", spec="mine", why="it is so")

    def play(self, task: int) -> Plain:
        raise AssertionError(task)


class Stillborn:
    def __init__(self, code: int) -> None:
        os._exit(code)

    def play(self, task: int) -> Plain:
        raise AssertionError(task)


class CannotTravel(Exception):
    """An error that another process cannot be sent."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other}")


class Untold:
    def __init__(self, _: None) -> None:
        self.held = lambda: None

    def play(self, task: int) -> Plain:
        error = CannotTravel("this", "that")
        error.add_note("kept")
        vars(error)["held"] = self.held
        raise error
