"""Games of the bots against themselves, in which positions are noted with what came of them."""

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import LINES, read_network
from rollplayer.chance import Chance
from rollplayer.content import library_for, load
from rollplayer.engine.game import ROLL_PHASE, SETUP, Game, Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.engine.scoring import goal_met, score_lines
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.expansions import EXPANSIONS
from rollplayer.lab.gifts import hand_over, set_aside
from rollplayer.lab.plan import Gift
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.search.features import Features, Vocabulary
from rollplayer.search.tree import is_interruption

WIDTH = 3
NODES = 400
BEAM = 3
"""A quick look through each turn: many games teach more than good ones."""
ANYTHING = 0.015
NOISE = (0.08, 0.08, 0.4)
"""Stars of blur on each value while learning; each game has one of these."""
GIFTS = 0.6
"""How many heroes are given a card at the beginning of some round, whether or not they would buy it.

Without, the fit would know of a card only what those had who wanted it.
"""
OFTEN = 0.5
"""How many of the gifts are among the cards that are to be met more often."""
WORSE = 0.3
"""An answer this many stars behind the best one counts as a random one."""

TRACE = 0.8
"""How far the real course of the game counts against what the next look promises."""

BETWEEN = ("take", "market-turn", "refresh", "last-chance")

Sample = tuple[list[int], list[float], list[float]]
"""The facts of a position, what was to be expected of it, and what it came to."""
Played = tuple[list[Sample], list[float]]


@cache
def vocabulary(expansions: tuple[str, ...]) -> Vocabulary:
    """Every id of both editions, and of the expansions."""
    kinds = ("card", "class", "race", "alignment")
    names: dict[str, list[str]] = {kind: [] for kind in kinds}
    for library in (load("second", expansions=expansions), load("first")):
        for kind in kinds:
            names[kind] += [i for i in library.facts[kind] if i not in names[kind]]
    card, character_class, race, alignment = (names[kind] for kind in kinds)
    return Vocabulary(card, character_class, race, alignment, list(expansions))


@cache
def lines_of(expansions: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of the base game's sheet, and those of the expansions."""
    rules = ruleset(Options(players=2, expansions=expansions))
    more = [EXPANSIONS[name].evaluator(rules).line for name in expansions]
    return (*LINES, *more)


@cache
def ruleset(options: Options) -> Ruleset:
    return compose(options, library_for(options).components)


def words(expansions: tuple[str, ...]) -> dict[str, list[str] | int]:
    """What the fit must know: the ids that have facts of their own, and how many facts there are."""
    known = vocabulary(expansions)
    count = Features(ruleset(Options(players=2, expansions=expansions)), known).count
    listed: dict[str, list[str] | int] = {"cards": known.cards, "classes": known.classes}
    listed |= {"races": known.races, "alignments": known.alignments, "count": count}
    return listed | {"expansions": known.expansions, "lines": list(lines_of(expansions))}


class Player:
    """Plays every seat of one game and notes what it sees."""

    def __init__(self, school: "School", players: int, seed: str) -> None:
        self.dice = random.Random(seed)
        self.chance = Chance.from_text(seed)
        self.noise = self.dice.choice(NOISE)
        variants = ("short-game",) if self.dice.random() < 0.05 else ()
        options = Options(players=players, variants=variants, expansions=school.expansions)
        self.game = new_game(options, ruleset(options))
        self.judge, self.features = school.judge(options)
        self.lines = lines_of(school.expansions)
        self.tracks: list[list[Look]] = [[] for _ in range(players)]
        self.noted: list[tuple[int, int, list[int]]] = []
        self.gifts = self.wrapped(players, school.often)

    def wrapped(self, players: int, often: tuple[str, ...]) -> list[tuple[int, int, int]]:
        """Round, seat and card of what will be given; these cards lie aside until then."""
        game = self.game
        deck = [card for pile in game.deck for card in pile]
        cards = self.dice.sample(deck, players)
        wanted = [card for card in deck if game.rules.cards[card].id in often]
        for seat in range(players):
            fresh = [card for card in wanted if card not in cards]
            if fresh and self.dice.random() < OFTEN:
                cards[seat] = self.dice.choice(fresh)
        gifts = [
            (self.dice.randint(1, game.rules.rounds), seat, card)
            for seat, card in enumerate(cards)
            if self.dice.random() < GIFTS
        ]
        set_aside(game, [Gift("card", game.rules.cards[card].id) for _, _, card in gifts])
        return gifts

    def unwrap(self) -> None:
        """Give what is due; what was noted before did not know of it and is forgotten."""
        due = [gift for gift in self.gifts if gift[0] <= self.game.round]
        self.gifts = [gift for gift in self.gifts if gift not in due]
        for _, seat, card in due:
            if hand_over(self.game, seat, card):
                self.noted = [note for note in self.noted if note[0] != seat]

    def choose(self, game: Game, seat: int) -> int:
        options = game.options()
        if len(options) == 1:
            return options[0]
        plain = [option for option in options if not is_interruption(game.rules, option)] or options
        if game.question() in ("choose-race", "choose-class") and self.dice.random() < 0.5:
            return self.dice.choice(options)
        values = self.judge.options(View(game, seat).world, seat)
        most = max(values)
        best = self.judge.expected(values.index(most)) if self.judge.network else None
        if self.dice.random() < ANYTHING:
            chosen = options.index(self.dice.choice(plain))
        else:
            blurred = [value + self.dice.gauss(0, self.noise) for value in values]
            chosen = blurred.index(max(blurred))
        if best is not None:
            self.tracks[seat].append(Look(best, values[chosen] < most - WORSE))
        return options[chosen]

    def play(self) -> Played:
        """Every noted position with what it came to, and the stars of each hero."""
        game = self.game
        while not game.over:
            if self.gifts and game.phase == ROLL_PHASE:
                self.unwrap()
            seat = game.seat()
            if seat == CHANCE:
                game.apply_legal(self.chance.choose(game.options(), game.weights()))
                continue
            if game.question() == "take":
                self.note(seat)
            game.apply_legal(self.choose(game, seat))
            self.note(seat)
        ends = [outcome(game, seat, self.lines) for seat in range(game.rules.players)]
        returns = [lambda_returns(track, end) for track, end in zip(self.tracks, ends, strict=True)]
        samples = [(facts, returns[seat][at], ends[seat]) for seat, at, facts in self.noted]
        return samples, [end[-1] for end in ends]

    def note(self, seat: int) -> None:
        """A position between turns or steps: what is in the middle of something is valued by search."""
        game = self.game
        estimate = self.judge.estimate
        if game.over or estimate.is_ending(game) or estimate.outcomes(game, seat):
            return
        own = game.seat() == seat
        if own and game.phase != SETUP and game.question() not in BETWEEN:
            return
        facts = self.features.of(game, seat)
        self.noted.append((seat, len(self.tracks[seat]), facts))


class Look:
    """What the best way on promised at one decision, and whether a worse one was taken."""

    def __init__(self, outputs: list[float], left: bool) -> None:
        self.outputs = outputs
        self.left = left


def lambda_returns(track: list[Look], end: list[float]) -> list[list[float]]:
    """By number of decisions behind: what to expect, blended from later looks and the real end.

    A worse answer says nothing about what the best one would have come to: there the look counts.
    """
    returns = [end]
    later = end
    for look in reversed(track):
        part = 1.0 if look.left else 1 - TRACE
        later = [
            part * seen + (1 - part) * came for seen, came in zip(look.outputs, later, strict=True)
        ]
        returns.append(later)
    returns.reverse()
    return returns


def outcome(game: Game, seat: int, names: tuple[str, ...]) -> list[float]:
    """Which goals were met, the stars by line, and all stars."""
    hero = game.heroes[seat]
    lines = score_lines(game.rules, hero)
    met = [float(goal_met(game.rules, hero, row)) for row in range(6)]
    return [*met, *(float(lines.get(line, 0)) for line in names), float(sum(lines.values()))]


@dataclass(frozen=True)
class SchoolPlan:
    """How the games are played. Plain data only, because it is sent to other processes."""

    network: str | None
    """The file of the network; without one, rules of thumb play."""
    learned: float
    expansions: tuple[str, ...]
    often: tuple[str, ...]
    seed: str


class School:
    """Plays games in one process; what they share is made once."""

    def __init__(self, plan: SchoolPlan) -> None:
        self.seed = plan.seed
        self.network = read_network(Path(plan.network).read_bytes()) if plan.network else None
        self.learned = plan.learned
        self.expansions = plan.expansions
        self.often = plan.often
        self.judges: dict[Options, tuple[Judge, Features]] = {}

    def play(self, task: tuple[int, int]) -> Plain:
        """Play a game, by its number and how many play."""
        game, players = task
        samples, stars = Player(self, players, f"{self.seed} {game}").play()
        return {"game": game, "players": players, "samples": samples, "stars": stars}

    def judge(self, options: Options) -> tuple[Judge, Features]:
        """Those for a kind of game; to make them takes longer than many a decision."""
        if options not in self.judges:
            rules = ruleset(options)
            judge = Judge(rules, self.network, self.learned, WIDTH, NODES)
            judge.beam = BEAM
            features = judge.features or Features(rules, vocabulary(self.expansions))
            self.judges[options] = judge, features
        return self.judges[options]
