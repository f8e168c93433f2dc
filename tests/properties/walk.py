"""Random games with every invariant checked after every decision.

    python -m tests.properties.walk --decisions 200000 --seed 1

plays whole games over all numbers of players, editions, class drafts and variants, with seats
interrupting each other, and prints what was checked. The first complaint ends it with status 1 and
the answers that led there; so does a long walk that never came across some card or question.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, product

from rollplayer import build
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.events import describe
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.plain import state_hash
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.compose import new_game
from rollplayer.rules.expansion import vocabulary_of
from rollplayer.rules.options import (
    CLASS_DRAFTS,
    EDITIONS,
    VARIANTS,
    Options,
    all_variants,
    variants_with,
)
from tests.properties import oracle, oracle_monsters
from tests.properties.expected_question import due_question
from tests.properties.facts import EXPANSION, facts_of, terms_of
from tests.properties.grants import FREE_MERCENARY, RICHES, bargain, endow
from tests.properties.heroes import rules_for
from tests.properties.invariants import CHANCE, complaints
from tests.properties.near_misses import unlisted_codes, unlisted_texts
from tests.properties.shadow import Shadow
from tests.properties.shadow_monsters import ShadowMonsters

KNOWN = vocabulary_of(list(EXPANSIONS.values()))
LONG = 100_000
"""A walk of so many decisions must have come across everything."""
REFUSALS = 50
"""Unlisted answers tried at each position that is looked at closely."""
BARGAINS = 0.2
"""How often somebody who may hire is given a discount."""
WAITS = frozenset({"take", "place", "place-or-store", "action", "market-turn"})
"""Questions that are asked again after another's interruption (K5); others may have become moot."""


class Wrong(AssertionError):
    """An invariant does not hold; carries the answers that led there."""


@dataclass
class Figures:
    """What a walk has seen."""

    games: int = 0
    decisions: int = 0
    by_chance: int = 0
    interruptions: int = 0
    positions: int = 0
    accepted: int = 0
    refused: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    """Questions, events, cards bought and Skills used, players, editions, drafts, variants."""


def every_options() -> list[Options]:
    """All combinations that make a game: 384 of the base game, 960 with the expansion."""
    base = product(range(1, 5), EDITIONS, CLASS_DRAFTS, subsets(VARIANTS))
    more = product(range(1, 6), CLASS_DRAFTS, subsets(variants_with((EXPANSION,))))
    return [Options(*arguments) for arguments in base] + [
        Options(players, "second", draft, variants, (EXPANSION,))
        for players, draft, variants in more
    ]


def subsets(variants: tuple[str, ...]) -> list[tuple[str, ...]]:
    sizes = range(len(variants) + 1)
    return list(chain.from_iterable(combinations(variants, size) for size in sizes))


def pick(rng: random.Random, game: Game) -> int:
    """Chance by its weights. Players now any answer, now any verb first, so that rare ones come."""
    options = game.options()
    weights = game.weights()
    if weights is not None:
        return rng.choices(options, weights)[0]
    if game.seat() == CHANCE or rng.random() < 0.5:
        return rng.choice(options)
    verb = rng.choice(sorted({option >> 16 for option in options}))
    return rng.choice([option for option in options if option >> 16 == verb])


def pick_interruption(rng: random.Random, game: Game) -> tuple[int, int] | None:
    """Any seat but the one that is asked, and something it may do; Weapons are rarely thrown away."""
    asked = game.seat()
    seats = [seat for seat in range(len(game.heroes)) if seat != asked]
    rng.shuffle(seats)
    for seat in seats:
        answers = game.interruptions(seat)
        if answers:
            answer = rng.choice(answers)
            if not game.rules.names.write(answer).startswith("drop ") or rng.random() < 0.2:
                return seat, answer
    return None


class Walk:
    """One game with its shadow, answered at random and checked after every answer."""

    def __init__(
        self, options: Options, seed: str, figures: Figures, rules: Ruleset | None = None
    ) -> None:
        self.options = options
        self.rng = random.Random(seed)
        self.figures = figures
        self.game = new_game(options, rules or rules_for(options))
        self.shadow = Shadow(terms_of(options))
        self.answers: list[str] = []
        self.waiting: tuple[str, int] | None = None
        self.check()

    def to_the_end(self, interrupt: float = 0.5, look_closely: float = 0.02) -> None:
        """Play on; at some positions try every option and some answers that are none."""
        rich = self.rng.random() < 0.5
        while not self.game.over:
            if rich and self.game.question() == "take":
                self.give(endow(self.game, self.shadow, self.rng))
                rich = False
            if self.game.question() == "hunt-hire" and self.rng.random() < BARGAINS:
                self.give(bargain(self.game, self.shadow, self.rng))
            if self.rng.random() < look_closely:
                self.look_closely()
            self.decide(interrupt)
        self.look_closely()
        self.figures.games += 1
        for what in (f"{self.options.players} players", self.options.edition,
                     self.options.class_draft, *self.options.variants,
                     *self.options.expansions):  # fmt: skip
            self.figures.seen[what] += 1

    def give(self, gift: str) -> None:
        """What came out of thin air, in game and shadow, is noted and checked like an answer."""
        self.figures.seen[gift] += 1
        self.answers.append(f"({gift})")
        self.check()

    def decide(self, interrupt: float) -> None:
        """One answer, or one interruption by somebody who is not asked."""
        game = self.game
        self.figures.seen[f"question {game.question()}"] += 1
        wanted = pick_interruption(self.rng, game) if self.rng.random() < interrupt else None
        if wanted is None:
            self.answer(game.seat(), pick(self.rng, game))
        else:
            self.figures.interruptions += 1
            if game.question() in WAITS:
                self.waiting = (game.question(), game.seat())
            self.answer(*wanted)

    def answer(self, who: int, answer: int) -> None:
        """Carry out an answer, let the shadow follow the events, check everything."""
        game = self.game
        text = game.rules.names.write(answer)
        self.answers.append(f"{who}: {text}")
        self.figures.decisions += 1
        self.shadow.hear(game.question(), who, text)
        game.events = []
        if who == game.seat():
            self.figures.by_chance += who == CHANCE
            game.apply(answer)
        else:
            game.interrupt(who, answer)
        events = [describe(game.rules.names, event) for event in game.events]
        game.events = None
        for event in events:
            self.figures.seen[f"event {event['event']}"] += 1
            if event["event"] == "card-bought":
                self.figures.seen[f"bought {event['card']}"] += 1
            elif event["event"] == "skill-used":
                self.figures.seen[f"used {event['card']}"] += 1
        try:
            self.shadow.follow(events)
        except Exception as error:
            raise self.wrong([f"event: {error!r} in {events}"]) from error
        due = due_question(self.shadow, events)
        asked = None if game.over else (game.question(), game.seat())
        if due is not None and asked != due:
            raise self.wrong([f"{due} is due, {asked} is asked after {events}"])
        self.check()

    def check(self) -> None:
        """All invariants, and that an interruption gives way to the question it interrupted."""
        wrongs = complaints(self.game, self.shadow)
        if self.waiting and not self.game.over and self.shadow.using is None:
            if oracle.is_open(self.shadow, self.game.question()):
                asked = (self.game.question(), self.game.seat())
                if asked != self.waiting:
                    wrongs.append(f"{self.waiting} waited, {asked} is asked")
                self.waiting = None
        if wrongs:
            raise self.wrong(wrongs)

    def look_closely(self) -> None:
        """Every option is accepted on a copy; unlisted answers are refused; nothing changes."""
        game = self.game
        before = state_hash(game)
        listed = [] if game.over else list(game.options())
        self.figures.positions += 1
        for option in listed:
            twin = game.copy()
            twin.apply(option)
            self.figures.accepted += 1
            text = game.rules.names.write(option)
            spaced = f"  {text.upper()} "
            if game.rules.names.read(spaced, listed) != option:
                raise self.wrong([f"{text!r} is not read back"])
        for seat in range(len(game.heroes)):
            for answer in game.interruptions(seat):
                game.copy().interrupt(seat, answer)
                self.figures.accepted += 1
        if not game.over:
            self.refuse(listed)
        if state_hash(game) != before or (not game.over and list(game.options()) != listed):
            raise self.wrong(["looking has changed the game"])

    def refuse(self, listed: list[int]) -> None:
        """Unlisted codes and texts, as answers and as interruptions."""
        game, rng, names = self.game, self.rng, self.game.rules.names
        for code in unlisted_codes(rng, listed, REFUSALS // 2):
            self.must_refuse(f"code {code}", lambda code=code: game.apply(code))
        for text in unlisted_texts(rng, names, listed, REFUSALS - REFUSALS // 2):
            self.must_refuse(f"text {text!r}", lambda text=text: names.read(text, listed))
        for seat in range(CHANCE, len(game.heroes)):
            allowed = game.interruptions(seat)
            for code in unlisted_codes(rng, allowed or listed, 3):
                if code not in allowed:
                    self.must_refuse(
                        f"seat {seat}, code {code}",
                        lambda seat=seat, code=code: game.interrupt(seat, code),
                    )
        if game.interruptions(CHANCE):
            raise self.wrong([f"chance may interrupt with {game.interruptions(CHANCE)}"])

    def must_refuse(self, what: str, attempt: object) -> None:
        assert callable(attempt)
        try:
            attempt()
        except IllegalAnswer:
            self.figures.refused += 1
        except Exception as error:
            raise self.wrong([f"{what} raises {error!r}"]) from error
        else:
            raise self.wrong([f"{what} is accepted"])

    def wrong(self, complaints: list[str]) -> Wrong:
        last = "\n  ".join(self.answers[-12:])
        asked = "over" if self.game.over else f"{self.game.question()} of {self.game.seat()}"
        lines = "\n  ".join(complaints)
        return Wrong(
            f"{self.options}, answer {len(self.answers)}, now {asked}:\n  {lines}\n"
            f"after the answers\n  {last}"
        )


def walk(
    decisions: int, seed: int, players: int | None = None, expansion: bool | None = None
) -> Figures:
    """Whole games, another combination of options each, until so many decisions were checked."""
    figures = Figures()
    for options in endless_options(seed, players, expansion):
        if figures.decisions >= decisions:
            return figures
        Walk(options, f"{seed} {figures.games}", figures).to_the_end()
    raise AssertionError("endless options have an end")


def endless_options(
    seed: int, players: int | None, expansion: bool | None = None
) -> Iterator[Options]:
    """All combinations in random order, over and over."""
    rng = random.Random(f"options {seed}")
    fitting = [
        options
        for options in every_options()
        if players in (None, options.players) and expansion in (None, bool(options.expansions))
    ]
    while True:
        yield from rng.sample(fitting, len(fitting))


def everything(players: int | None = None, expansion: bool | None = None) -> list[str]:
    """What a long walk should come across, with one number of players or with all."""
    facts = facts_of("second", expansion is not False)
    names = [f"question {question}" for question in oracle.QUESTIONS]
    names += [f"event {name}" for name, *_ in KNOWN.events]
    names += [f"bought {card}" for card in facts.cards]
    names += [f"used {card}" for card in facts.cards_of("skill")]
    names += [*CLASS_DRAFTS, *(VARIANTS if expansion is False else all_variants())]
    names += EDITIONS if expansion is not True else []
    most = 4 if expansion is False else 5
    names += [f"{count} players" for count in range(1, most + 1) if players in (None, count)]
    names += [RICHES, *([FREE_MERCENARY] if expansion is not False else [])]
    never: set[str] = set()
    if players == 1:
        never = {"question roll-for-start", "event rolled-for-start", "event start-player-set"}
        for card in ("diplomacy", "spellbook", "energy-field"):
            never |= {f"bought {card}", f"used {card}"}
    elif players is not None:
        never = {f"event {name}" for name in ("enemy-rolled", "card-trashed", "hero-died")}
        never |= {"event enemy-die-set-aside", "question open-trash", "question enemy-roll"}
    if expansion is False:
        never |= {f"question {question}" for question in oracle_monsters.QUESTIONS}
        never |= {f"event {name}" for name in told_by_the_expansion()}
    if players == 4 and expansion is False:
        never |= {"question remove-cards", "event card-removed"}
    if expansion or players not in (None, 1):
        # L2: the first edition's solitaire.
        never.add("event card-put-on-pile")
    return [name for name in names if name not in never]


def told_by_the_expansion() -> list[str]:
    handled = [name.replace("_", "-") for name in vars(ShadowMonsters)]
    return [name for name, *_ in KNOWN.events if name in handled]


def report(figures: Figures, seconds: float, unseen: list[str]) -> str:
    seen = figures.seen
    counts = {
        kind: len([name for name in seen if name.startswith(f"{kind} ")])
        for kind in ("question", "event", "bought", "used")
    }
    return (
        f"{figures.decisions:,} decisions in {figures.games} games checked in {seconds:.0f} s "
        f"({build.kind()} engine)\n"
        f"{figures.by_chance:,} by chance, {figures.interruptions:,} interruptions\n"
        f"{figures.positions:,} positions looked at closely: {figures.accepted:,} options "
        f"accepted, {figures.refused:,} unlisted answers refused\n"
        f"{counts['question']} questions, {counts['event']} kinds of events, "
        f"{counts['bought']} cards bought, {counts['used']} Skills used\n"
        f"never seen: {', '.join(unseen) or 'nothing'}"
    )


def main() -> int:
    """Walk as long as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, choices=range(1, 6), default=None)
    parser.add_argument("--expansion", choices=["with", "without"], default=None)
    wanted = parser.parse_args()
    started = time.perf_counter()
    expansion = None if wanted.expansion is None else wanted.expansion == "with"
    try:
        figures = walk(wanted.decisions, wanted.seed, wanted.players, expansion)
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1
    unseen = [name for name in everything(wanted.players, expansion) if not figures.seen[name]]
    print(report(figures, time.perf_counter() - started, unseen))
    return 1 if unseen and wanted.decisions >= LONG else 0


if __name__ == "__main__":
    sys.exit(main())
