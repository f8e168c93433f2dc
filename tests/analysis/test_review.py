"""Reviews: what decisions cost, what was luck, and a sum that is the score."""

import json
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from rollplayer.analysis.hints import coach
from rollplayer.analysis.judge import Judge
from rollplayer.analysis.luck import Dealt, dealt_anew, goes_on, luck_of
from rollplayer.analysis.prices import (
    DICE,
    MARKET,
    OTHER,
    SETTING_UP,
    SKILL,
    Prices,
    prices_for,
)
from rollplayer.analysis.review import LuckReviewer, Review, Reviewer, explain
from rollplayer.analysis.worth import Worth, worth_of
from rollplayer.chance import Chance
from rollplayer.engine.game import Game
from rollplayer.engine.plain import state_hash
from rollplayer.engine.scoring import total_stars
from rollplayer.engine.table import CHANCE, EMPTY, face_of, kind_of
from rollplayer.engine.view import View
from rollplayer.log import GameFile
from rollplayer.match import Bot, Match, answer_once, play_out
from tests.analysis.games import judge_of, new_match, squires

ROOT = Path(__file__).parents[2]


class Sure(Bot):
    """Takes the answer that the judge of the review likes best, or least."""

    def __init__(self, sign: int) -> None:
        self.sign = sign
        self.judge: Judge | None = None

    def choose(self, view: View, options: list[int]) -> int:
        self.judge = self.judge or judge_of(view.world)
        values = self.judge.options(view.world, view.seat)
        known = [at for at, value in enumerate(values) if math.isfinite(value)]
        return options[max(known, key=lambda at: self.sign * values[at])]


def reviewed(match: Match, seats: list[int], entries: int | None = None) -> Reviewer:
    file = GameFile(match.header, match.entries[:entries])
    reviewer = Reviewer(file, match.library, seats)
    assert len(list(reviewer.walk())) == len(reviewer.standing)
    return reviewer


def adds_up(review: Review) -> bool:
    total = review.start + sum(review.luck.values()) + review.others
    return math.isclose(total - review.lost + review.correction, review.stars, abs_tol=1e-6)


@pytest.fixture(scope="module")
def bad_game() -> Match:
    """The first seat plays as badly as it can, the second well."""
    match = new_match(2, "bad", ["short-game"])
    play_out(match, [Sure(-1), Sure(1)])
    return match


@pytest.fixture(scope="module")
def of_bad_game(bad_game: Match) -> Reviewer:
    return reviewed(bad_game, [0, 1])


def test_everything_adds_up_to_the_stars(of_bad_game: Reviewer) -> None:
    game = of_bad_game.game
    assert game.over
    for review in of_bad_game.reviews:
        assert adds_up(review)
        assert review.stars == total_stars(game.rules, game.heroes[review.seat])
        assert all(review.luck.values())
        assert review.others


def test_who_answers_as_the_judge_would_loses_nothing(of_bad_game: Reviewer) -> None:
    bad, good = of_bad_game.reviews
    assert good.lost == 0
    assert good.costliest == []
    assert bad.lost > 10
    assert bad.decisions > 30


def test_the_costliest_decisions_are_told(of_bad_game: Reviewer, bad_game: Match) -> None:
    review = of_bad_game.reviews[0]
    lost = [choice.lost for choice in review.costliest]
    assert len(lost) == 5
    assert lost == sorted(lost, reverse=True)
    for choice in review.costliest:
        entry = bad_game.entries[choice.number - 1]
        write = choice.world.rules.names.write
        answered, better = explain(of_bad_game.judge, choice, 0)
        assert (entry.who, entry.answer) == (0, write(answered.answer.answer))
        assert write(better.answer.answer) != entry.answer
        assert math.isclose(answered.behind, choice.lost, abs_tol=1e-6)
        assert better.behind == 0


def test_an_unfinished_game_adds_up_too(bad_game: Match) -> None:
    (review,) = reviewed(bad_game, [0], 60).reviews
    assert adds_up(review)
    assert review.decisions > 5


def test_what_was_taken_back_does_not_count() -> None:
    match = new_match(1, "undo")
    bots = squires(match)
    while match.game.seat() == CHANCE or len(match.game.options()) == 1:
        answer_once(match, bots)
    straight = match.entries.copy()
    options = match.game.options()
    match.act(0, options[0])
    match.undo(0)
    match.act(0, options[1])
    straight.append(match.entries[-1])
    back = reviewed(match, [0])
    plain = Reviewer(GameFile(match.header, straight), match.library, [0])
    list(plain.walk())
    assert back.reviews[0].plain() == plain.reviews[0].plain()
    assert back.reviews[0].decisions == 1
    # The numbers are those of the file, where what was taken back has two lines.
    assert [number for number, _ in back.standing][-1] == len(match.entries)


# -- luck -------------------------------------------------------------------------------------------


def before_deal(question: str, round_: int, players: int = 2) -> Game:
    """A game in which chance is asked this for the first time in a round."""
    match = new_match(players, "deals")
    bots = squires(match)
    while match.game.round < round_ or match.game.question() != question:
        answer_once(match, bots)
    return match.game


def deal(before: Game, chance: Chance) -> Dealt:
    """What really came."""
    game, question, draws, last = before.copy(), before.question(), 0, 0
    while goes_on(game, question):
        last = chance.choose(game.options(), game.weights())
        game.apply_legal(last)
        draws += 1
    return Dealt(before, draws, last, game)


def kinds_of(game: Game) -> Counter[int]:
    laid = Counter(kind_of(die) for die in game.dice if die != EMPTY)
    laid.update(kind_of(die) for die in game.pool)
    return laid


def test_luck_is_nothing_in_the_mean_over_all_outcomes() -> None:
    """A single die: exactly."""
    match = new_match(1, "enemy")
    bots = squires(match)
    while match.game.question() != "enemy-roll":
        answer_once(match, bots)
    game = match.game
    chance = Chance.from_text("unused")
    values = []
    for option in game.options():
        after = game.copy()
        after.apply_legal(option)
        values.append(luck_of(worth_of(game.rules), Dealt(game, 1, option, after), 0, chance))
    assert max(values) > 0.01
    assert math.isclose(sum(values), 0, abs_tol=1e-3)


def mean_luck(worth: Worth, before: Game, seat: int, games: int) -> tuple[float, float]:
    """The mean luck over many real deals, and how far it may be off (three errors)."""
    found = [
        luck_of(
            worth,
            deal(before, Chance.from_text(f"real {n}")),
            seat,
            Chance.from_text(f"other {n}"),
            deals=1,
        )
        for n in range(games)
    ]
    mean = sum(found) / games
    variance = sum((luck - mean) ** 2 for luck in found) / (games - 1)
    return mean, 3 * math.sqrt(variance / games)


def test_luck_with_offers_is_nothing_in_the_mean() -> None:
    before = before_deal("deal-market", 3)
    mean, most = mean_luck(worth_of(before.rules), before, 1, 400)
    assert abs(mean) < most
    assert 0 < most < 0.2
    before = before_deal("roll-phase", 4)
    mean, most = mean_luck(worth_of(before.rules), before, 1, 60)
    assert abs(mean) < most


def test_an_unfair_stream_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other dice than fair ones, here always the same low ones, make luck of what is none."""
    before = before_deal("draw-starting-dice", 0, players=1)

    def low_ones(game: Game, chance: Chance) -> Game:
        del chance
        game = game.copy()
        question = game.question()
        while goes_on(game, question):
            game.apply_legal(game.options()[0])
        return game

    monkeypatch.setattr("rollplayer.analysis.luck.dealt_anew", low_ones)
    mean, most = mean_luck(worth_of(before.rules), before, 0, 12)
    assert mean > most


def test_other_deals_come_from_the_same_bag_and_deck() -> None:
    chance = Chance.from_text("offers")
    before = before_deal("roll-phase", 2)
    known = state_hash(before)
    whole = kinds_of(before) + Counter(dict(enumerate(before.bag)))
    others = [dealt_anew(before, chance) for _ in range(300)]
    assert len({(tuple(other.dice), tuple(other.pool)) for other in others}) > 100
    drawn: Counter[int] = Counter()
    faces: Counter[int] = Counter()
    for other in others:
        assert kinds_of(other) + Counter(dict(enumerate(other.bag))) == whole
        drawn += kinds_of(other)
        faces.update(face_of(die) for die in [*other.dice, *other.pool] if die != EMPTY)
    total = sum(drawn.values())
    for kind, count in enumerate(before.bag):
        expected = total * count / sum(before.bag)
        assert abs(drawn[kind] - expected) < 4.5 * math.sqrt(expected + 1)
    for face in range(1, 7):
        assert abs(faces[face] - total / 6) < 4.5 * math.sqrt(total / 6)
    assert state_hash(before) == known

    before = before_deal("deal-market", 2)
    deck = {card for pile in before.deck for card in pile}
    markets = [dealt_anew(before, chance).market for _ in range(100)]
    assert len({tuple(market) for market in markets}) > 20
    assert all(set(market) <= deck and len(set(market)) == len(market) for market in markets)


def test_other_deals_differ_from_game_to_game(bad_game: Match) -> None:
    """Chances shared by all games would make the same error in each of them."""
    first = Reviewer(bad_game.file(), bad_game.library, [0])
    other = new_match(2, "another")
    second = Reviewer(GameFile(other.header, []), other.library, [0])
    assert first.worth.name == second.worth.name
    assert first.own != second.own


def test_luck_alone_is_the_same_luck(of_bad_game: Reviewer, bad_game: Match) -> None:
    alone = LuckReviewer(bad_game.file(), bad_game.library, [0])
    list(alone.walk())
    assert alone.reviews[0].luck == of_bad_game.reviews[0].luck
    assert alone.reviews[0].lost == 0


# -- what may not be known --------------------------------------------------------------------------


def hidden_cards(game: Game) -> list[Game]:
    """Games that differ in a top card that only the second seat has seen."""
    worlds = []
    pile = next(at for at, cards in enumerate(game.deck) if cards)
    for card in game.deck[pile][:6]:
        other = game.copy()
        other.deck = other.deck.copy()
        other.deck[pile] = [each for each in other.deck[pile] if each != card]
        other.top_card, other.top_known = card, 2
        worlds.append(other)
    return worlds


def test_values_do_not_peek() -> None:
    game = before_deal("roll-phase", 3)
    worth = worth_of(game.rules)
    assert len({worth.of(other, 0) for other in hidden_cards(game)}) == 1
    assert len({worth.at_table([other], 0)[0] for other in hidden_cards(game)}) == 1


def test_a_peeking_evaluator_shows() -> None:
    """One that looks at the game itself instead of the seat's view values hidden cards."""

    class Peeking(Worth):
        def of(self, game: Game, seat: int) -> float:
            known = game.rules.cards[game.top_card].cost if game.top_card >= 0 else 0
            return super().of(game, seat) + known

    game = before_deal("roll-phase", 3)
    fair = worth_of(game.rules)
    assert fair.judge.network is not None
    peeking = Peeking(game.rules, fair.judge.network, fair.prices)
    assert len({peeking.of(other, 0) for other in hidden_cards(game)}) > 1


# -- prices -----------------------------------------------------------------------------------------


def test_a_price_grows_with_the_distance() -> None:
    prices = prices_for()
    assert set(prices.stars) == {SETTING_UP, DICE, MARKET, SKILL, OTHER}
    for kind in prices.stars:
        assert prices.price(kind, 0.0) == 0
        assert prices.price(kind, 2.0) == 2 * prices.price(kind, 1.0) >= 0
    assert min(prices.stars[DICE], prices.stars[MARKET]) > 0.5
    assert prices.more(4) == prices.more(max(prices.expected))


def halved(prices: Prices) -> Prices:
    return replace(prices, stars={kind: stars / 2 for kind, stars in prices.stars.items()})


def corrections(prices: Prices) -> dict[str, float]:
    """By level: the mean correction of recorded games that were not in the fit."""
    path = ROOT / "benchmarks/bots/results/ledger.json"
    off: dict[str, float] = {}
    for level, told in json.loads(path.read_text(encoding="utf-8"))["levels"].items():
        lost = sum(prices.price(kind, stars) for kind, stars in told["behind"].items())
        expected = told["value"] + prices.more(1) + told["luck"] + told["others"] - lost
        off[level] = told["stars"] - expected
    return off


def test_the_ledger_balances_for_every_level() -> None:
    off = corrections(prices_for())
    assert {level for level, mean in off.items() if abs(mean) > 0.3} == set()


def test_a_flattering_ledger_shows() -> None:
    """Half of what decisions cost: the rest would have to be called bad luck."""
    off = corrections(halved(prices_for()))
    assert [
        level for level in ("random", "squire", "adventurer", "champion") if off[level] > -0.7
    ] == []


def test_hints_and_reviews_ask_the_same_judge(of_bad_game: Reviewer) -> None:
    assert of_bad_game.judge.learned == coach(of_bad_game.game.rules).learned
