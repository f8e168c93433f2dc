"""Read typed answers: with completion and history in a terminal, otherwise line by line."""

import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Any

from rollplayer.cli.terminal.paint import Screen


class Quit(Exception):
    """The people at the keyboard quit."""


class Keyboard:
    """Asks for a line. None means that the input has ended."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._session: Any = None
        if isinstance(sys.stdin, TextIOWrapper):
            # An invalid byte is a wrong answer, not the end of the game.
            sys.stdin.reconfigure(errors="replace")

    def ask(self, prompt: str, completions: Callable[[], Sequence[str]]) -> str | None:
        try:
            if self.screen.interactive and os.environ.get("TERM", "dumb") != "dumb":
                return self._ask_with_completion(prompt, completions)
            typed = input(prompt)
        except EOFError:
            print()
            return None
        if not self.screen.interactive:
            # Echo the answer, so that transcripts show it.
            print(typed.encode("ascii", "backslashreplace").decode()[:60])
        return typed

    def _ask_with_completion(
        self, prompt: str, completions: Callable[[], Sequence[str]]
    ) -> str | None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.formatted_text import FormattedText
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        if self._session is None:
            self._session = PromptSession(history=InMemoryHistory())
        # Complete the whole line, so that `swap str1 d` offers `swap str1 dex2`.
        completer = WordCompleter(list(completions()), sentence=True, ignore_case=True)
        style = "bold ansicyan" if self.screen.color else ""
        typed = self._session.prompt(
            FormattedText([(style, prompt)]),
            completer=completer,
            complete_while_typing=False,
            # A menu would need rows below the prompt, but the table fills the screen.
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
        )
        return str(typed)
