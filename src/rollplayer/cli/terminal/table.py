"""The table on one screen, with as much detail as fits."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.text import Text

from rollplayer.cli.terminal.additions import additions
from rollplayer.cli.terminal.look import GRID_WIDTH, SHEET_WIDTH, TerminalLook
from rollplayer.cli.terminal.paint import beside, cut_name, fitted, flowed, line, rule, wrapped
from rollplayer.engine.events import FROM_MARKET
from rollplayer.engine.game import DICE_PHASE, MARKET_PHASE, ROLL_PHASE, SETUP
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import armor_counts
from rollplayer.engine.table import CHANCE, EMPTY, KINDS, NOBODY
from rollplayer.log import Entry, effective
from rollplayer.text import Texts
from rollplayer.words.buying import has_room, price

WIDE: Final = 140
"""From this width on, the middle of the table is shown next to the sheet."""
LEFT_WIDTH: Final = SHEET_WIDTH + GRID_WIDTH + 2
LABEL_WIDTH: Final = 12
LEANEST: Final = 3

UNTOLD: Final = frozenset(
    {
        "action-taken",
        "card-removed",
        "card-revealed",
        "dice-returned",
        "die-drawn",
        "die-laid",
        "die-rolled",
        "enemy-die-set-aside",
        "free-dice-lifted",
        "gold-laid",
        "initiative-returned",
        "leftover-die-returned",
        "phase-began",
        "skill-exhausted",
    }
)
"""Events that the table itself shows, so that the log omits them."""


def sentences(texts: Texts, entries: Sequence[Entry], viewer: int, most: int) -> list[str]:
    """The latest events as sentences, the last one at the end; undone answers are omitted."""
    recent: list[str] = []
    untold = UNTOLD.union(*(addition.untold for addition in additions(texts.library)))
    for entry in reversed(effective(entries)):
        worthy = [event for event in reversed(entry.events) if worth(event, untold)]
        recent += [texts.event(event, viewer) for event in worthy]
        if len(recent) >= most:
            break
    return recent[:most][::-1]


def worth(event: dict[str, Any], untold: frozenset[str] = UNTOLD) -> bool:
    """Whether the log shows an event."""
    if event["event"] == "card-discarded":
        return "seat" in event
    return event["event"] not in untold


class Table:
    """The table as one seat sees it."""

    def __init__(self, look: TerminalLook, seat: int, log: Sequence[Entry]) -> None:
        self.look = look
        self.t = look.t
        self.game = look.game
        self.seat = seat
        self.log = log

    @property
    def hero(self) -> Hero:
        return self.game.heroes[self.seat]

    def lines(self, width: int, room: int) -> list[Text]:
        """The table with as much detail as fits in ``room`` rows; 0 means no limit."""
        details = [1] if not room else range(LEANEST + 1)
        lines: list[Text] = []
        for detail in details:
            lines = self.wide(width, detail) if width >= WIDE else self.stacked(width, detail)
            if not room or len(lines) <= room:
                break
        return lines

    def stacked(self, width: int, detail: int) -> list[Text]:
        return [
            *self.header(width),
            *self.opponents(width, detail),
            *self.initiative(width, detail),
            *self.market(width, detail),
            *self.more(width, detail),
            *self.own(width, detail),
            *self.happened(width, detail),
        ]

    def wide(self, width: int, detail: int) -> list[Text]:
        """Heroes on the left; the middle of the table and the log on the right."""
        right_width = width - LEFT_WIDTH - 3
        left = [*self.own(LEFT_WIDTH, detail), *self.opponents(LEFT_WIDTH, min(detail, 2))]
        right = [
            *self.initiative(right_width, 1, titled=True),
            *self.market(right_width, 0 if detail < LEANEST else 1, titled=True),
            *self.more(right_width, detail),
            *self.happened(right_width, min(detail, 2)),
        ]
        return [*self.header(width), *beside(left, right, LEFT_WIDTH, " │ ")]

    # -- sections -----------------------------------------------------------------------------------

    def header(self, width: int) -> list[Text]:
        game = self.game
        phase = self.t.name("phase", game.rules.vocabulary.phases[game.phase])
        heading = line((phase, "bold"))
        if game.phase != SETUP and game.round:
            heading = line(
                (self.t.t("table.round", round=game.round, rounds=game.rules.rounds), "bold"),
                " · ",
                heading,
            )
        if game.rules.players > 1 and game.round:
            start = self.look.hero_name(game.start_player)
            heading = line(heading, " · ", self.t.t("table.start-player", hero=start))
        if not game.over and game.seat() != CHANCE and game.rules.players > 1:
            heading = line(heading, " · ", (f"▶ {self.look.hero_name(game.seat())}", "bold cyan"))
        return [rule(heading, width)]

    def opponents(self, width: int, detail: int) -> list[Text]:
        lines: list[Text] = []
        for hero in self.game.heroes:
            if hero.seat != self.seat and hero.race >= 0:
                lines += self.look.small(hero, width, sheet=detail <= 1 and hero.backstory >= 0)
        return lines

    def initiative(self, width: int, detail: int, *, titled: bool = False) -> list[Text]:
        game = self.game
        if game.phase == SETUP or (
            detail >= LEANEST and game.phase not in (ROLL_PHASE, DICE_PHASE)
        ):
            return []
        lines, first, rest = self.beginning("table.initiative", width, titled=titled)
        parts = [self.initiative_card(at) for at in range(len(game.dice))]
        for at, row in enumerate(flowed(parts, width - len(rest))):
            lines.append(line(rest if at else first, row))
        if game.pool:
            lines.append(line(" ", self.t.t("table.pool"), " ", self.look.dice(game.pool)))
        return lines

    def beginning(self, key: str, width: int, *, titled: bool) -> tuple[list[Text], Text, str]:
        """A section's title as a rule or before its first line, and the indent of other lines."""
        label = (self.t.t(key), "bold")
        if titled:
            return [rule(label, width)], line(" "), " "
        return [], line(" ", fitted(label, LABEL_WIDTH)), " " * (LABEL_WIDTH + 1)

    def initiative_card(self, at: int) -> Text:
        game = self.game
        shown = line((f"{at + 1} ", "bold"))
        if game.taken[at] != NOBODY:
            shown = line(shown, (cut_name(self.t.hero(game.taken[at]), 12), "cyan"))
        elif game.dice[at] != EMPTY:
            shown = line(shown, self.look.die(game.dice[at]))
        else:
            shown = line(shown, ("--", "dim"))
        if game.card_gold[at] and game.taken[at] == NOBODY:
            gold = self.t.t("count.gold", n=game.card_gold[at])
            shown = line(shown, (f" +{gold}", "yellow"))
        return shown

    def market(self, width: int, detail: int, *, titled: bool = False) -> list[Text]:
        game = self.game
        cards = [card for card in game.market if card >= 0]
        if game.phase == SETUP and not cards:
            return []
        lines, first, rest = self.beginning("table.market", width, titled=titled)
        if not cards:
            return [*lines, line(first, (self.t.t("table.market-empty"), "dim"))]
        if detail >= LEANEST and game.phase != MARKET_PHASE:
            names = [line(f"{self.look.card_name(card)};") for card in cards]
            flow = flowed(names, width - len(rest), gap=" ")
            return [*lines, *(line(rest if at else first, row) for at, row in enumerate(flow))]
        for at, card in enumerate(cards):
            lines.append(line(rest if at else first, self.market_card(card, narrow=titled)))
            if detail == 0:
                text = self.t.content("card", self.game.rules.cards[card].id, "text")
                lines += wrapped(text, width - 1, len(rest) + 2, "dim")
        return lines

    def more(self, width: int, detail: int) -> list[Text]:
        """What expansions add to the middle of the table."""
        return [
            row
            for addition in self.look.additions
            for row in addition.middle(self.look, self.seat, width, detail)
        ]

    def market_card(self, index: int, *, narrow: bool = False) -> Text:
        """A card for sale: kind, cost, the seat's price, arrow, hands or set."""
        card = self.game.rules.cards[index]
        hero = self.hero
        cost = price(self.game, hero, index, FROM_MARKET)
        price_text = f"{cost}" if cost == card.cost else f"{card.cost}→{cost}"
        can_pay = cost <= hero.gold + hero.charisma and has_room(self.game, hero, index)
        more = self.look.arrow(card)
        if card.hands:
            free = has_room(self.game, hero, index)
            more = self.t.t("count.hands" if free else "market.no-room", n=card.hands)
        if card.armor_set >= 0:
            name = self.t.library.components.armor_names[card.armor_set]
            have = armor_counts(self.game.rules, hero)[card.armor_set]
            more = self.t.t("market.armor", name=self.t.name("armor", name), n=have)
        title = (self.t.name("card", card.id), "bold" if can_pay else "dim")
        kind = self.t.t(f"kind.{KINDS[card.kind]}")
        gold = line(
            fitted((price_text, "yellow" if can_pay else "red"), 4, right=True),
            " ",
            fitted(self.t.t("market.gold"), 4),
            (" " if can_pay else "✗", "red"),
            " ",
        )
        if narrow:
            return line(fitted(title, 20), gold, f"{kind} {more}")
        return line(fitted(title, 24), fitted(kind, 11), gold, more)

    def own(self, width: int, detail: int) -> list[Text]:
        hero = self.hero
        look = self.look
        if hero.race < 0:
            return []
        lines = [rule(look.title(hero), width)]
        if hero.alignment >= 0:
            lines += beside(look.sheet(hero), look.grid(hero), SHEET_WIDTH, "  ")
            lines += look.standing(hero, width)
        if hero.hand and self.game.phase == SETUP:
            lines.append(line(" ", (self.t.t("table.hand"), "bold"), " ", look.dice(hero.hand)))
        lines += [row for addition in look.additions for row in addition.own(look, hero)]
        return lines + look.cards(hero, width, by_line=detail <= 1)

    def happened(self, width: int, detail: int) -> list[Text]:
        viewer = NOBODY if self.look.shared else self.seat
        recent = sentences(self.t, self.log, viewer, (8, 6, 3, 1)[detail])
        if not recent:
            return []
        lines: list[Text] = [rule(self.t.t("table.log"), width)] if detail < LEANEST else []
        for sentence in recent:
            lines += wrapped(sentence, width, 1, "dim", hang=2)
        return lines


def market_texts(look: TerminalLook, seat: int, cards: Iterable[int], width: int) -> list[Text]:
    """Cards for sale with their texts, priced for a seat."""
    lines: list[Text] = []
    for card in cards:
        lines.append(line(" ", Table(look, seat, ()).market_card(card)))
        text = look.t.content("card", look.game.rules.cards[card].id, "text")
        lines += wrapped(text, width, 4, "dim")
    return lines
