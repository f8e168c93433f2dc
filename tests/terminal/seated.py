"""Somebody at the keyboard for tests: any legal answer, and a record of what was typed."""

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path

from rollplayer.chance import Deal
from rollplayer.cli.common import Session
from rollplayer.cli.play import read_seats
from rollplayer.cli.terminal.host import Host
from rollplayer.cli.terminal.keyboard import Keyboard
from rollplayer.cli.terminal.menu import LET_BE
from rollplayer.cli.terminal.paint import Screen
from rollplayer.cli.terminal.saves import Save
from rollplayer.content import library_for
from rollplayer.engine.plain import Plain
from rollplayer.match import Match
from rollplayer.openings import NEW
from rollplayer.rules.options import Options
from rollplayer.text import Texts

Typist = Callable[[Host], str | None]


class Hands(Keyboard):
    """Types what a function says, and keeps what was typed."""

    def __init__(self, screen: Screen, typist: Typist) -> None:
        super().__init__(screen)
        self.typist = typist
        self.host: Host | None = None
        self.typed: list[str] = []

    def ask(self, prompt: str, completions: Callable[[], Sequence[str]]) -> str | None:
        assert self.host is not None
        if prompt == "> ":
            text: str | None = ""
        else:
            completions()
            text = self.typist(self.host)
        if text is not None:
            self.typed.append(text)
        return text


def anything(seed: str) -> Typist:
    """Any option of the question, written out or by its number."""
    chance = Deal.from_text(seed)

    def typist(host: Host) -> str:
        menu = host.asking
        assert menu is not None
        single = [item for item in menu.items if len(item.options) == 1]
        if single and chance.below(2):
            return str(single[chance.below(len(single))].label)
        option = menu.options[chance.below(len(menu.options))]
        return "pass" if option == LET_BE else menu.names.write(option)

    return typist


def match_of_today(options: Options, seed: str, seats: Sequence[Plain]) -> Match:
    return Match.new(options, seats, Deal.from_text(seed))


def new_host(
    path: Path,
    typist: Typist,
    *,
    seats: Sequence[str],
    language: str = "en",
    seed: str = "7",
    options: Options | None = None,
    yes_forced: bool = False,
    openings: str = NEW,
    begin: Callable[[Options, str, Sequence[Plain]], Match] = match_of_today,
) -> Host:
    """A game whose keyboard is in the test's hands; of today's content, as the command begins it."""
    options = options or Options(players=len(seats))
    texts = Texts(language, library_for(options))
    named = read_seats(texts, seats, options.players)
    match = begin(options, seed, named)
    screen = Screen(color=False)
    hands = Hands(screen, typist)
    host = Host(
        match,
        Session(language),
        Save.start(path, match),
        yes_forced=yes_forced,
        openings=openings,
        keyboard=hands,
        screen=screen,
    )
    hands.host = host
    return host


def typed_by(host: Host) -> list[str]:
    assert isinstance(host.keyboard, Hands)
    return host.keyboard.typed


def shown_by(run: Callable[[], object]) -> str:
    """What is printed meanwhile."""
    shown = io.StringIO()
    with redirect_stdout(shown):
        run()
    sys.stdout.flush()
    return shown.getvalue()
