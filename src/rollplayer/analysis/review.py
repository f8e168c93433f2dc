"""Review a game: what a seat's decisions cost, and what luck and the others contributed.

For a seat:

    start + luck + others - lost + correction = stars

* start: what is expected at the beginning of somebody who loses nothing;
* luck: for each deal of chance, its value minus the mean over all deals it could have been;
* others: for each answer of another seat, the value after it minus the value before it;
* lost: for each decision of the seat, the price of the distance between the option judged best and
  the chosen one, by what the seat could know;
* correction: the rest, which is the error of the estimates.

Values are those of one fixed function with a name (``worth``); prices were fitted to other games.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from rollplayer.analysis.hints import Hint, anchored, coach, hint_of
from rollplayer.analysis.judge import Judge
from rollplayer.analysis.luck import Dealt, goes_on, luck_of
from rollplayer.analysis.second_look import Behind, Coach
from rollplayer.analysis.worth import Worth, waits, worth_of
from rollplayer.chance import Chance
from rollplayer.content import Library
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.log import Entry, GameFile, read_answer, replay, set_up, take_back

COSTLIEST: Final = 5
LEAST: Final = 0.05
"""A choice that loses fewer stars counts as the best."""
LUCK: Final = ("setup", "dice", "market")
DIGITS: Final = 2


@dataclass(frozen=True)
class ReviewedChoice:
    """One decision of a seat: the option it chose beside the best one."""

    number: int
    """The number of the answer in the file, as in ``replay --at``."""
    world: Game
    chosen: int
    best: int
    """The option judged best."""
    behind: Behind
    lost: float
    """The price of not choosing the best."""


@dataclass
class Review:
    """The review of one seat."""

    seat: int
    start: float
    stars: float = 0.0
    luck: dict[str, float] = field(default_factory=lambda: dict.fromkeys(LUCK, 0.0))
    others: float = 0.0
    lost: float = 0.0
    decisions: int = 0
    costliest: list[ReviewedChoice] = field(default_factory=list)
    behind: dict[str, float] = field(default_factory=dict)
    """By kind of decision: how far all chosen options were behind the best ones."""
    deals: dict[str, float] = field(default_factory=dict)
    """By question put to chance: how much higher its deals were valued than the mean."""

    @property
    def correction(self) -> float:
        return self.stars - self.start - math.fsum(self.luck.values()) - self.others + self.lost

    def add(self, choice: ReviewedChoice) -> None:
        self.decisions += 1
        self.lost += choice.lost
        kind = choice.behind.kind
        self.behind[kind] = self.behind.get(kind, 0.0) + choice.behind.stars
        if choice.lost >= LEAST:
            kept = sorted([*self.costliest, choice], key=lambda decision: -decision.lost)
            self.costliest = kept[:COSTLIEST]

    def plain(self) -> Plain:
        return {
            "seat": self.seat,
            "start": round(self.start, DIGITS),
            "luck": {kind: round(stars, DIGITS) for kind, stars in self.luck.items()},
            "others": round(self.others, DIGITS),
            "lost": round(self.lost, DIGITS),
            "correction": round(self.correction, DIGITS),
            "stars": round(self.stars, DIGITS),
            "decisions": self.decisions,
        }


def standing_entries(file: GameFile, library: Library) -> list[tuple[int, Entry]]:
    """The answers that count after every undo, with their numbers. Also checks the file."""
    standing: list[tuple[int, Entry]] = []
    for line, entry, _ in replay(file, library):
        if entry.undo:
            take_back(standing, entry.undo)
        else:
            standing.append((line - 1, entry))
    return standing


@dataclass
class OthersTurn:
    """Answers of others that are not yet weighed: what the position was worth before them."""

    value: float
    looking: bool
    """Whether the seat's own next turn was looked into."""


class Reviewer:
    """Reviews one game for some of its seats."""

    def __init__(
        self,
        file: GameFile,
        library: Library,
        seats: list[int],
        make: Callable[[Ruleset], Coach] = coach,
        value: Callable[[Ruleset], Worth] = worth_of,
        deals: int = 0,
    ) -> None:
        self.game = set_up(file.header, library)
        self.judge = make(self.game.rules)
        self.worth = value(self.game.rules)
        self.deals = deals
        """How many deals a real one is compared with, where that is not the usual number."""
        self.own = f"{self.worth.name}/{file.header.commitment}"
        """What other deals are made from: another stream for each game, and none of the game's own."""
        self.standing = standing_entries(file, library)
        more = self.worth.prices.more(len(self.game.heroes))
        self.reviews = [Review(seat, self.worth.of(self.game, seat) + more) for seat in seats]
        self.dealing: Game | None = None
        """The game before the draws that are being made."""
        self.draws = 0
        self.acted: dict[int, OthersTurn] = {}

    def walk(self) -> Iterator[int]:
        """Review all answers; yield the number of each."""
        for number, entry in self.standing:
            self.weigh(number, entry)
            yield number
        for review in self.reviews:
            self.settle_others(review)
            review.stars = self.worth.of(self.game, review.seat)

    def weigh(self, number: int, entry: Entry) -> None:
        game = self.game
        answer = read_answer(game, entry.who, entry.answer)
        if entry.who == CHANCE:
            self.weigh_chance(number, answer)
            return
        self.dealing = None
        for review in self.reviews:
            if review.seat == entry.who:
                self.settle_others(review)
                if game.seat() == review.seat and len(game.options()) > 1:
                    self.weigh_choice(review, number, answer)
            elif review.seat not in self.acted:
                looking = waits(game, review.seat)
                value = self.value_of(review.seat, looking)
                self.acted[review.seat] = OthersTurn(value, looking)
        carry_out(game, entry.who, answer)

    def value_of(self, seat: int, looking: bool) -> float:
        if looking:
            return self.worth.of(self.game, seat)
        return self.worth.at_table([self.game], seat)[0]

    def settle_others(self, review: Review) -> None:
        """Add what others have done since it was weighed last."""
        acted = self.acted.pop(review.seat, None)
        if acted is not None:
            review.others += self.value_of(review.seat, acted.looking) - acted.value

    def weigh_choice(self, review: Review, number: int, answer: int) -> None:
        world = View(self.game, review.seat).world
        values = self.options(world, review.seat, answer)
        chosen = world.options().index(answer)
        best = values.index(max(values))
        (behind,) = self.judge.behind(world, review.seat, values, best, [chosen])
        lost = self.worth.prices.price(behind.kind, behind.stars)
        review.add(ReviewedChoice(number, world, chosen, best, behind, lost))

    def options(self, world: Game, seat: int, answer: int) -> list[float]:
        """The values of all options, including the chosen one if the judge skipped it."""
        values = self.judge.options(world, seat)
        at = world.options().index(answer)
        if not math.isfinite(values[at]):
            after = world.copy()
            after.apply_legal(answer)
            asked = not after.over and after.seat() == seat and len(after.options()) > 1
            on = max(self.judge.options(after, seat) if asked else self.judge.values([after], seat))
            values[at] = min(on, max(values))
        return values

    def weigh_chance(self, number: int, answer: int) -> None:
        """Draw; when the deal is complete, add its luck."""
        game = self.game
        if self.dealing is None:
            for review in self.reviews:
                self.settle_others(review)
            self.dealing, self.draws = game.copy(), 0
        before = self.dealing
        carry_out(game, CHANCE, answer)
        self.draws += 1
        if goes_on(game, before.question()):
            return
        self.dealing = None
        dealt = Dealt(before, self.draws, answer, game)
        for review in self.reviews:
            chance = Chance.from_text(f"{self.own}/{review.seat}/{number}")
            value = luck_of(self.worth, dealt, review.seat, chance, self.deals)
            question = dealt.question
            review.deals[question] = review.deals.get(question, 0.0) + value
            review.luck[dealt.kind] += self.worth.prices.luck(question) * value


class LuckReviewer(Reviewer):
    """Weighs luck alone, which is quicker; the other lines stay empty."""

    def weigh(self, number: int, entry: Entry) -> None:
        answer = read_answer(self.game, entry.who, entry.answer)
        if entry.who == CHANCE:
            self.weigh_chance(number, answer)
        else:
            self.dealing = None
            carry_out(self.game, entry.who, answer)


def explain(judge: Judge, choice: ReviewedChoice, seat: int) -> tuple[Hint, Hint]:
    """Hints for the chosen answer and for the better one."""
    costs = {choice.chosen: choice.lost, choice.best: 0.0}
    answered, better = anchored(
        [hint_of(judge, choice.world, seat, at, behind) for at, behind in costs.items()]
    )
    return answered, better
