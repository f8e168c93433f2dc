"""What the study of reference players measures, on games whose answer is known."""

import numpy as np
import pytest

from benchmarks.references import play
from benchmarks.references_told import Played, dealt_share, kept, left_over, mean_of

RNG = np.random.default_rng(7)
SEED = "references"


def test_copies_of_a_player_that_trembles_answer_differently_on_the_same_deal() -> None:
    games = [play("hurried~0.5", copy, 1, SEED, luck=False, offers=True) for copy in range(4)]
    assert len({str(game["lines"]) for game in games}) > 1
    cards = [{k: v for k, v in game["offers"].items() if k.startswith("card/")} for game in games]
    assert all(each == cards[0] for each in cards)


def test_a_tremble_of_nothing_is_the_player_itself() -> None:
    still, itself = (
        play(name, 0, 2, SEED, luck=False, offers=False) for name in ("hurried~0.0", "hurried")
    )
    assert still["lines"] == itself["lines"]


def test_only_players_that_judge_their_options_can_tremble() -> None:
    with pytest.raises(ValueError, match="squire judges no options"):
        play("squire~0.5", 0, 1, SEED, luck=False, offers=False)


def test_the_share_that_is_dealt_is_found_again() -> None:
    deals = RNG.normal(0, 3, (4000, 1))
    copies = deals + RNG.normal(0, 4, (4000, 3))
    assert dealt_share(copies) == pytest.approx(9 / 25, abs=0.03)


def test_a_control_keeps_what_it_does_not_explain_and_takes_no_mean() -> None:
    known = RNG.normal(0, 3, (2000, 1))
    stars = 30 + known[:, 0] + RNG.normal(0, 4, 2000)
    left = left_over(known, stars)
    assert kept(left, stars) == pytest.approx(16 / 25, abs=0.05)
    assert left.mean() == pytest.approx(stars.mean(), abs=0.05)


def test_facts_that_tell_nothing_are_not_taken_for_luck() -> None:
    stars = RNG.normal(30, 4, 100)
    assert kept(left_over(RNG.normal(size=(100, 60)), stars), stars) > 0.95


def test_a_game_is_not_its_own_reference() -> None:
    played = Played()
    for copy, stars in enumerate([40, 20, 30]):
        played.add({"player": "squire", "copy": copy, "deal": 1, "stars": stars, "lines": {}})
    assert mean_of(played, "squire", "squire")(1) == {"squire": 25.0}
    assert mean_of(played, "squire", "champion")(1) == {"squire": 30.0}
