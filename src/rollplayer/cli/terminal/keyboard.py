"""Where answers are typed: with completion and history on a terminal, line by line elsewhere."""

import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Any

from rollplayer.cli.terminal.paint import Screen


class Quit(Exception):
    """The people at the keyboard leave."""


class Keyboard:
    """Asks for a line. None means that nobody will type any more."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._session: Any = None
        if isinstance(sys.stdin, TextIOWrapper):
            # A byte that is no text is a wrong answer, not the end of the game.
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
            # A transcript shows what was answered.
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
        # The whole line is completed, so that `swap str1 d` offers `swap str1 dex2`.
        completer = WordCompleter(list(completions()), sentence=True, ignore_case=True)
        style = "bold ansicyan" if self.screen.color else ""
        typed = self._session.prompt(
            FormattedText([(style, prompt)]),
            completer=completer,
            complete_while_typing=False,
            # A menu would need rows below the prompt, which the table has taken.
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
        )
        return str(typed)
