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


def read(paths: list[str]) -> list[dict[str, Any]]:
    lines = [line for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines()]
    return [game for game in map(json.loads, lines) if "stars" in game]


def luck_weights(games: list[dict[str, Any]], levels: NDArray[np.str_]) -> dict[str, float]:
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
    arguments = parser.parse_args()
    games = read(arguments.games)
    levels = np.array([f"{game['level']}/{game['players']}" for game in games])
    plain_levels = np.array([game["level"] for game in games])
    dealt = np.array([bool(game["deals"]) for game in games])
    weights = luck_weights([game for game in games if game["deals"]], plain_levels[dealt])
    players = sorted({int(game["players"]) for game in games})
    facts = np.zeros((len(games), len(players) + len(KINDS)))
    target = np.zeros(len(games))
    for at, game in enumerate(games):
        luck = sum(weights[question] * value for question, value in game["deals"].items())
        target[at] = game["value"] + luck + game["others"] - game["stars"]
        facts[at, players.index(game["players"])] = 1
        for kind, distance in game["behind"].items():
            facts[at, len(players) + KINDS.index(kind)] = distance
    prices = fitted_prices(facts, target, levels, len(players))
    by_kind = zip(KINDS, prices[len(players) :], strict=True)
    fitted = {
        "games": len(games),
        "expected": {str(n): round(-float(prices[at]), 3) for at, n in enumerate(players)},
        "stars": {kind: round(float(price), 3) for kind, price in by_kind},
        "luck": weights,
    }
    Path(arguments.out).write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")
    report("fitted", facts @ prices - target, levels)
    if arguments.folds:
        part = np.array([game["game"] for game in games]) % arguments.folds
        left_out = np.zeros(len(games))
        for fold in range(arguments.folds):
            here, others = part == fold, part != fold
            prices = fitted_prices(facts[others], target[others], levels[others], len(players))
            left_out[here] = facts[here] @ prices - target[here]
        report("left out of the fit", left_out, levels)


def report(what: str, off: Floats, levels: NDArray[np.str_]) -> None:
    for level in sorted(set(levels)):
        chosen = off[levels == level]
        print(
            f"{what}: {level} {len(chosen)} correction {chosen.mean():+.2f} (sd {chosen.std():.2f})"
        )


if __name__ == "__main__":
    main()
