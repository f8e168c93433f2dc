"""What a player can type besides an answer: look around, get help, undo, quit."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from rich.text import Text

from rollplayer.cli.card_page import card_page
from rollplayer.cli.entries import ContentEntry, all_entries, called, find_named, near_names
from rollplayer.cli.terminal.additions import Addition
from rollplayer.cli.terminal.keyboard import Quit
from rollplayer.cli.terminal.look import SHEET_WIDTH
from rollplayer.cli.terminal.menu import LET_BE, Menu, NotRead, clean, words
from rollplayer.cli.terminal.opening_settings import choose, explanations
from rollplayer.cli.terminal.paint import beside, flowed, line, rule, wrapped
from rollplayer.cli.terminal.table import market_texts, sentences
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import PASS, first_of, verb_of
from rollplayer.engine.table import COLORS, NOBODY

if TYPE_CHECKING:
    from rollplayer.cli.terminal.host import Host

LOG_LINES: Final = 20
FEW: Final = 30
"""Up to this many options are explained one by one."""


class Commands:
    """Handles what a seat types at one question."""

    def __init__(self, host: "Host", seat: int, menus: list[Menu]) -> None:
        self.host = host
        self.seat = seat
        self.menus = menus
        """The whole menu, then the smaller ones after each choice."""
        self.changed = False
        self.known: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "table": self.table,
            "market": self.market,
            "pile": self.pile,
            "bag": self.bag,
            "hero": self.hero,
            "log": self.log,
            "score": self.score,
            "hint": self.hint,
            "undo": self.undo,
            "save": self.save,
            "language": self.language,
            "openings": self.openings,
            "quit": self.quit,
        }
        for addition in host.look().additions:
            if addition.command:
                self.known[addition.command] = partial(self.show_addition, addition)

    def carry_out(self, typed: str) -> int | None:
        """Return the answer typed, or None after a command or a mistake."""
        if not typed:
            return self.nothing_typed()
        if typed.startswith("?"):
            self.explain(typed[1:].strip())
            return None
        seat_text, colon, rest = typed.partition(":")
        if colon:
            self.for_seat(seat_text.strip(), rest.strip())
            return None
        name, _, argument = typed.partition(" ")
        command = self.command(name, exact=True)
        if command is not None:
            command(argument.strip())
            return None
        return self.answer(typed)

    def command(self, name: str, *, exact: bool) -> Callable[[str], None] | None:
        """A command by its name in English or in the player's language."""
        wanted = "".join(words(name))
        if not wanted:
            return None
        matches = [
            command
            for english, command in self.known.items()
            for known in (english, "".join(words(self.host.t.t(f"command.{english}"))))
            if (known == wanted if exact else known.startswith(wanted))
        ]
        return matches[0] if matches and all(other == matches[0] for other in matches) else None

    def answer(self, typed: str) -> int | None:
        """The answer typed; a mistake is reported and changes nothing."""
        refused = ""
        for menu in dict.fromkeys((self.menus[-1], self.menus[0])):
            try:
                choice = menu.read(typed)
            except NotRead as error:
                refused = refused or str(error)
                continue
            if isinstance(choice, int):
                return choice
            self.menus.append(choice)
            self.show_menu()
            return None
        command = self.command(typed.partition(" ")[0], exact=False)
        if command is not None:
            command(typed.partition(" ")[2].strip())
        else:
            self.host.tell(refused, "red")
        return None

    def nothing_typed(self) -> int | None:
        """Enter goes back or confirms the only option; it never skips an action (D4)."""
        if len(self.menus) > 1:
            self.menus.pop()
            self.show_menu()
            return None
        options = self.menus[0].options
        if len(options) == 1 and verb_of(options[0]) != PASS:
            return options[0]
        self.host.tell(self.host.t.t("menu.empty"))
        return None

    def show_menu(self) -> None:
        self.host.screen.show(self.host.question_lines(self.seat, self.menus[-1]))

    def completions(self) -> list[str]:
        menu = self.menus[0]
        notations = [menu.names.write(o) if o != LET_BE else "pass" for o in menu.options]
        local = [self.host.t.t(f"command.{name}") for name in self.known]
        cards = [f"? {id}" for id in menu.names.by_kind["card"]]
        return list(dict.fromkeys([*notations, *self.known, *local, *cards]))

    # -- for another seat ---------------------------------------------------------------------------

    def for_seat(self, seat_text: str, rest: str) -> None:
        """``2: use climb``: another person at the keyboard interrupts (K5)."""
        host, t = self.host, self.host.t
        seat = self.seat_of(seat_text)
        if seat is None:
            seats = ", ".join(f"{at + 1} ({t.hero(at)})" for at in host.humans)
            host.tell(t.t("seat.unknown", typed=clean(seat_text), seats=seats), "red")
            return
        if seat in host.bots:
            host.tell(t.t("seat.bot", hero=t.hero(seat)), "red")
            return
        if words(rest) == ["undo"]:
            self.undo("")
            return
        options = host.game.interruptions(seat)
        if seat == host.game.seat():
            options = host.game.options()
        if not options:
            host.tell(t.t("seat.nothing", hero=t.hero(seat)), "red")
            return
        interrupted = seat != host.game.seat()
        menu = Menu(host.look(), seat, options, "interruption", interrupted=interrupted)
        try:
            answer = menu.read(rest)
        except NotRead as error:
            host.tell(str(error), "red")
            return
        if isinstance(answer, Menu):
            host.screen.show([line(t.t("menu.which")), *answer.lines(host.screen.width)])
            return
        host.match.act(seat, answer)
        host.save.keep(host.match)
        self.changed = True

    def seat_of(self, text: str) -> int | None:
        names = [host_name.casefold() for host_name in self.host.t.seats]
        if text.casefold() in names:
            return names.index(text.casefold())
        if text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= len(names):
            return int(text) - 1
        return None

    # -- explaining ---------------------------------------------------------------------------------

    def explain(self, about: str) -> None:
        if about:
            self.explain_thing(about)
            return
        host, t = self.host, self.host.t
        menu = self.menus[-1]
        width = host.screen.width
        parts = explanations(host, self.seat, menu.question)
        lines = [row for part in parts for row in wrapped(part, width)]
        if host.enemy_follows(menu):
            lines += wrapped(t.explain("enemy-roll"), width)
        for group in self.alike(menu):
            sentence = t.answer(menu.names, group[0], menu.question)
            notation = menu.names.write(group[0])
            if len(group) > 1:
                start, _, last = notation.rpartition(" ")
                others = [menu.names.write(option).rpartition(" ")[2] for option in group[1:]]
                notation, sentence = f"{start} {', '.join([last, *others])}", ""
            lines += wrapped(notation, width, 2, "bold", hang=4) if not sentence else []
            lines += [line("  ", (notation, "bold"), f"  {sentence}")] if sentence else []
            if menu.verb(group[0]).first == "card" and len(menu.options) <= FEW:
                id = menu.names.word("card", first_of(group[0]))
                lines += wrapped(t.content("card", id, "text"), width, 6, "dim")
        host.screen.show(lines)

    def alike(self, menu: Menu) -> list[list[int]]:
        """The options to explain, grouped by their first words if there are many."""
        options = [option for option in menu.options if option != LET_BE]
        if len(options) <= FEW:
            return [[option] for option in options]
        groups: dict[str, list[int]] = {}
        for option in options:
            groups.setdefault(menu.names.write(option).rpartition(" ")[0], []).append(option)
        return list(groups.values())

    def explain_thing(self, about: str) -> None:
        """Explain a card, class, race, Alignment or Backstory, or a row, kind or term."""
        host, t = self.host, self.host.t
        library = host.match.library
        entries = find_named(library, about)
        meaning = "" if entries else self.find_term(about)
        if meaning:
            host.tell(meaning)
            return
        entries = entries or self.find_by_beginning(about)
        if not entries:
            near = near_names(library, about)
            host.tell(t.t("explain-unknown", typed=clean(about), near=near), "red")
            return
        pages = [card_page(host.session, t, entry) for entry in entries]
        host.screen.show(Text.from_ansi(row) for page in pages for row in page.split("\n"))

    def find_term(self, about: str) -> str:
        """The meaning of a row, a kind of card, a phase or another term."""
        t = self.host.t
        texts = self.host.match.library.texts["en"]
        for section in ("row", "kind", "term", "phase", "variant"):
            for id in texts.get(section, {}):
                name = t.name(section, id)
                short = t.content(section, id, "short")
                if words(about) in (words(id), words(name), words(short)):
                    return f"{name}: {t.content(section, id, 'text')}"
        return ""

    def find_by_beginning(self, about: str) -> list[ContentEntry]:
        start = " ".join(words(about))
        library = self.host.match.library
        entries = [
            entry
            for entry in all_entries(library)
            if any(" ".join(words(name)).startswith(start) for name in called(library, entry))
        ]
        return entries if len(entries) == 1 else []

    # -- commands -----------------------------------------------------------------------------------

    def help(self, _: str) -> None:
        host, t = self.host, self.host.t
        lines = wrapped(t.t("usage.answers"), host.screen.width)
        lines.append(line())
        for name in ("?", "? card", *self.known, "2:"):
            key = {"?": "explain", "? card": "card", "2:": "seat"}.get(name, name)
            shown = {"? card": t.t("usage.card-name"), "2:": "2: use climb"}.get(name, name)
            if name in self.known and t.t(f"command.{name}") != name:
                shown = f"{name} / {t.t(f'command.{name}')}"
            description = wrapped(t.t(f"usage.{key}"), host.screen.width, 24)
            lines.append(line("  ", (f"{shown:<21}", "bold"), " ", description[0].plain.lstrip()))
            lines += description[1:]
        letters = host.look().letters
        known = host.game.rules.vocabulary
        colors = ", ".join(f"{letters[at]} {t.name('color', COLORS[at])}" for at in known.dice)
        lines += [line(), *wrapped(t.t("usage.signs", colors=colors), host.screen.width)]
        lines += [line(), *wrapped(t.t("usage.unofficial"), host.screen.width)]
        host.screen.show(lines)

    def table(self, _: str) -> None:
        self.host.show_table(self.seat, self.menus[-1])

    def market(self, _: str) -> None:
        host = self.host
        cards = [card for card in host.game.market if card >= 0]
        if not cards:
            host.tell(host.t.t("table.market-empty"))
        host.screen.show(market_texts(host.look(), self.seat, cards, host.screen.width))

    def pile(self, _: str) -> None:
        """M9: the discard pile is open to everyone."""
        host, t = self.host, self.host.t
        game = host.game
        names = sorted(host.look().card_name(card) for card in game.discard_pile)
        lines = [line((t.t("pile.discard", n=len(names)), "bold"))]
        lines += flowed([line(f"{name};") for name in names], host.screen.width, "  ", " ")
        if game.rules.solitaire:
            trash = sorted(host.look().card_name(card) for card in game.trash)
            lines.append(line((t.t("pile.trash", n=len(trash)), "bold")))
            lines += flowed([line(f"{name};") for name in trash], host.screen.width, "  ", " ")
        left = sum(len(pile) for pile in game.deck) + (game.top_card >= 0)
        lines.append(line((t.t("pile.deck", n=left), "bold")))
        host.screen.show(lines)

    def bag(self, _: str) -> None:
        host, t = self.host, self.host.t
        counts = [
            line(f"{t.name('color', COLORS[color])} {host.game.bag[color]}")
            for color in host.game.rules.vocabulary.dice
        ]
        lines = [line((t.t("bag.dice", n=sum(host.game.bag)), "bold"))]
        host.screen.show([*lines, *flowed(counts, host.screen.width, "  ")])

    def hero(self, which: str) -> None:
        host, t = self.host, self.host.t
        seat = self.seat_of(which) if which else self.seat
        if seat is None:
            seats = ", ".join(f"{at + 1} ({name})" for at, name in enumerate(t.seats))
            host.tell(t.t("seat.unknown", typed=clean(which), seats=seats), "red")
            return
        look, hero = host.look(), host.game.heroes[seat]
        width = host.screen.width
        lines = [rule(look.title(hero), width)]
        lines += beside(look.sheet(hero), look.grid(hero), SHEET_WIDTH, "  ")
        lines += look.standing(hero, width)
        lines += look.cards(hero, width, by_line=True)
        if hero.character_class >= 0:
            id = host.game.rules.classes[hero.character_class].id
            ability = f"{t.content('class', id, 'ability')}: {t.content('class', id, 'text')}"
            lines += wrapped(ability, width, 1)
        host.screen.show(lines)

    def show_addition(self, addition: Addition, _: str) -> None:
        """Show everything this seat may know about an expansion's part of the table."""
        host = self.host
        lines = addition.everything(host.look(), self.seat, host.screen.width)
        if len(host.humans) > 1 and addition.has_secrets(host.look(), self.seat):
            host.behind_curtain(self.seat, lines)
            self.show_menu()
        else:
            host.screen.show(lines)

    def log(self, _: str) -> None:
        host = self.host
        viewer = NOBODY if host.look().shared else self.seat
        recent = sentences(host.t, host.match.entries, viewer, LOG_LINES)
        host.screen.show(
            row for sentence in recent for row in wrapped(sentence, host.screen.width, hang=2)
        )

    def score(self, _: str) -> None:
        from rollplayer.cli.terminal.final import score_sheet

        host = self.host
        lines = score_sheet(host.session, host.t, host.match)
        host.screen.show(Text.from_ansi(row) for row in lines)

    def hint(self, _: str) -> None:
        from rollplayer.cli.terminal.hints import hint_lines

        host = self.host
        asked = not host.game.over and host.game.seat() == self.seat
        host.screen.show(hint_lines(host.t, host.game, self.seat if asked else None, host.screen))

    def undo(self, _: str) -> None:
        """Undo the last answer that was typed here, if nothing was revealed since."""
        host = self.host
        # Automatic passes are undone together with the answer before them.
        entries = [host.match.entries[at] for at in host.match.standing()]
        standing = [entry for entry in entries if not entry.auto]
        last = standing[-1].who if standing else self.seat
        seat = last if last in host.humans else self.seat
        reason = host.match.why_not_undo(seat)
        if reason:
            host.tell(host.t.t(f"undo.{reason}"), "red")
            return
        taken_back = host.match.since_own(seat)[0].answer
        host.match.undo(seat)
        while host.yes_forced and host.forced() is not None and not host.match.why_not_undo(seat):
            # Questions with a single option would only answer themselves again.
            host.match.undo(seat)
        host.save.keep(host.match)
        host.openings.forget(seat)
        host.last_calls.skip(host.game)
        host.waiting = host.t.t("undo.done", answer=taken_back)
        self.changed = True

    def save(self, _: str) -> None:
        self.host.tell(self.host.t.t("save.where", path=str(self.host.save.path)))

    def language(self, wanted: str) -> None:
        host = self.host
        if wanted.lower() not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            host.tell(host.t.t("language.unknown", typed=clean(wanted), known=known), "red")
            return
        host.speak(wanted.lower())
        host.waiting = host.t.t("language.done")
        self.changed = True

    def openings(self, wanted: str) -> None:
        choose(self.host, self.seat, wanted)

    def quit(self, _: str) -> None:
        raise Quit
