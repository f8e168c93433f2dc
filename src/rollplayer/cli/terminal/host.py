"""Run a game for the people at one keyboard: ask them, let bots and chance answer, save."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from rollplayer import questions
from rollplayer.bots import make_bot
from rollplayer.cli.common import OK, STOPPED, Session
from rollplayer.cli.terminal.keyboard import Keyboard, Quit
from rollplayer.cli.terminal.look import TerminalLook
from rollplayer.cli.terminal.menu import LET_BE, Menu
from rollplayer.cli.terminal.paint import Screen, line, wrapped
from rollplayer.cli.terminal.saves import Save
from rollplayer.cli.terminal.table import Table, sentences
from rollplayer.engine.answers import PASS, verb_of
from rollplayer.engine.events import CARD_SEEN
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE, ROWS, SPOTS
from rollplayer.engine.view import View
from rollplayer.last_calls import LAST_CALLS, LastCalls
from rollplayer.match import Bot, Match
from rollplayer.openings import NEW, Openings
from rollplayer.text import Texts
from rollplayer.words.choice import Choice

FOR_NEWCOMERS: Final = ("take", "place", "market-turn", "choose-race", "choose-class")
"""Questions with an explanation in the first round."""
TALL: Final = 30


def bots_of(match: Match) -> dict[int, Bot]:
    """The bots by seat. They have their own randomness, which reveals nothing about the game's."""
    return {
        seat: make_bot(str(player["bot"]), f"{match.chance.commitment}/{seat}")
        for seat, player in enumerate(match.header.seats)
        if player.get("bot")
    }


class Host:
    """One game at one keyboard."""

    def __init__(
        self,
        match: Match,
        session: Session,
        save: Save,
        *,
        yes_forced: bool,
        openings: str = NEW,
        keyboard: Keyboard | None = None,
        screen: Screen | None = None,
    ) -> None:
        self.match = match
        self.session = session
        self.save = save
        self.yes_forced = yes_forced
        self.bots: Mapping[int, Bot] = bots_of(match)
        self.screen = screen or Screen(color=session.color)
        self.keyboard = keyboard or Keyboard(self.screen)
        self.speak(session.language)
        self.openings = Openings(openings)
        """How often people are asked whether they want to interrupt."""
        self.last_calls = LastCalls(self.openings)
        self.waiting: Text | str = ""
        """A line to show after the next table."""
        self.asking: Menu | None = None
        """The last menu."""
        self.clears = False
        """Whether to clear the screen before the next table."""

    def speak(self, language: str) -> None:
        names = [str(seat["name"]) for seat in self.match.header.seats]
        self.session = Session(language, self.session.color)
        self.t = Texts(language, self.match.library, names)

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def humans(self) -> list[int]:
        return [seat for seat in range(self.game.rules.players) if seat not in self.bots]

    def look(self) -> TerminalLook:
        return TerminalLook(self.t, self.screen, self.game, shared=len(self.humans) > 1)

    # -- running the game ---------------------------------------------------------------------------

    def run(self) -> int:
        """Play to the end, or until somebody quits."""
        try:
            while not self.game.over:
                if not self.calls():
                    self.step()
        except (Quit, KeyboardInterrupt) as left:
            self.tell(self.t.t("quit.saved"))
            self.screen.show([f"  rollplayer resume {self.save.path}"], whole=True)
            return OK if isinstance(left, Quit) else STOPPED
        self.finish()
        return OK

    def step(self) -> None:
        """Let whoever is asked answer once."""
        seat = self.game.seat()
        if seat == CHANCE:
            self.match.roll()
        elif seat in self.bots:
            bot = self.bots[seat]
            self.match.act(seat, bot.choose(View(self.game, seat), self.game.options()))
        elif self.openings.passes(self.game, seat):
            self.match.pass_opening()
        else:
            answer = self.forced() if self.yes_forced else None
            if answer is None:
                answer = self.ask(seat, self.game.options(), self.game.question())
            if answer is not None:
                self.match.act(seat, answer)
        self.save.keep(self.match)
        self.tell_secrets()
        if not self.humans:
            self.tell_latest()

    def forced(self) -> int | None:
        options = self.game.options()
        return options[0] if len(options) == 1 else None

    def calls(self) -> bool:
        """Ask everybody who may still interrupt before the pending question is answered.

        True if there was an undo meanwhile, so that another question may be pending.
        """
        for seat in self.last_calls.update(self.game, self.bots.__contains__, self.humans):
            self.last_calls.mark_passed(seat)
            if not (self.call_bot(seat) if seat in self.bots else self.call(seat)):
                return True
        return False

    def call_bot(self, seat: int) -> bool:
        """Let a bot interrupt once."""
        options = self.game.interruptions(seat)
        if options:
            answer = self.bots[seat].interrupt(View(self.game, seat), options)
            if answer is not None:
                self.match.act(seat, answer)
                self.resolve()
        return True

    def call(self, seat: int) -> bool:
        """Let a person interrupt as often as they like; False if there was an undo meanwhile."""
        game = self.game
        while options := game.interruptions(seat):
            answer = self.ask(seat, [*options, LET_BE], "last-call", interrupted=True)
            if answer == LET_BE:
                break
            if answer is not None:
                self.match.act(seat, answer)
            self.resolve()
            if self.game is not game:
                return False
        return True

    def resolve(self) -> None:
        """K5: resolve an interruption completely before anybody else is asked."""
        self.save.keep(self.match)
        while not self.game.agenda[-1].step.interruptible:
            self.step()

    def finish(self) -> None:
        from rollplayer.cli.terminal.final import final_lines

        self.save.keep(self.match)
        lines = final_lines(self.session, self.t, self.match)
        self.screen.show(["", *(Text.from_ansi(row) for row in lines)])
        self.tell(self.t.t("end.saved", path=str(self.save.path)))

    # -- asking a person ----------------------------------------------------------------------------

    def ask(
        self, seat: int, options: Sequence[int], question: str, *, interrupted: bool = False
    ) -> int | None:
        """The answer of a person; None if the game has changed meanwhile."""
        from rollplayer.cli.terminal.commands import Commands

        game = self.game
        if question == "buy-from-deck" and len(self.humans) > 1:
            self.keep_secret(seat)
        self.openings.note(game, seat)
        menu = Menu(self.look(), seat, options, question, interrupted=interrupted)
        self.show_table(seat, menu)
        commands = Commands(self, seat, [menu])
        self.asking = menu
        while True:
            typed = self.keyboard.ask(f"{self.look().hero_name(seat)}> ", commands.completions)
            if typed is None:
                raise Quit
            answer = commands.carry_out(typed.strip())
            if answer is not None:
                return answer
            if self.game is not game or commands.changed:
                return None

    def keep_secret(self, seat: int) -> None:
        """M17: hide the screen before a card that only one seat may see."""
        self.screen.clear()
        warning = self.t.t("ask.secret", hero=self.look().hero_name(seat))
        self.tell(warning)
        if self.keyboard.ask("> ", list) is None:
            raise Quit

    def show_table(self, seat: int, menu: Menu) -> None:
        width, height = self.screen.width, self.screen.height
        below = self.question_lines(seat, menu)
        room = max(height - len(below) - 1, 1) if height else 0
        table = Table(self.look(), seat, self.match.entries).lines(width, room)
        if self.clears:
            self.screen.clear()
        self.clears = True
        if self.waiting:
            table = [*table, line((str(self.waiting), "bold"))]
            self.waiting = ""
        self.screen.show([*table, *below])

    def question_lines(self, seat: int, menu: Menu) -> list[Text]:
        width = self.screen.width
        look = self.look()
        lines = [
            row
            for addition in look.additions
            for row in addition.asked(look, seat, menu.question, width)
        ]
        lines += [line(), self.question(seat, menu)]
        hint = self.hint(menu)
        if hint:
            lines += wrapped(hint, width, 2, "dim")
        return [*lines, *menu.lines(width)]

    def question(self, seat: int, menu: Menu) -> Text:
        asked = menu.question
        name = self.look().hero_name(seat)
        who = (self.t.t("ask.who", hero=name) + " ", "bold cyan")
        if asked == "last-call":
            return line(who, (self.called_before(), "bold"))
        if asked == "action":
            row = self.only_row(menu)
            key = "ask.action" if row else "ask.any-action"
            action = self.t.content("row", row, "action") if row else ""
            name = self.t.name("row", row) if row else ""
            shown = line(who, (self.t.t(key, row=name, action=action), "bold"))
            return line(shown, " ", self.chosen_first(seat, menu))
        shown = line(who, (questions.asked(self.t, self.game), "bold"))
        shown = line(shown, " ", self.chosen_first(seat, menu))
        if asked == "place":
            shown = line(shown, " ", self.look().dice(self.game.heroes[seat].hand))
        return shown

    def called_before(self) -> str:
        """The last call's question, naming what comes next."""
        other, question = self.game.seat(), self.game.question()
        if other == CHANCE:
            enemy = question in LAST_CALLS
            return self.t.t("ask.last-call-enemy" if enemy else "ask.before-chance")
        key = "ask.last-call" if question in LAST_CALLS else "ask.before"
        return self.t.t(key, hero=self.look().hero_name(other))

    def chosen_first(self, seat: int, menu: Menu) -> Text:
        """The die chosen first, for the second part of a choice."""
        if menu.chosen < 0:
            return line()
        sort = self.game.rules.vocabulary.verb(verb_of(menu.options[0])).first
        if sort == "spot":
            die = self.game.heroes[seat].sheet[menu.chosen]
            return line(f"{self.t.spot(SPOTS[menu.chosen])} ", self.look().die(die))
        if sort in ("die", "die?"):
            return self.look().die(menu.chosen)
        return line()

    def only_row(self, menu: Menu) -> str:
        """The row whose action is offered, if there is only one."""
        verbs = {verb_of(o) for o in menu.options if not menu.aside(o) and verb_of(o) != PASS}
        rows = [
            ROWS[row]
            for row, action in enumerate(self.game.rules.actions)
            if isinstance(action, Choice) and action.verb in verbs
        ]
        return rows[0] if len(rows) == 1 else ""

    def hint(self, menu: Menu) -> str:
        """A one-line explanation of the question."""
        if menu.chosen >= 0:
            return self.t.t("hint.back")
        known = self.game.round > 2 and 0 < self.screen.height < TALL
        if menu.question == "action":
            row = self.only_row(menu)
            return self.t.content("row", row, "text") if row and not known else ""
        if menu.question == "buy-from-deck":
            id = self.game.rules.cards[self.game.top_card].id
            cost = self.t.t("count.gold", n=self.game.rules.cards[self.game.top_card].cost)
            return f"{self.t.name('card', id)} ({cost}): {self.t.content('card', id, 'text')}"
        key = f"hint.{menu.question}"
        if self.t.has(key):
            return self.t.t(key)
        newcomer = self.game.round <= 1 and not 0 < self.screen.height < TALL
        if newcomer and menu.question in FOR_NEWCOMERS:
            enemy = self.t.explain("enemy-roll") if self.enemy_follows(menu) else ""
            return f"{self.t.explain(menu.question)} {enemy}".strip()
        return ""

    def enemy_follows(self, menu: Menu) -> bool:
        """Whether the card to take decides about the enemy's roll (L3)."""
        return menu.question == "take" and self.game.rules.solitaire

    # -- telling ------------------------------------------------------------------------------------

    def tell(self, text: str, style: str = "") -> None:
        # Not cut, because a file name is useless without its end.
        self.screen.show(wrapped(text, self.screen.width, style=style), whole=True)

    def tell_secrets(self) -> None:
        """Show what only one person may know of the last answer."""
        known = self.game.rules.vocabulary
        asked = known.event_at[CARD_SEEN][0]
        secrets = [name for name in known.secret_events if name != asked]
        for event in self.match.entries[-1].events if self.match.entries else ():
            seat = event.get("seat", CHANCE)
            if event["event"] in secrets and seat in self.humans:
                text = self.secret(event, seat)
                if len(self.humans) > 1:
                    self.behind_curtain(seat, wrapped(text, self.screen.width))
                else:
                    self.waiting = text

    def secret(self, event: Plain, seat: int) -> str:
        """What was seen, with its text."""
        texts = [self.t.event(event, seat)]
        for name, *parts in self.game.rules.vocabulary.events:
            if name == event["event"]:
                texts += [self.t.content(sort, event[part], "text") for part, sort in parts if part]
        return " ".join(texts)

    def behind_curtain(self, seat: int, lines: list[Text]) -> None:
        """Show something to one person, then clear the screen."""
        self.keep_secret(seat)
        self.screen.show(lines)
        self.tell(self.t.t("ask.secret-seen"))
        if self.keyboard.ask("> ", list) is None:
            raise Quit
        self.screen.clear()

    def tell_latest(self) -> None:
        """If only bots play, show every event as it happens."""
        latest = sentences(self.t, self.match.entries[-1:], -1, 20)
        self.screen.show(latest)
