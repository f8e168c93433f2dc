"""Chance for games of the API: from a seed, from a script, or from the caller."""

from collections.abc import Sequence

from rollplayer.chance import DEALINGS, Bag, Deal
from rollplayer.engine.answers import Names
from rollplayer.engine.game import Game

FROM_SEED = "seed"
ASK = "ask"

ChanceState = tuple[int, bytes, int, dict[str, int], Bag]
"""The position in the stream and in the script, how often each draw was made, and the bag."""


class ScriptedChance(Deal):
    """Answers from a script, if there is one, then from a seed, drawn in one of the ``DEALINGS``."""

    drawn_as: int = Deal.dealing
    script: tuple[str, ...] = ()
    said: int = 0
    """How many answers of the script have been given."""
    names: Names | None = None

    def answer(self, game: Game) -> int:
        if self.said < len(self.script):
            assert self.names is not None
            answer = self.names.read(self.script[self.said], game.options())
            self.said += 1
            return answer
        return self.from_seed(game)

    def from_seed(self, game: Game) -> int:
        return DEALINGS[self.drawn_as].answer(self, game)

    def state(self) -> ChanceState:
        return self.counter, self._block, self.said, self.drawn.copy(), self.bag.copy()

    def go_back(self, state: ChanceState) -> None:
        """Return to an earlier state, so that the same draws come again."""
        self.counter, self._block, self.said, drawn, bag = state
        self.drawn, self.bag = drawn.copy(), bag.copy()

    def copy(self) -> "ScriptedChance":
        twin = ScriptedChance(self.seed)
        twin.key, twin.script, twin.names = self.key, self.script, self.names
        twin.drawn_as = self.drawn_as
        twin.go_back(self.state())
        return twin


def chance_for(seed: str | int | None, chance: Sequence[str]) -> ScriptedChance:
    """The chance of a new game; ValueError if ``chance`` is invalid."""
    if isinstance(chance, str) and chance not in (FROM_SEED, ASK):
        raise ValueError(f"chance is {chance!r}; say 'seed', 'ask' or a list of chance's answers")
    scripted = ScriptedChance((Deal.fresh() if seed is None else Deal.from_text(str(seed))).seed)
    if not isinstance(chance, str):
        scripted.script = tuple(chance)
    return scripted
