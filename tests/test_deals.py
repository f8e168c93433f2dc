"""The same seed is the same deal, whoever plays it, and every draw of it is fair."""

from collections import Counter
from itertools import product

import pytest

from benchmarks.deals import Offers, compare
from rollplayer.chance import Bag, Chance, Deal
from rollplayer.engine.game import Game, OwnFrame, Step
from rollplayer.engine.table import CHANCE
from rollplayer.match import Match
from rollplayer.rules.options import Options
from tests.properties.walk import every_options

DEALS = 6
DRAWS = 6000
CHI_SQUARE = 16.27
"""With three degrees of freedom, one in a thousand fair bags comes out higher."""


def same(dealing: int, options: dict[str, int]) -> dict[str, float]:
    """The shares of places where a random bot and a squire are offered the same."""
    offers = Offers(options)
    by_level = [
        [offers.play((dealing, level, deal))["offers"] for deal in range(DEALS)]
        for level in ("random", "squire")
    ]
    return {kind: share for kind, share, _ in compare(*by_level)}


@pytest.mark.parametrize("players", [1, 2])
def test_two_levels_are_offered_the_same(players: int) -> None:
    shares = same(Deal.dealing, {"players": players})
    assert shares["starting-die"] == 1
    assert shares["card"] > 0.97
    assert shares["die"] > 0.88


def test_one_stream_for_everything_is_found_out() -> None:
    shares = same(Chance.dealing, {"players": 1})
    assert shares["card"] < 0.5
    assert shares["die"] < 0.5


def drawn(counts_before: list[int], bag: Bag, number: int) -> int:
    return bag.copy().draw(Chance.from_text(f"{number}"), counts_before)


def chi_square(seen: Counter[int], counts: list[int]) -> float:
    total = sum(counts)
    return sum(
        (seen[kind] - DRAWS * count / total) ** 2 / (DRAWS * count / total)
        for kind, count in enumerate(counts)
        if count
    )


def used_bag() -> tuple[Bag, list[int]]:
    """A bag that dice have left and come back to, some by other ways than a draw."""
    bag = Bag()
    counts = [4, 3, 2, 5]
    for number in range(6):
        counts[bag.draw(Chance.from_text(f"used {number}"), counts)] -= 1
    counts[0] += 2  # others than those that were drawn
    counts[3] -= 1
    return bag, counts


def test_each_die_in_the_bag_is_as_likely_as_the_others() -> None:
    bag, counts = used_bag()
    seen = Counter(drawn(counts, bag, number) for number in range(DRAWS))
    assert chi_square(seen, counts) < CHI_SQUARE


def test_a_bag_that_forgets_what_came_back_is_found_out() -> None:
    bag, counts = used_bag()
    forgetful = [counts[0] - 2, *counts[1:]]
    seen = Counter(drawn(forgetful, bag, number) for number in range(DRAWS))
    assert chi_square(seen, counts) > CHI_SQUARE


def test_a_die_that_was_in_no_bag_before_gets_a_place() -> None:
    bag = Bag()
    bag.fill([1, 1])
    bag.fill([1, 3])
    assert bag.places == [0, 1, 1, 1]


def test_a_stock_without_an_option_is_refused() -> None:
    """It would be drawn from for ever, or never give that option."""
    match = Match.new(Options(players=2), chance=Deal.from_text("stock"))
    game = match.game
    game.agenda.append(Lacking(game.options()).frame(CHANCE))
    with pytest.raises(ValueError, match="not in its stock"):
        match.chance.answer(game)


class Lacking(Step):
    """A step that names less than it deals from."""

    def __init__(self, dealt: list[int]) -> None:
        super().__init__("deal-market")
        self.dealt = dealt

    def options(self, game: Game, frame: OwnFrame) -> list[int]:
        return self.dealt

    def stock(self, game: Game, frame: OwnFrame) -> list[int]:
        return self.dealt[1:]


def questions(match: Match) -> list[tuple[str, set[int], set[int]]]:
    """Each draw of a game: its name, its options and what they are drawn from."""
    asked: list[tuple[str, set[int], set[int]]] = []
    pick = Chance.from_text("pick")
    while not match.game.over:
        game: Game = match.game
        if game.seat() == CHANCE:
            asked.append((game.draw(), set(game.options()), set(game.stock())))
            match.roll()
        else:
            match.act(game.seat(), pick.choose(game.options(), None))
    return asked


@pytest.mark.parametrize("options", every_options()[::7], ids=str)
def test_options_are_among_the_stock_and_names_say_their_round(options: Options) -> None:
    asked = questions(Match.new(options, chance=Deal.from_text("stock")))
    assert len(asked) > 20
    for name, now, stock in asked:
        assert now <= stock, name
    rounds = {name.split("/")[1] for name, _, _ in asked if name.startswith("die/")}
    assert rounds == {str(number) for number in range(1, len(rounds) + 1)}
    places = [name for name, _, _ in asked if name.startswith(("die/", "starting-die/"))]
    assert len(places) == len(set(places))


def test_what_was_undone_by_consent_is_not_drawn_again() -> None:
    outcomes = set()
    for number in range(20):
        match = Match.new(Options(players=2), chance=Deal.from_text(f"undo {number}"))
        first = match.roll().answer
        match.take_back(0, 1, (0, 1))
        outcomes.add((first, match.roll().answer))
    assert any(one != two for one, two in outcomes)


def test_a_game_goes_on_with_the_same_deal() -> None:
    """Resumed in the middle, all that follows is what would have followed."""
    for players, stop in product((1, 3), (30, 60)):
        options = Options(players=players)
        whole = Match.new(options, chance=Deal.from_text("go on"))
        pick = Chance.from_text("answers")
        for _ in range(stop):
            step(whole, pick)
        again = Match(whole.header, whole.library, whole.header.chance(whole.chance.seed))
        for entry in whole.entries:
            if entry.who == CHANCE:
                assert again.roll() == entry
            else:
                again.say(entry.who, entry.answer)
        for _ in range(60):
            if whole.game.over:
                break
            if whole.game.seat() == CHANCE:
                assert again.roll() == whole.roll()
            else:
                answer = pick.choose(whole.game.options(), None)
                seat = whole.game.seat()
                assert again.act(seat, answer) == whole.act(seat, answer)


def step(match: Match, pick: Chance) -> None:
    if match.game.seat() == CHANCE:
        match.roll()
    else:
        match.act(match.game.seat(), pick.choose(match.game.options(), None))
