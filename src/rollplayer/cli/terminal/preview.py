"""Preview what an answer would change for the hero: ``STR 9→14 ✓  ★+2``."""

from rich.text import Text

from rollplayer.cli.terminal.look import TerminalLook, signed
from rollplayer.cli.terminal.paint import line
from rollplayer.engine import table
from rollplayer.engine.answers import (
    BUY,
    COLLECT,
    DISCARD,
    EXCHANGE,
    FLIP,
    NUDGE,
    NUDGE_FREE,
    PLACE,
    REPLACE,
    REROLL,
    SLIDE,
    TAKE,
    USE,
    first_of,
    second_of,
    verb_of,
)
from rollplayer.engine.events import FROM_DECK, FROM_DISCARD_PILE, FROM_MARKET
from rollplayer.engine.game import Game
from rollplayer.engine.scoring import backstory_matches, goal_met, row_score, total_stars
from rollplayer.engine.table import GOLD, KINDS, ROWS, face_of, has_color, opposite
from rollplayer.engine.view import possible_world
from rollplayer.rules.market import GOLD_FOR_DISCARD
from rollplayer.words.buying import price


class OptionPreview:
    """Tries out answers in a world with only what the seat knows."""

    def __init__(self, look: TerminalLook, seat: int) -> None:
        self.look = look
        self.t = look.t
        self.seat = seat
        self.world = possible_world(look.game, seat)
        self.expected_gold = 0
        """The Gold that the option's text already mentions."""

    def of(self, answer: int, *, interrupted: bool = False) -> Text:
        """All details of an option."""
        after = self.world.copy()
        self.expected_gold = GOLD_FOR_DISCARD if verb_of(answer) in (DISCARD, COLLECT) else 0
        if interrupted:
            after.interrupt(self.seat, answer)
        else:
            after.apply_legal(answer)
        parts = [*self.changes(after)]
        if verb_of(answer) == PLACE:
            parts += [self.fits_backstory(after), self.about(answer)]
        else:
            parts.insert(0, self.about(answer))
        shown = line()
        for part in parts:
            if part.cell_len:
                shown = line(shown, "  " if shown.cell_len else "", part)
        return shown

    def about(self, answer: int) -> Text:
        """What the answer concerns: the die, the price, the arrow."""
        verb, first, second = verb_of(answer), first_of(answer), second_of(answer)
        game, look = self.look.game, self.look
        sheet = game.heroes[self.seat].sheet
        match verb:
            case _ if verb == TAKE:
                die = game.dice[first - 1]
                shown = look.die(die)
                return (
                    line(shown, " ", self.t.t("menu.gold-die")) if has_color(die, GOLD) else shown
                )
            case _ if verb == PLACE:
                return line((self.t.content("row", ROWS[second], "action"), "dim"))
            case _ if verb == FLIP:
                return line(look.die(sheet[first]), "→", look.die(opposite(sheet[first])))
            case _ if verb == NUDGE:
                return line(look.die(sheet[first]), "→", look.die(sheet[first] + second - 8))
            case _ if verb in (REROLL, SLIDE):
                return look.die(sheet[first])
            case _ if verb == NUDGE_FREE:
                die = game.dice[first - 1]
                return line(look.die(die), "→", look.die(die + second - 8))
            case _ if verb == REPLACE:
                new = table.die(second, face_of(sheet[first]))
                return line(look.die(sheet[first]), "→", look.die(new))
            case _ if verb == EXCHANGE:
                return line(look.die(sheet[first]), "→", look.die(game.dice[second - 1]))
            case _ if verb == BUY:
                return self.about_buying(first, second)
            case _ if verb == USE:
                return line(look.arrow(game.rules.cards[second - 1 if second else first]))
        for addition in look.additions:
            shown = addition.about(look, self.seat, answer)
            if shown.cell_len:
                return shown
        return line()

    def fits_backstory(self, after: Game) -> Text:
        old, new = self.world.heroes[self.seat], after.heroes[self.seat]
        rules = after.rules
        if backstory_matches(rules, new) <= backstory_matches(rules, old):
            return line()
        return line((f"✓ {self.t.name('term', 'backstory')}", "green"))

    def about_buying(self, index: int, tokens: int) -> Text:
        game = self.look.game
        source = FROM_DISCARD_PILE
        if index in game.market:
            source = FROM_MARKET
        elif index == game.top_card:
            source = FROM_DECK
        gold = price(game, game.heroes[self.seat], index, source) - tokens
        kind = self.t.t(f"kind.{KINDS[game.rules.cards[index].kind]}")
        return line(f"{kind}, ", (self.t.t("count.gold", n=gold), "yellow"))

    def changes(self, after: Game) -> list[Text]:
        rules = after.rules
        old, new = self.world.heroes[self.seat], after.heroes[self.seat]
        parts: list[Text] = []
        for row in range(len(ROWS)):
            before, now = row_score(rules, old, row), row_score(rules, new, row)
            if before != now:
                met = line((" ✓", "bold green")) if goal_met(rules, new, row) else line()
                parts.append(line(f"{self.look.short(row)} {before}→{now}", met))
        if old.token != new.token:
            parts.append(line(self.look.grid_space(new, new.token)))
        for addition in self.look.additions:
            parts += addition.changes(self.look, old, new)
        if new.gold - old.gold > self.expected_gold:
            gold = self.t.t("count.gold", n=new.gold - old.gold)
            parts.append(line((f"+{gold}", "yellow")))
        stars = total_stars(rules, new) - total_stars(rules, old)
        if stars:
            parts.append(line((f"★{signed(stars)}", "bold yellow" if stars > 0 else "red")))
        return parts
