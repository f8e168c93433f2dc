"""Looking on to the next turn: the same futures for all, nothing peeked, a bounded amount of work."""

from dataclasses import replace
from itertools import count

import pytest

from benchmarks.bots.against import foresight_of
from rollplayer.analysis import futures
from rollplayer.analysis.futures import Foresight, future
from rollplayer.analysis.network import network_for
from rollplayer.analysis.round_search import RoundSearch, afters
from rollplayer.bots import make_bot
from rollplayer.chance import Deal
from rollplayer.engine.game import Game
from rollplayer.engine.table import NOBODY
from rollplayer.engine.view import View
from rollplayer.match import answer_once
from rollplayer.rules.options import Options
from tests.printed import printed_game, printed_match

TWO = Foresight(futures=2)
WIDTH = 6
FROM_ROUND = 4
MONSTERS = ("monsters-and-minions",)


def at_market(expansions: tuple[str, ...] = ()) -> Game:
    """A lone hero in the middle of a game, before a Market turn."""
    match = printed_match(Options(1, expansions=expansions), "futures")
    bots = [make_bot("squire", "futures")]
    while match.game.round < FROM_ROUND or match.game.question() != "market-turn":
        answer_once(match, bots)
    return match.game.copy()


BASE = at_market()
EXPANSION = at_market(MONSTERS)


def search(game: Game, foresight: Foresight = TWO) -> RoundSearch:
    network = network_for(game.rules)
    return RoundSearch(game.rules, network, network.trust, WIDTH, foresight)


def gains(game: Game) -> list[float]:
    world = View(game, 0).world
    return search(game).futures.gains(list(afters(world).values()), 0, 10_000)


@pytest.mark.parametrize("game", [BASE, EXPANSION], ids=["base", "monsters-and-minions"])
def test_a_future_deals_the_same_whatever_was_done(game: Game) -> None:
    judge = search(game)
    dealt: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for start in afters(game).values():
        before, after = judge.futures.played_on(start, 0, future(start, 0, 0))
        assert before.round == game.round
        assert (after.round, after.question()) == (game.round + 1, "take")
        dealt.append((tuple(sorted(after.dice)), tuple(sorted(after.market))))
    assert len(dealt) > 2
    assert len(set(dealt)) == 1


def test_futures_differ_from_each_other_and_between_rounds_and_heroes() -> None:
    later = BASE.copy()
    later.round += 1
    other = BASE.copy()
    other.heroes[0].backstory += 1
    keys = [future(BASE, 0, number).key for number in range(3)]
    keys += [future(later, 0, 0).key, future(other, 0, 0).key]
    assert len(set(keys)) == len(keys)


def with_hidden_top(game: Game, place: int) -> Game:
    """The same table with another card on top of the deck that this seat has not seen (M17)."""
    world = game.copy()
    world.deck = [cards.copy() for cards in game.deck]
    pile = next(cards for cards in world.deck if len(cards) > place)
    world.top_card = pile.pop(place)
    world.top_known = 1 << 1
    world.listed = None
    return world


@pytest.mark.parametrize("game", [BASE, EXPANSION], ids=["base", "monsters-and-minions"])
def test_gains_follow_from_the_view(game: Game) -> None:
    first = gains(with_hidden_top(game, 0))
    assert len({round(gain, 6) for gain in first}) > 1
    assert gains(with_hidden_top(game, 1)) == first


def test_a_future_that_is_drawn_anew_each_time_would_be_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = gains(BASE)
    drawn = count()
    monkeypatch.setattr(futures, "future", lambda *_: Deal.from_text(f"{next(drawn)}"))
    assert gains(BASE) != first


def test_a_future_that_knows_the_top_card_would_be_caught() -> None:
    """So the test above could fail: who looks at the game instead of the view sees the card."""
    judge = search(BASE)
    markets: list[list[int]] = []
    for place in (0, 1):
        game = with_hidden_top(BASE, place)
        assert View(game, 0).world.top_card == NOBODY
        start = next(iter(afters(game).values()))
        markets.append(judge.futures.played_on(start, 0, future(start, 0, 0))[1].market)
    assert markets[0] != markets[1]


def test_looking_on_changes_close_options_and_no_others() -> None:
    world = View(BASE, 0).world
    plain = search(BASE, Foresight()).options(world, 0)
    best = max(plain)
    seen = search(BASE, replace(TWO, close=0.8)).options(world, 0)
    close = [at for at, value in enumerate(plain) if value > best - 0.8]
    changed = [at for at in range(len(plain)) if seen[at] != plain[at]]
    assert len(close) > 1
    assert changed == close
    # It moves them against each other and not as a whole; what is equal stays equal.
    moved = {plain[at]: seen[at] for at in changed}
    assert 1 < len(moved) < len(close)
    assert all(moved[plain[at]] == seen[at] for at in changed)
    assert sum(moved.values()) == pytest.approx(sum(moved))


def test_the_work_has_an_end() -> None:
    world = View(BASE, 0).world
    plain = search(BASE, Foresight()).options(world, 0)
    assert search(BASE, Foresight(futures=1000, positions=0)).options(world, 0) == plain
    judge = search(BASE, Foresight(futures=1000, positions=500))
    assert judge.options(world, 0) != plain
    assert judge.futures.judge.asked < 2000


def test_no_future_is_played_after_the_last_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    match = printed_match(Options(1), "futures")
    bots = [make_bot("squire", "futures")]
    while not (match.game.sheets_full() and match.game.question() == "market-turn"):
        answer_once(match, bots)
    played: list[Game] = []
    for game in (BASE, match.game):
        judge = search(game, replace(TWO, close=100))

        def noted(start: Game, seat: int, deal: Deal) -> tuple[Game, Game]:
            played.append(start)
            return start, start

        monkeypatch.setattr(judge.futures, "played_on", noted)
        judge.options(View(game, 0).world, 0)
    assert {start.round for start in played} == {BASE.round}


def test_the_more_heroes_the_fewer_futures() -> None:
    futures = []
    for players in (1, 2, 3, 4):
        rules = printed_game(Options(players)).rules
        network = network_for(rules)
        judge = RoundSearch(rules, network, network.trust, WIDTH)
        futures.append(judge.foresight.futures)
    assert futures == [8, 4, 2, 2]


def test_the_benchmark_names_what_it_does_not_know() -> None:
    assert foresight_of("futures=8,share=0.5") == Foresight(futures=8, share=0.5)
    with pytest.raises(Exception, match="'future' is none of futures, share"):
        foresight_of("future=8")
