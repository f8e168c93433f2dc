"""What an answer would change, as far as its seat can know before it answers.

An answer is carried out in the seat's own world up to the next question. Chance is a question, too:
what is rolled or drawn is never looked at. Of a single die that is rolled next, the odds are known.
"""

from dataclasses import dataclass, field
from typing import Final

from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.plain import Plain
from rollplayer.engine.scoring import goal_met, row_score, score_lines
from rollplayer.engine.table import CHANCE, NOBODY, ROWS, SPACES

ROLLS_ONE_DIE: Final = "roll"
KEEPS_A_VALUE: Final = "keep"
PERCENT: Final = 100


@dataclass(frozen=True)
class Consequence:
    """What an answer changes for a hero."""

    gold: int = 0
    charisma: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    """By name: the change of what boxes let a hero own, such as XP."""
    rows: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By row: its score before and after."""
    goals: dict[str, bool] = field(default_factory=dict)
    """By row: whether its goal is met now, where that has changed."""
    lines: dict[str, int] = field(default_factory=dict)
    """By line of the score sheet: the change in stars, were the game over."""
    token: str = ""
    """The space the Alignment token moves to."""
    token_stars: int = 0
    """The stars of that space."""
    rolls: bool = False
    """Whether something is rolled or drawn for this seat next, so that more will change."""
    odds: dict[str, int] = field(default_factory=dict)
    """By row: percent of rolls after which its goal is met, where the die decides about it."""

    @property
    def stars(self) -> int:
        return sum(self.lines.values())

    def plain(self) -> Plain:
        """For programs; what does not change is left out."""
        parts: Plain = {
            "gold": self.gold,
            "charisma": self.charisma,
            "counts": self.counts,
            "rows": {row: list(scores) for row, scores in self.rows.items()},
            "goals": self.goals,
            "lines": self.lines,
            "stars": self.stars,
            "token": self.token,
            "token_stars": self.token_stars,
            "rolls": self.rolls,
            "odds": self.odds,
        }
        return {name: value for name, value in parts.items() if value}


def consequence(world: Game, seat: int, answer: int) -> Consequence:
    """What an option, or an interruption, of this seat changes for its hero."""
    after = world.copy()
    if world.seat() == seat:
        after.apply(answer)
    else:
        after.interrupt(seat, answer)
    return compared(world, after, seat)


def compared(before: Game, after: Game, seat: int) -> Consequence:
    old, new = before.heroes[seat], after.heroes[seat]
    vocabulary = before.rules.vocabulary
    # What chance does for the whole table next, and tokens that lapse with a phase, are no one's doing.
    rolls = not after.over and after.seat() == CHANCE and after.agenda[-1].seat == seat
    same_phase = (after.round, after.phase) == (before.round, before.phase)
    old_lines, new_lines = score_lines(before.rules, old), score_lines(after.rules, new)
    has_goals = old.character_class != NOBODY
    scores = [
        (row, row_score(before.rules, old, at), row_score(after.rules, new, at))
        for at, row in enumerate(ROWS)
    ]
    return Consequence(
        gold=new.gold - old.gold,
        charisma=new.charisma - old.charisma if same_phase else 0,
        counts={
            name: new.counts[count] - old.counts[count]
            for count, name in vocabulary.counts.items()
            if new.counts[count] != old.counts[count]
        },
        rows={row: (was, now) for row, was, now in scores if was != now},
        goals=changed_goals(before, old, after, new) if has_goals else {},
        lines={
            line: stars - old_lines.get(line, 0)
            for line, stars in new_lines.items()
            if stars != old_lines.get(line, 0)
        },
        token=SPACES[new.token] if new.token != old.token else "",
        token_stars=stars_of_space(after, new) if new.token != old.token else 0,
        rolls=rolls,
        odds=odds_of_roll(before, after, seat) if rolls and has_goals else {},
    )


def stars_of_space(game: Game, hero: Hero) -> int:
    """What the space under the Alignment token is worth (E4)."""
    if hero.alignment == NOBODY:
        return 0
    return game.rules.alignments[hero.alignment].grid[hero.token]


def changed_goals(before: Game, old: Hero, after: Game, new: Hero) -> dict[str, bool]:
    met = {
        row: (goal_met(before.rules, old, at), goal_met(after.rules, new, at))
        for at, row in enumerate(ROWS)
    }
    return {row: now for row, (was, now) in met.items() if was != now}


def odds_of_roll(before: Game, after: Game, seat: int) -> dict[str, int]:
    """By row: how often one die, whatever it shows, leaves a goal met that it decides about."""
    if after.question() != ROLLS_ONE_DIE:
        return {}
    faces = after.options()
    weights = after.weights() or [1] * len(faces)
    met = [0] * len(ROWS)
    for face, weight in zip(faces, weights, strict=True):
        for at, is_met in enumerate(best_after(after, seat, face)):
            met[at] += weight * is_met
    whole = sum(weights)
    old = before.heroes[seat]
    return {
        row: round(PERCENT * met[at] / whole)
        for at, row in enumerate(ROWS)
        if met[at] != whole * goal_met(before.rules, old, at)
    }


def best_after(rolling: Game, seat: int, face: int) -> list[bool]:
    """The goals that are met once a face has come; the seat keeps the value that brings more."""
    rolled = rolling.copy()
    rolled.apply_legal(face)
    ends = [rolled]
    if not rolled.over and rolled.seat() == seat and rolled.question() == KEEPS_A_VALUE:
        ends = []
        for kept in rolled.options():
            end = rolled.copy()
            end.apply_legal(kept)
            ends.append(end)
    best = max(ends, key=lambda end: sum(score_lines(end.rules, end.heroes[seat]).values()))
    return [goal_met(best.rules, best.heroes[seat], row) for row in range(len(ROWS))]
