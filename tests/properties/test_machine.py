"""Hypothesis plays: it looks for the shortest way to break an invariant."""

from functools import partial

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.game import Game
from rollplayer.engine.plain import state_hash
from rollplayer.rules.options import Options
from tests.properties.invariants import complaints
from tests.properties.walk import Figures, Walk, every_options

OPTIONS = st.sampled_from(every_options())


class Table(RuleBasedStateMachine):
    """A game at some point, where seats answer, interrupt, err and copy in any order."""

    @initialize(options=OPTIONS, seed=st.integers(0, 10_000), skip=st.integers(0, 300))
    def sit_down(self, options: Options, seed: int, skip: int) -> None:
        self.walk = Walk(options, str(seed), Figures())
        for _ in range(skip):
            if not self.walk.game.over:
                self.walk.decide(interrupt=0.2)
        self.kept: list[tuple[Game, str]] = []

    @precondition(lambda self: not self.walk.game.over)
    @rule(which=st.integers(0, 10_000))
    def answer(self, which: int) -> None:
        game = self.walk.game
        options = game.options()
        self.walk.answer(game.seat(), options[which % len(options)])

    @precondition(lambda self: not self.walk.game.over)
    @rule(seat=st.integers(0, 4), which=st.integers(0, 100))
    def interrupt(self, seat: int, which: int) -> None:
        game = self.walk.game
        allowed = game.interruptions(seat)
        if allowed and seat != game.seat():
            self.walk.answer(seat, allowed[which % len(allowed)])

    @rule(
        seat=st.integers(-1, 5),
        verb=st.integers(-1, 55),
        first=st.integers(0, 255),
        second=st.integers(0, 255),
    )
    def err(self, seat: int, verb: int, first: int, second: int) -> None:
        game = self.walk.game
        code = verb * 65536 + first * 256 + second
        asked = not game.over and seat == game.seat()
        if code in (game.options() if asked else game.interruptions(seat)):
            return
        before = state_hash(game)
        attempt = game.apply if asked else partial(game.interrupt, seat)
        with pytest.raises(IllegalAnswer, match="is not possible"):
            attempt(code)
        assert state_hash(game) == before

    @precondition(lambda self: not self.walk.game.over and len(self.kept) < 5)
    @rule()
    def keep_a_copy(self) -> None:
        twin = self.walk.game.copy()
        self.kept.append((twin, state_hash(twin)))

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "walk"):
            assert complaints(self.walk.game, self.walk.shadow) == []

    def teardown(self) -> None:
        for twin, before in getattr(self, "kept", []):
            assert state_hash(twin) == before


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
