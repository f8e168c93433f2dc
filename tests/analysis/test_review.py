"""Reviews: what decisions cost, what was luck, and a sum that is the score."""

import math
from collections import Counter

import pytest

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.luck import offer_luck, other_dice, other_market, quick_judge
from rollplayer.analysis.review import Review, Reviewer, explain
from rollplayer.chance import Chance
from rollplayer.engine.plain import state_hash
from rollplayer.engine.scoring import total_stars
from rollplayer.engine.table import CHANCE, EMPTY, NOBODY
from rollplayer.engine.view import View
from rollplayer.log import GameFile
from rollplayer.match import Bot, Match, answer_once, play_out
from tests.analysis.games import first_at, judge_of, new_match, squires


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


def test_luck_is_nothing_in_the_mean() -> None:
    match = new_match(2, "mean")
    bots = squires(match)
    while match.game.question() != "deal-backstory":
        answer_once(match, bots)
    reviewer = reviewed(match, [0, 1])
    before = reviewer.game.copy()
    lucks: list[list[float]] = []
    for option in before.options():
        reviewer.game = before.copy()
        for review in reviewer.reviews:
            review.luck["setup"] = 0.0
        reviewer.weigh_chance(option)
        lucks.append([review.luck["setup"] for review in reviewer.reviews])
    assert before.weights() is None
    for seat in range(2):
        assert math.isclose(sum(luck[seat] for luck in lucks), 0, abs_tol=1e-4)
    # The card is dealt to one of them, whose luck it is above all.
    assert max(abs(luck[0]) for luck in lucks) > 0.01


def test_other_offers_come_from_the_same_bag_and_deck() -> None:
    chance = Chance.from_text("offers")
    world, _ = first_at("take", since=2)
    before = state_hash(world)

    def colors(game: object) -> Counter[int]:
        assert isinstance(game, type(world))
        laid = Counter(die >> 4 for die in game.dice if die != EMPTY)
        return laid + Counter(dict(enumerate(game.bag)))

    others = [other_dice(world, chance) for _ in range(20)]
    assert len({tuple(other.dice) for other in others}) > 10
    for other in others:
        assert colors(other) == colors(world)
        free = [die & 15 for at, die in enumerate(other.dice) if other.taken[at] == NOBODY]
        assert free == sorted(free)
        assert all(1 <= face <= 6 for face in free)
        assert other.options() == world.options()
    assert state_hash(world) == before

    world, _ = first_at("market-turn", since=2)
    before = state_hash(world)
    cards = world.rules.cards
    markets = [other_market(world, chance) for _ in range(20)]
    assert len({tuple(other.market) for other in markets}) > 10
    for other in markets:
        dealt = [card for card in other.market if card >= 0]
        assert len(set(dealt)) == len(dealt)
        assert [cards[c].dots for c in dealt] == [cards[c].dots for c in world.market if c >= 0]
        assert set(dealt) <= {*world.market, *(card for pile in world.deck for card in pile)}
        assert {other.rules.names.write(o) for o in other.options()} >= {
            f"discard {other.rules.names.word('card', card)}" for card in dealt
        }
    assert state_hash(world) == before


def test_a_better_offer_is_luckier() -> None:
    world, seat = first_at("take", since=4)
    judge = quick_judge(world.rules)
    offers = [world, *(other_dice(world, Chance.from_text(str(n))) for n in range(6))]
    best = [max(judge.options(offer, seat)) for offer in offers]
    luck = [offer_luck(judge, offer, seat, Chance.from_text("same")) for offer in offers]
    order = sorted(range(len(offers)), key=lambda at: best[at])
    assert best[order[0]] < best[order[-1]]
    assert luck[order[0]] < luck[order[-1]]
