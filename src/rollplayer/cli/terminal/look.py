"""Draw one hero: sheet, Alignment, stars so far, cards."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from rollplayer.cli.terminal.additions import additions
from rollplayer.cli.terminal.paint import (
    INK,
    Part,
    Screen,
    cut_name,
    fitted,
    flowed,
    line,
    rule,
)
from rollplayer.engine.components import Card
from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import HANDS
from rollplayer.engine.plain import goal_text
from rollplayer.engine.scoring import (
    backstory_matches,
    dice_total,
    goal_met,
    row_score,
    score_lines,
    total_stars,
)
from rollplayer.engine.table import (
    ARROWS,
    COLORS,
    EMPTY,
    ROW_SIZE,
    ROWS,
    SKILL,
    SPACES,
    WEAPON,
    has_color,
)
from rollplayer.text import Texts
from rollplayer.words.buying import hands_used

SHEET_WIDTH: Final = 61
GRID_WIDTH: Final = 17
NAME_WIDTH: Final = 18
ARROW_SIGNS: Final = {"good": "↑", "evil": "↓", "lawful": "←", "chaotic": "→", "target": "*"}


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number)


class TerminalLook:
    """Draws the heroes of a game in a language for a screen."""

    def __init__(self, texts: Texts, screen: Screen, game: Game, *, shared: bool = False) -> None:
        self.t = texts
        self.shared = shared
        """Whether several people see this screen, so that it must not show secrets."""
        self.additions = additions(texts.library)
        self.screen = screen
        self.game = game
        self.rules = game.rules
        known = game.rules.vocabulary
        self.letters = {at: texts.content("color", COLORS[at], "letter") for at in known.dice}
        """The letter of each kind of dice."""

    # -- small things -------------------------------------------------------------------------------

    def die(self, die: int) -> Text:
        return self.screen.die(die, self.letters)

    def dice(self, dice: Sequence[int]) -> Text:
        shown = line()
        for at, die in enumerate(dice):
            shown = line(shown, " " if at else "", self.die(die))
        return shown

    def short(self, row: int) -> str:
        return self.t.content("row", ROWS[row], "short")

    def hero_name(self, seat: int) -> str:
        return cut_name(self.t.hero(seat), NAME_WIDTH)

    def card_name(self, card: int) -> str:
        return self.t.name("card", self.rules.cards[card].id)

    def arrow(self, card: Card) -> str:
        """The sign and name of a card's arrow; empty if it has none."""
        if card.arrow < 0:
            return ""
        name = ARROWS[card.arrow]
        return f"{ARROW_SIGNS[name]} {self.t.name('arrow', name)}" if name != "target" else "*"

    def goal(self, hero: Hero, row: int) -> str:
        wanted = self.rules.classes[hero.character_class]
        return goal_text(wanted.low[row], wanted.high[row])

    def person(self, hero: Hero) -> str:
        """Race and class, as far as they are chosen."""
        names = []
        if hero.race >= 0:
            names.append(self.t.name("race", self.rules.races[hero.race].id))
        if hero.character_class >= 0:
            names.append(self.t.name("class", self.rules.classes[hero.character_class].id))
        return " ".join(names)

    def title(self, hero: Hero) -> Text:
        """Name, race, class and color, purse."""
        shown = line((self.hero_name(hero.seat), "bold"))
        person = self.person(hero)
        if person:
            shown.append(f", {person}")
        if hero.color >= 0:
            color = COLORS[hero.color]
            shown = line(shown, " ", (f"({self.t.name('color', color)})", INK.get(color, "")))
        shown = line(shown, "  ", (self.t.t("count.gold", n=hero.gold), "yellow"))
        if hero.charisma:
            shown = line(shown, "  ", self.t.t("count.tokens", n=hero.charisma))
        for part in [part for addition in self.additions for part in addition.purse(self, hero)]:
            shown = line(shown, "  ", part)
        stars = total_stars(self.rules, hero)
        return line(shown, "  ", (f"★ {stars}", "bold yellow"))

    # -- the sheet ----------------------------------------------------------------------------------

    def sheet(self, hero: Hero) -> list[Text]:
        """The spaces of the rows with totals against goals, 61 columns wide."""
        head = line(
            "     ",
            *(fitted(f" {place}", 6) for place in (1, 2, 3)),
            fitted(self.t.t("sheet.dice"), 4, right=True),
            fitted(self.t.t("sheet.bonus"), 5, right=True),
            fitted("=", 3, right=True),
            " ",
            fitted(self.t.t("sheet.goal"), 6),
            fitted("★", 2),
        )
        head.stylize("dim")
        rows = [self.row(hero, row) for row in range(len(ROWS))]
        return [head, *rows, *self.beside(hero)]

    def beside(self, hero: Hero) -> list[Text]:
        """What boxes lay beside the sheet: the spaces of each on a line."""
        lines = []
        for name, spots in self.rules.vocabulary.spaces.items():
            row_line = line(" ", fitted((self.t.content("spaces", name, "short"), "bold"), 4), " ")
            for spot in spots:
                row_line = line(row_line, self.space(hero, spot))
            lines.append(row_line)
        return lines

    def row(self, hero: Hero, row: int) -> Text:
        dice = dice_total(hero, row)
        score = row_score(self.rules, hero, row)
        shown = line(" ", fitted((self.short(row), "bold"), 4))
        for spot in range(row * ROW_SIZE, row * ROW_SIZE + ROW_SIZE):
            shown = line(shown, self.space(hero, spot))
        shown = line(
            shown,
            fitted(str(dice), 3, right=True),
            fitted(signed(score - dice) if score != dice else "", 5, right=True),
            fitted((str(score), "bold"), 4, right=True),
        )
        if hero.character_class < 0:
            return shown
        stars = self.rules.classes[hero.character_class].stars[row]
        status, style = self.row_status(hero, row)
        return line(
            shown,
            " ",
            fitted(self.goal(hero, row), 6),
            fitted((str(stars), "yellow"), 2),
            (status, style),
        )

    def space(self, hero: Hero, spot: int) -> Text:
        """A die or an empty space, with the color the Backstory wants: 6 columns wide."""
        wanted = self.wanted(hero, spot)
        die = hero.sheet[spot]
        letter = self.letters[wanted] if wanted >= 0 else " "
        ink = INK.get(COLORS[wanted], "") if wanted >= 0 else "dim"
        if die == EMPTY:
            return line(("[", "dim"), (f" {letter}", ink), ("]", "dim"), "  ")
        mark: Part = " "
        if wanted >= 0:
            mark = ("✓", "bold green") if has_color(die, wanted) else (letter.lower(), ink)
        return line(self.die(die), mark, " ")

    def wanted(self, hero: Hero, spot: int) -> int:
        """The color the Backstory wants on a spot, or -1."""
        if hero.backstory < 0:
            return -1
        story = self.rules.backstories[hero.backstory]
        return story.colors[story.spots.index(spot)] if spot in story.spots else -1

    def row_status(self, hero: Hero, row: int) -> tuple[str, str]:
        """Whether the goal is met, or what is missing, and its style."""
        wanted = self.rules.classes[hero.character_class]
        score = row_score(self.rules, hero, row)
        low, high = wanted.low[row] - score, wanted.high[row] - score
        left = hero.sheet[row * ROW_SIZE : row * ROW_SIZE + ROW_SIZE].count(EMPTY)
        if not left:
            if goal_met(self.rules, hero, row):
                return "✓", "bold green"
            key, by = ("row.short", low) if low > 0 else ("row.over", -high)
            return f"✗ {self.t.t(key, n=by)}", "red"
        known = self.rules.vocabulary
        fewest, most = left * known.lowest, left * known.highest
        if high < fewest:
            return f"✗ {self.t.t('row.over', n=fewest - high)}", "red"
        if low > most:
            # Dice alone cannot reach it any more; actions may.
            return f"✗ {self.t.t('row.needs', need=str(low), n=left)}", "red"
        low, high = max(low, fewest), min(high, most)
        need = f"{low}+" if high == most > low else str(low) if low == high else f"{low}-{high}"
        return self.t.t("row.needs", need=need, n=left), ""

    # -- Alignment, Backstory, stars ----------------------------------------------------------------

    def grid(self, hero: Hero) -> list[Text]:
        """The Alignment grid with its token, and the Backstory's matches: 17 columns wide."""
        if hero.alignment < 0:
            return []
        card = self.rules.alignments[hero.alignment]
        letters = self.t.t("grid.columns").split()[:3]
        lines = [
            fitted((self.t.name("alignment", card.id), "bold"), GRID_WIDTH),
            line(("   " + "".join(f"{letter:^4}" for letter in letters), "dim")),
        ]
        for at, letter in enumerate(self.t.t("grid.rows").split()[:3]):
            shown = line((f" {letter} ", "dim"))
            for space in range(at * 3, at * 3 + 3):
                stars = signed(card.grid[space])
                if space == hero.token:
                    shown = line(
                        shown, (f"[{stars:>2}]", "bold reverse" if self.screen.color else "")
                    )
                else:
                    shown = line(shown, f" {stars:>2} ")
            lines.append(shown)
        if hero.backstory >= 0:
            story = self.t.name("backstory", self.rules.backstories[hero.backstory].id)
            matches = f" {backstory_matches(self.rules, hero)}/6"
            lines.append(line(fitted((story, "bold"), GRID_WIDTH - len(matches)), matches))
        return lines

    def standing(self, hero: Hero, width: int) -> list[Text]:
        """Stars so far, by line."""
        lines = score_lines(self.rules, hero)
        parts = [
            line(f"{self.t.t(f'stars.{name}')} ", (str(stars), "yellow"))
            for name, stars in lines.items()
        ]
        total = line((f"★ {sum(lines.values())}:", "bold yellow"))
        return flowed([total, *parts], width, " ", "  ")

    # -- cards --------------------------------------------------------------------------------------

    def cards(self, hero: Hero, width: int, *, by_line: bool) -> list[Text]:
        """The hero's cards by kind."""
        parts: list[list[Text]] = []
        for kind, name in self.rules.vocabulary.card_kinds.items():
            owned = [card for card in hero.cards if self.rules.cards[card].kind == kind]
            if not owned:
                continue
            label = self.t.content("kind", name, "plural")
            if kind == WEAPON:
                label += f" {hands_used(self.game, hero)}/{hero.numbers[HANDS]}"
            pieces = [self.owned(hero, card, last=card == owned[-1]) for card in owned]
            dot = "· " if parts and not by_line else ""
            pieces[0] = line(dot, (self.t.t("cards-of.kind", kind=label), "bold"), " ", pieces[0])
            parts.append(pieces)
        if by_line:
            return [row for pieces in parts for row in flowed(pieces, width, " ", " ")]
        return flowed([piece for pieces in parts for piece in pieces], width, " ", " ")

    def owned(self, hero: Hero, index: int, *, last: bool) -> Text:
        card = self.rules.cards[index]
        shown = line(self.card_name(index))
        if card.kind == SKILL:
            sign = ARROW_SIGNS[ARROWS[card.arrow]]
            shown = line(shown, f" {sign}")
            if index in hero.exhausted:
                shown = line((f"{shown.plain} ({self.t.t('card.exhausted')})", "dim"))
        elif card.stars:
            stars = sum(tally.reward(self.rules, hero) for tally in card.stars)
            shown = line(shown, (f" ★{stars}", "yellow"))
        return line(shown, "" if last else ",")

    # -- others -------------------------------------------------------------------------------------

    def small(self, hero: Hero, width: int, *, sheet: bool) -> list[Text]:
        """An opponent: one line, and if there is room the sheet in two lines."""
        if not sheet:
            return [line(" ", self.title(hero))]
        lines = [rule(self.title(hero), width)]
        third = max(25, min((width - 2) // 3, 34))
        rows = [fitted(self.small_row(hero, row), third) for row in range(len(ROWS))]
        for start in (0, 3):
            lines.append(line("  ", *rows[start : start + 3]))
        lines += self.beside(hero)
        return lines + [line(" ", owned) for owned in self.cards(hero, width - 1, by_line=False)]

    def small_row(self, hero: Hero, row: int) -> Text:
        shown = line((self.short(row), "dim"))
        for spot in range(row * ROW_SIZE, row * ROW_SIZE + ROW_SIZE):
            shown = line(shown, " ", self.screen.small_die(hero.sheet[spot], self.letters))
        score = row_score(self.rules, hero, row)
        if hero.character_class < 0:
            return shown
        met = goal_met(self.rules, hero, row)
        sign = "✓" if met else ""
        return line(shown, f" {score}/{self.goal(hero, row)}", (sign, "bold green"))

    def grid_space(self, hero: Hero, space: int) -> str:
        """A space of the Alignment grid by name, with its stars."""
        name = self.t.name("alignment_space", SPACES[space])
        if hero.alignment < 0:
            return name
        return f"{name} ({signed(self.rules.alignments[hero.alignment].grid[space])})"
