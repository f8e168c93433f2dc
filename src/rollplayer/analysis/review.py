"""Review a game: what a seat's decisions cost, and what luck and the others contributed.

For a seat, where V is the judge's value of a position, exact at the end of the game:

    start + luck + others - lost + correction = stars

* start: V at the beginning;
* luck: for each answer of chance, V after it minus the mean of V over all its options; plus, for
  each offer of dice and cards, how much better its best answer is than with other offers;
* others: for each answer of another seat, V after it minus V before it;
* lost: for each decision of the seat, the value of the best option minus the value of the chosen
  one, by what the seat could know;
* correction: the rest, which is the error of the estimates.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from rollplayer.analysis.hints import Hint, anchored, coach, hint_of
from rollplayer.analysis.judge import Judge
from rollplayer.analysis.luck import DICE_OFFER, MARKET_OFFER, offer_luck, quick_judge
from rollplayer.chance import Chance
from rollplayer.content import Library
from rollplayer.engine.answers import DEAL, verb_of
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.game import SETUP, Game, Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.engine.scoring import final_stars
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.log import Entry, GameFile, read_answer, replay, set_up, take_back

COSTLIEST: Final = 5
LEAST: Final = 0.05
"""A choice that loses fewer stars counts as the best."""
LUCK: Final = ("setup", "dice", "market")
OFFERS: Final = {DICE_OFFER: "dice", MARKET_OFFER: "market"}
DIGITS: Final = 2


@dataclass(frozen=True)
class ReviewedChoice:
    """One decision of a seat: the option it chose and the values of all options."""

    number: int
    """The number of the answer in the file, as in ``replay --at``."""
    world: Game
    chosen: int
    values: list[float]

    @property
    def lost(self) -> float:
        return max(self.values) - self.values[self.chosen]


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

    @property
    def correction(self) -> float:
        return self.stars - self.start - sum(self.luck.values()) - self.others + self.lost

    def add(self, choice: ReviewedChoice) -> None:
        self.decisions += 1
        self.lost += choice.lost
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


class Reviewer:
    """Reviews one game for some of its seats."""

    def __init__(
        self,
        file: GameFile,
        library: Library,
        seats: list[int],
        make: Callable[[Ruleset], Judge] = coach,
    ) -> None:
        self.game = set_up(file.header, library)
        self.judge = make(self.game.rules)
        # The network estimates final scores; rules of thumb only compare answers.
        self.valuer = Judge(self.game.rules, self.judge.network, 1.0)
        self.quick = quick_judge(self.game.rules)
        self.offered: set[tuple[int, int, str]] = set()
        self.standing = standing_entries(file, library)
        self.reviews = [Review(seat, self.value(self.game, seat)) for seat in seats]
        self.now = {review.seat: review.start for review in self.reviews}
        """The value of the current position for each seat."""

    def walk(self) -> Iterator[int]:
        """Review all answers; yield the number of each."""
        for number, entry in self.standing:
            self.weigh(number, entry)
            yield number
        for review in self.reviews:
            review.stars = self.now[review.seat]

    def value(self, game: Game, seat: int) -> float:
        return self.values([game], seat)[0]

    def values(self, games: list[Game], seat: int) -> list[float]:
        """The values of positions for a seat; exact if the game is over."""
        worth = [float(final_stars(game, seat)) for game in games]
        open_ones = [at for at, game in enumerate(games) if not game.over]
        if open_ones:
            worlds = [View(games[at], seat).world for at in open_ones]
            judged = self.valuer.values(worlds, seat)
            for at, value in zip(open_ones, judged, strict=True):
                worth[at] = value
        return worth

    def weigh(self, number: int, entry: Entry) -> None:
        game = self.game
        answer = read_answer(game, entry.who, entry.answer)
        if entry.who == CHANCE:
            self.weigh_chance(answer)
            return
        for review in self.reviews:
            if review.seat == entry.who == game.seat() and len(game.options()) > 1:
                world = View(game, review.seat).world
                self.weigh_offer(review, world, number)
                values = self.options(world, review.seat, answer)
                review.add(ReviewedChoice(number, world, world.options().index(answer), values))
        carry_out(game, entry.who, answer)
        for review in self.reviews:
            after = self.value(game, review.seat)
            if review.seat != entry.who:
                review.others += after - self.now[review.seat]
            self.now[review.seat] = after

    def weigh_offer(self, review: Review, world: Game, number: int) -> None:
        """Add the luck of the dice or cards offered to a seat, once per round."""
        question = world.question()
        moment = review.seat, world.round, question
        if question not in OFFERS or moment in self.offered:
            return
        self.offered.add(moment)
        chance = Chance.from_text(f"{review.seat}/{number}")
        review.luck[OFFERS[question]] += offer_luck(self.quick, world, review.seat, chance)

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

    def weigh_chance(self, answer: int) -> None:
        """Add the luck of chance's answer: its value minus the mean over all options."""
        game = self.game
        options = game.options()
        weights = game.weights() or [1] * len(options)
        kind = luck_kind(game, answer)
        afters = []
        for option in options:
            after = game.copy()
            after.apply_legal(option)
            afters.append(after)
        at = options.index(answer)
        for review in self.reviews:
            values = self.values(afters, review.seat)
            mean = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
            review.luck[kind] += values[at] - mean
            self.now[review.seat] = values[at]
        carry_out(game, CHANCE, answer)


def luck_kind(game: Game, answer: int) -> str:
    if game.phase == SETUP:
        return "setup"
    return "market" if verb_of(answer) == DEAL else "dice"


def explain(judge: Judge, choice: ReviewedChoice, seat: int) -> tuple[Hint, Hint]:
    """Hints for the chosen answer and for the better one."""
    best = choice.values.index(max(choice.values))
    answered, better = anchored(
        [hint_of(judge, choice.world, seat, at, choice.values) for at in (choice.chosen, best)]
    )
    return answered, better
