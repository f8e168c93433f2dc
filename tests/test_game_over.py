"""A finished game answers clearly."""

import pytest

from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.engine.answers import PASS_CODE, IllegalAnswer
from rollplayer.engine.game import Game
from rollplayer.match import Match, play_out
from rollplayer.rules.options import Options


@pytest.fixture
def finished() -> Game:
    match = Match.new(Options(players=1), chance=Chance.from_text("over"))
    play_out(match, [make_bot("random", "over")])
    return match.game


def test_nothing_is_asked_after_the_end(finished: Game) -> None:
    assert finished.over
    assert finished.options() == []
    with pytest.raises(IllegalAnswer, match="nobody is asked"):
        finished.seat()


@pytest.mark.parametrize("answer", [PASS_CODE, -1, 10**6])
def test_no_answer_is_taken_after_the_end(finished: Game, answer: int) -> None:
    with pytest.raises(IllegalAnswer, match="the game is over"):
        finished.apply(answer)
    with pytest.raises(IllegalAnswer, match="the game is over"):
        finished.interrupt(0, answer)


def test_a_code_that_is_no_answer_is_named_as_such() -> None:
    game = Match.new(Options(players=1)).game
    with pytest.raises(IllegalAnswer, match=r"-1.*try one of: race"):
        game.apply(-1)
