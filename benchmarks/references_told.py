"""How much of a player's stars the deal explains, and how much other players of that deal tell of it.

    python -m benchmarks.references_told build/references/*.jsonl [--of champion adventurer~0.3]
                                         [--references squire hurried~0.5]
                                         [--json benchmarks/bots/results/references.json]

Reads what ``benchmarks.references`` has played, and games of ``rollplayer tournament --solitaire``
on the same deals.

*Dealt* is the share of the variance of a player's stars that two copies of it have in common on a
deal. No control that knows the deal but not the player's answers can take off more, on average.
*Kept* is the variance of the stars less a control, divided by the variance of the stars. The control
is a weighted sum of what is listed, each less its mean; its weights are fitted to nine tenths of the
deals and used on the last, in turn. Intervals are 95 %, from deals drawn again.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rollplayer.analysis.prices import prices_for
from rollplayer.engine.plain import Plain

Floats = NDArray[np.float64]
Game = Mapping[str, Any]
Facts = Callable[[int], dict[str, float]]

FOLDS: Final = 10
PENALTIES: Final = (3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)
"""How strongly weights may be drawn towards nothing: as if so many deals had spoken for that."""
AGAIN: Final = 500
DIGITS: Final = 3
WEIGHED_BY: Final = "hurried"
LUCK: Final = "luck of the review"
CHARACTER: Final = ("draw-class-color", "deal-alignment", "deal-backstory")
HALF_WAY: Final = 6.5
"""The middle of twelve rounds."""


class Played:
    """Games by player and deal, each player's copies in order."""

    def __init__(self) -> None:
        self.games: dict[str, dict[int, list[Game]]] = defaultdict(lambda: defaultdict(list))
        self.offers: dict[int, dict[str, str]] = {}
        """What was offered on each deal, by the name of the draw."""

    def read(self, path: Path) -> None:
        for line in path.read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            if "deal" in game:
                self.add(game)
            elif "totals" in game:
                [player] = game["seats"]
                told = {"player": player, "copy": 0, "deal": game["game"]}
                self.add({**told, "stars": game["totals"][0], "lines": game["lines"][0]})

    def add(self, game: Game) -> None:
        self.games[game["player"]][game["deal"]].append(game)
        if "offers" in game:
            self.offers[game["deal"]] = game["offers"]

    def stars(self, player: str, deal: int) -> list[float]:
        return [float(game["stars"]) for game in self.games[player][deal]]

    def copies(self, player: str) -> Floats:
        """A row of stars for each deal that all copies have played."""
        most = max(map(len, self.games[player].values()))
        whole = [deal for deal, games in self.games[player].items() if len(games) == most]
        return np.array([self.stars(player, deal) for deal in whole])


# -- what the deal explains -------------------------------------------------------------------------


def dealt_share(copies: Floats) -> float:
    """The share of the variance that copies on one deal have in common (intraclass correlation)."""
    count = copies.shape[1]
    within = float(copies.var(axis=1, ddof=1).mean())
    between = float(copies.mean(axis=1).var(ddof=1)) - within / count
    return float(between / (between + within))


def shared(one: Floats, other: Floats) -> float:
    """The same for two players, if they are equally good and make as much of a deal: correlation."""
    return float(np.corrcoef(one, other)[0, 1])


def drawn_again(figure: Callable[..., float], *by_deal: Floats) -> list[float]:
    """The 95 % interval of a figure over deals."""
    chance, rows = np.random.default_rng(0), len(by_deal[0])
    figures: list[float] = []
    for _ in range(AGAIN):
        drawn = chance.integers(0, rows, rows)
        figures.append(figure(*(each[drawn] for each in by_deal)))
    low, high = np.quantile(figures, [0.025, 0.975])
    return [round(float(low), DIGITS), round(float(high), DIGITS)]


# -- controls ---------------------------------------------------------------------------------------


def standard(facts: Floats) -> Floats:
    """Each fact less its mean, in its standard deviations."""
    centered = facts - facts.mean(axis=0)
    scale = centered.std(axis=0)
    return np.asarray(centered / np.where(scale > 0, scale, 1.0))


def weights_of(facts: Floats, stars: Floats) -> Floats:
    """Least squares, drawn towards nothing as far as that foretells each deal best from the others."""
    left, values, right = np.linalg.svd(facts - facts.mean(axis=0), full_matrices=False)
    wanted = stars - stars.mean()
    found: list[tuple[float, Floats]] = []
    for penalty in PENALTIES:
        shrunk = values**2 / (values**2 + penalty)
        leverage = (left**2 * shrunk).sum(axis=1) + 1 / len(stars)
        off = (wanted - left @ (shrunk * (left.T @ wanted))) / (1 - leverage)
        used = np.where(values > 0, shrunk / np.where(values > 0, values, 1.0), 0.0)
        found.append((float((off**2).mean()), right.T @ (used * (left.T @ wanted))))
    return min(found, key=lambda each: each[0])[1]


def left_over(facts: Floats, stars: Floats) -> Floats:
    """Stars less a control that was fitted to the other deals."""
    fold = np.random.default_rng(1).permutation(len(stars)) % FOLDS
    left = stars.copy()
    centered = standard(facts)
    for each in range(FOLDS):
        known, asked = fold != each, fold == each
        left[asked] -= centered[asked] @ weights_of(centered[known], stars[known])
    return left


def offers_weighed(played: Played, target: str) -> Facts:
    """What is offered, by weights fitted to another player's games on deals that nobody judges."""
    judged = played.games[target].keys()
    known = [deal for deal in played.games[WEIGHED_BY] if deal in played.offers]
    fit = np.array([deal not in judged for deal in known])
    offered = standard(matrix(lambda deal: all_offers(played.offers[deal]), known))
    stars = np.array([played.stars(WEIGHED_BY, deal)[0] for deal in known])
    worth = dict(zip(known, offered @ weights_of(offered[fit], stars[fit]), strict=True))
    return lambda deal: {"offers": float(worth[deal])}


def kept(left: Floats, stars: Floats) -> float:
    return float(left.var(ddof=1) / stars.var(ddof=1))


def controls(played: Played, target: str, references: Sequence[str]) -> dict[str, Facts]:
    """By name: the facts about a deal of which a control is made."""
    means = {f"mean of {each}": mean_of(played, each, target) for each in references}
    by_line = {f"by line: {each}": lines_of(played, each, target) for each in references}
    dealt = {"class, Alignment, Backstory": lambda deal: character(played.offers[deal])}
    offers = {"all offers": lambda deal: all_offers(played.offers[deal])}
    fitted = {f"all offers, weights of {WEIGHED_BY}": offers_weighed(played, target)}
    together = {
        "all means": joined(*means.values()),
        "class, Alignment, Backstory, all means": joined(*dealt.values(), *means.values()),
        "all offers, all means": joined(*offers.values(), *means.values()),
        "weighed offers, all means": joined(*fitted.values(), *means.values()),
    }
    luck = {LUCK: lambda deal: luck_of(played.games[target][deal][0])}
    both = {
        "luck by question": lambda deal: dict(played.games[target][deal][0]["luck"]),
        "luck, all means": joined(*luck.values(), *means.values()),
        "luck, weighed offers": joined(*luck.values(), *fitted.values()),
        "luck, weighed offers, all means": joined(
            *luck.values(), *fitted.values(), *means.values()
        ),
        "luck by question, weighed offers, all means": joined(
            lambda deal: dict(played.games[target][deal][0]["luck"]),
            *fitted.values(),
            *means.values(),
        ),
    }
    return {**means, **by_line, **dealt, **offers, **fitted, **together, **luck, **both}


def mean_of(played: Played, player: str, target: str) -> Facts:
    def facts(deal: int) -> dict[str, float]:
        return {player: float(np.mean(others(played, player, target, deal, "stars")))}

    return facts


def lines_of(played: Played, player: str, target: str) -> Facts:
    def facts(deal: int) -> dict[str, float]:
        lines = others(played, player, target, deal, "lines")
        return {line: float(np.mean([each[line] for each in lines])) for line in lines[0]}

    return facts


def others(played: Played, player: str, target: str, deal: int, what: str) -> list[Any]:
    """What copies of a player brought, without the game that is judged."""
    found = [game[what] for game in played.games[player].get(deal, [])]
    found = found[1:] if player == target else found
    if not found:
        raise KeyError(deal)
    return found


def joined(*parts: Facts) -> Facts:
    def facts(deal: int) -> dict[str, float]:
        told = enumerate(part(deal) for part in parts)
        return {f"{at} {name}": fact for at, part in told for name, fact in part.items()}

    return facts


def luck_of(game: Game) -> dict[str, float]:
    """As a review sums it up today."""
    weights = prices_for()
    return {"luck": sum(weights.luck(each) * stars for each, stars in game["luck"].items())}


def character(offers: Mapping[str, str]) -> dict[str, float]:
    draws = {name.partition("/")[0]: answer for name, answer in offers.items()}
    return {f"{kind} {draws[kind]}": 1.0 for kind in CHARACTER}


def all_offers(offers: Mapping[str, str]) -> dict[str, float]:
    """The character, each card and when it came, and the dice: how many of each value and color."""
    facts: dict[str, float] = defaultdict(float, character(offers))
    own = offers["draw-class-color/0/0"].split(" ")[1]
    for name, answer in offers.items():
        kind, *rest = name.split("/")
        word = answer.split(" ")[1]
        if kind == "card":
            facts[word] = 1.0
            facts[f"{word} late"] = float(rest[0]) - HALF_WAY
        elif kind in ("die", "starting-die"):
            facts[f"{kind} {word[-1]}"] += 1
            facts[f"{kind} own color"] += word[:-1] == own
            facts[f"{kind} gold"] += word[:-1] == "gold"
        elif kind == "enemy-roll":
            facts[kind] += float(word)
    return facts


def matrix(facts: Facts, deals: Sequence[int]) -> Floats:
    told = [facts(deal) for deal in deals]
    names = sorted({name for each in told for name in each})
    return np.array([[each.get(name, 0.0) for name in names] for each in told])


def below(left: Floats, today: Floats, stars: Floats) -> float:
    """How much less a control keeps than another one."""
    return kept(today, stars) - kept(left, stars)


# -- figures ----------------------------------------------------------------------------------------


def players(played: Played) -> Iterator[Plain]:
    for player, by_deal in sorted(played.games.items()):
        games = [game for each in by_deal.values() for game in each]
        stars = np.array([game["stars"] for game in games], float)
        told: Plain = {
            "player": player,
            "deals": len(by_deal),
            "games": len(games),
            "stars": round(float(stars.mean()), 2),
            "sd": round(float(stars.std(ddof=1)), 2),
        }
        seconds = [game["s"] for game in games if "s" in game]
        if seconds:
            told["s"] = round(float(np.mean(seconds)), DIGITS)
        copies = played.copies(player)
        if copies.shape[1] > 1:
            told["dealt"] = round(dealt_share(copies), DIGITS)
            told["dealt_95"] = drawn_again(dealt_share, copies)
        yield told


def pairs(played: Played, target: str) -> Iterator[Plain]:
    """How much of a target's stars a player tells, now and if it had played each deal for ever."""
    for player, by_deal in sorted(played.games.items()):
        deals = sorted(played.games[target].keys() & by_deal.keys())
        if player == target or len(deals) < FOLDS:
            continue
        stars = np.array([played.stars(target, deal)[0] for deal in deals])
        means = np.array([np.mean(played.stars(player, deal)) for deal in deals])
        told: Plain = {
            "of": target,
            "player": player,
            "deals": len(deals),
            "explained": round(shared(stars, means) ** 2, DIGITS),
        }
        copies = played.copies(player)
        if copies.shape[1] > 1:
            common = dealt_share(copies) * copies.var(axis=0, ddof=1).mean()
            for_ever = np.cov(stars, means)[0, 1] ** 2 / (stars.var(ddof=1) * common)
            told["explained_for_ever"] = round(float(for_ever), DIGITS)
        else:
            told["shared"] = round(shared(stars, means), DIGITS)
            told["shared_95"] = drawn_again(shared, stars, means)
        yield told


def kept_by(played: Played, target: str, references: Sequence[str]) -> Iterator[Plain]:
    """All controls on the same deals; without those of luck on more, if there are more."""
    known = controls(played, target, references)
    dealt = {name: facts for name, facts in known.items() if not name.startswith("luck")}
    played_by = sorted(played.games[target])
    judged = [deal for deal in played_by if all_known(known, deal)]
    more = [deal for deal in played_by if all_known(dealt, deal)]
    for some, deals in ((dealt, more if more != judged else []), (known, judged)):
        if len(deals) < 2 * FOLDS:
            continue
        stars = np.array([played.stars(target, deal)[0] for deal in deals])
        left = {name: left_over(matrix(facts, deals), stars) for name, facts in some.items()}
        for name, of in left.items():
            told: Plain = {
                "of": target,
                "control": name,
                "deals": len(deals),
                "kept": round(kept(of, stars), DIGITS),
                "kept_95": drawn_again(kept, of, stars),
            }
            if some is known and name != LUCK:
                told["below_luck"] = round(below(of, left[LUCK], stars), DIGITS)
                told["below_luck_95"] = drawn_again(below, of, left[LUCK], stars)
            yield told


def all_known(controls: Mapping[str, Facts], deal: int) -> bool:
    try:
        for facts in controls.values():
            facts(deal)
    except KeyError:
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--of", nargs="+", default=["champion"])
    parser.add_argument("--references", nargs="+", default=["squire", "hurried~0.5"])
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    played = Played()
    for path in chosen.files:
        played.read(path)
    told: Plain = {
        "players": list(players(played)),
        "pairs": [each for target in chosen.of for each in pairs(played, target)],
        "controls": [
            each for target in chosen.of for each in kept_by(played, target, chosen.references)
        ],
    }
    for part in told.values():
        for line in part:
            print(json.dumps(line))
    if chosen.json:
        chosen.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
