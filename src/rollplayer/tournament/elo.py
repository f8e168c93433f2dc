"""Elo ratings from pairwise results."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rollplayer.simulation import NORMAL_95

DRAWN: Final = 1
"""Drawn games added to each pairing, so that an unbeaten level does not get an infinite rating."""
ELO_MEAN: Final = 1500
ELO_SCALE: Final = 400 / math.log(10)


def elo_of(
    levels: Sequence[str], ahead_of: Mapping[tuple[str, str], float]
) -> dict[str, tuple[float, list[float]]]:
    """Bradley-Terry ratings on the Elo scale with 95 % intervals; the mean is 1500.

    Finds the maximum likelihood by Newton's method: each step solves a small linear system.
    """
    count = len(levels)
    score = np.zeros((count, count))
    for i, j in combinations(range(count), 2):
        one = ahead_of.get((levels[i], levels[j]), 0.0)
        other = ahead_of.get((levels[j], levels[i]), 0.0)
        if one + other:
            score[i, j], score[j, i] = one + DRAWN / 2, other + DRAWN / 2
    games = score + score.T
    strength = np.zeros(count)
    inverse: NDArray[np.floating[Any]] = np.zeros((count, count))
    for _ in range(100):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (score - games * expected).sum(axis=1)
        weights = games * expected * (1 - expected)
        # The mean of the strengths is arbitrary; the pseudo-inverse keeps it at zero.
        inverse = np.linalg.pinv(np.diag(weights.sum(axis=1)) - weights, hermitian=True)
        step = inverse @ slope
        strength += step / max(1.0, float(np.abs(step).max()))
        if float(np.abs(step).max()) < 1e-9:
            break
    ratings: dict[str, tuple[float, list[float]]] = {}
    for at, level in enumerate(levels):
        elo = ELO_MEAN + ELO_SCALE * float(strength[at])
        half = ELO_SCALE * NORMAL_95 * math.sqrt(max(float(inverse[at, at]), 0.0))
        ratings[level] = round(elo, 1), [round(elo - half, 1), round(elo + half, 1)]
    return ratings
