"""Fit what distances and deals are worth (``analysis/prices.json``) to reviewed games of all levels.

    python -m benchmarks.ledger --games 400 --seed fit --out build/fit.jsonl
    python -m tools.learn.prices build/fit.jsonl --out src/rollplayer/analysis/prices.json

Deals: how far each kind showed in the stars, within the levels that use what they are dealt. Distances:
a price for each kind of decision; the fit looks at each game and, with more weight, at the mean of
each level, so that the ledger balances for all. Games of the fit must not be those of a test.
"""

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rollplayer.analysis.prices import DICE, MARKET, OTHER, SETTING_UP, SKILL

KINDS: Final = (SETTING_UP, DICE, MARKET, SKILL, OTHER)
GOOD: Final = ("adventurer", "champion", "legend")
USUAL_LUCK: Final = 0.7
RIDGE_LUCK: Final = 20.0
USUAL: Final = {SETTING_UP: 0.2, DICE: 0.7, MARKET: 0.7, SKILL: 0.1, OTHER: 0.4}
"""Prices are drawn towards these where games say little."""
HELD: Final = (SETTING_UP, OTHER)
"""Kinds that differ most between levels that differ in everything else, too: the means of levels say
nothing of their prices, so they keep what games within levels showed, rounded (0.3 to 0.7 for setup)."""
RIDGE: Final = 10.0
RIDGE_HELD: Final = 1e6
GAMES: Final = 2.6
LEVEL: Final = 300.0
"""The weights of all games of a level, and of their mean."""
ROUNDS: Final = 20000

Floats = NDArray[np.float64]
Game = dict[str, Any]


def read(paths: list[str]) -> tuple[list[str], list[Game]]:
    """The seeds of the games, which no test may use, and the games."""
    lines = [line for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines()]
    told = [json.loads(line) for line in lines]
    return sorted({head["seed"] for head in told if "seed" in head}), [
        game for game in told if "stars" in game
    ]


def luck_weights(games: list[Game]) -> dict[str, float]:
    games = [game for game in games if game["deals"]]
    levels = np.array([game["level"] for game in games])
    questions = sorted({question for game in games for question in game["deals"]})
    deals = np.array([[game["deals"].get(each, 0.0) for each in questions] for game in games])
    stars = np.array([game["stars"] for game in games], float)
    for level in set(levels):
        stars[levels == level] -= stars[levels == level].mean()
        deals[levels == level] -= deals[levels == level].mean(0)
    good = np.isin(levels, GOOD)
    used = deals[good]
    left = used.T @ used + RIDGE_LUCK * np.eye(len(questions))
    weights = np.linalg.solve(left, used.T @ stars[good] + RIDGE_LUCK * USUAL_LUCK)
    pairs = zip(questions, weights, strict=True)
    return {question: round(min(max(float(weight), 0.0), 1.2), 3) for question, weight in pairs}


def fitted_prices(facts: Floats, target: Floats, levels: NDArray[np.str_], first: int) -> Floats:
    """Least squares by coordinates; all but the first columns stay at 0 or above."""
    rows, wanted = [], []
    for level in sorted(set(levels)):
        of_level = levels == level
        weight = GAMES / math.sqrt(of_level.sum())
        rows += [facts[of_level] * weight, facts[of_level].mean(0)[None] * LEVEL]
        wanted += [target[of_level] * weight, [target[of_level].mean() * LEVEL]]
    usual = np.array([0.0] * first + [USUAL[kind] for kind in KINDS])
    ridge = np.array([1e-6] * first + [RIDGE_HELD if kind in HELD else RIDGE for kind in KINDS])
    every = np.vstack(rows)
    left = every.T @ every + np.diag(ridge)
    right = every.T @ np.concatenate(wanted) + ridge * usual
    prices = usual.copy()
    for _ in range(ROUNDS):
        for at in range(len(prices)):
            prices[at] += (right[at] - left[at] @ prices) / left[at, at]
            if at >= first:
                prices[at] = max(prices[at], 0.0)
    return prices


@dataclass(frozen=True)
class Fit:
    """What deals and distances are worth, by some games."""

    players: list[int]
    luck: dict[str, float]
    prices: Floats
    """First what one who loses nothing gets more than the value, by number of players, then by kind."""

    @classmethod
    def to(cls, games: list[Game]) -> "Fit":
        players = sorted({int(game["players"]) for game in games})
        luck = luck_weights(games)
        facts, target = facts_of(games, players), left_of(games, luck)
        return cls(players, luck, fitted_prices(facts, target, levels_of(games), len(players)))

    def off(self, games: list[Game]) -> Floats:
        """The correction of each game."""
        return facts_of(games, self.players) @ self.prices - left_of(games, self.luck)

    def plain(self) -> dict[str, Any]:
        first = len(self.players)
        by_kind = zip(KINDS, self.prices[first:], strict=True)
        return {
            "expected": {
                str(n): round(-float(self.prices[at]), 3) for at, n in enumerate(self.players)
            },
            "stars": {kind: round(float(price), 3) for kind, price in by_kind},
            "luck": self.luck,
        }


def levels_of(games: list[Game]) -> NDArray[np.str_]:
    return np.array([f"{game['level']}/{game['players']}" for game in games])


def facts_of(games: list[Game], players: list[int]) -> Floats:
    """By game: how many play, and how far it was behind by kind of decision."""
    facts = np.zeros((len(games), len(players) + len(KINDS)))
    for at, game in enumerate(games):
        facts[at, players.index(game["players"])] = 1
        for kind, distance in game["behind"].items():
            facts[at, len(players) + KINDS.index(kind)] = distance
    return facts


def left_of(games: list[Game], luck: dict[str, float]) -> Floats:
    """What decisions must have cost, if a game is to balance."""
    lucky = [
        sum(luck.get(each, 1.0) * value for each, value in game["deals"].items()) for game in games
    ]
    told = [game["value"] + game["others"] - game["stars"] for game in games]
    left: Floats = np.array(told, float) + np.array(lucky, float)
    return left


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument(
        "--folds",
        type=int,
        default=0,
        help="also fit without each part of the games, and try it on that",
    )
    parser.add_argument(
        "--without-levels",
        action="store_true",
        help="also fit without each level, and try it on that",
    )
    arguments = parser.parse_args()
    seeds, games = read(arguments.games)
    fit = Fit.to(games)
    fitted = {"games": len(games), "seeds": seeds, **fit.plain()}
    Path(arguments.out).write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")
    report("fitted", fit.off(games), levels_of(games))
    if arguments.folds:
        parts = [game["game"] % arguments.folds for game in games]
        report("left out of the fit", left_out(games, parts), levels_of(games))
    if arguments.without_levels:
        named = [game["level"] for game in games]
        report("its level left out", left_out(games, named), levels_of(games))


def left_out(games: list[Game], parts: Sequence[object]) -> Floats:
    """The correction of each game by a fit to those of all other parts."""
    off = np.zeros(len(games))
    for part in set(parts):
        here = [at for at, of in enumerate(parts) if of == part]
        others = [game for game, of in zip(games, parts, strict=True) if of != part]
        off[here] = Fit.to(others).off([games[at] for at in here])
    return off


def report(what: str, off: Floats, levels: NDArray[np.str_]) -> None:
    for level in sorted(set(levels)):
        chosen = off[levels == level]
        print(
            f"{what}: {level} {len(chosen)} correction {chosen.mean():+.2f} (sd {chosen.std():.2f})"
        )


if __name__ == "__main__":
    main()
