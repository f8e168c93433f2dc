"""Chance for games of the API: from a seed, from a script, or from the caller."""

from collections.abc import Sequence

from rollplayer.chance import Chance
from rollplayer.engine.answers import Names

FROM_SEED = "seed"
ASK = "ask"

ChanceState = tuple[int, bytes, int]
"""The position in the stream and in the script."""


class ScriptedChance(Chance):
    """Answers from a script, if there is one, then from the stream of a seed."""

    script: tuple[str, ...] = ()
    said: int = 0
    """How many answers of the script have been given."""
    names: Names | None = None

    def choose(self, options: Sequence[int], weights: Sequence[int] | None) -> int:
        if self.said < len(self.script):
            assert self.names is not None
            answer = self.names.read(self.script[self.said], options)
            self.said += 1
            return answer
        return super().choose(options, weights)

    def state(self) -> ChanceState:
        return self.counter, self._block, self.said

    def go_back(self, state: ChanceState) -> None:
        """Return to an earlier state, so that the same draws come again."""
        self.counter, self._block, self.said = state

    def copy(self) -> "ScriptedChance":
        twin = ScriptedChance(self.seed)
        twin.key, twin.script, twin.names = self.key, self.script, self.names
        twin.go_back(self.state())
        return twin


def chance_for(seed: str | int | None, chance: Sequence[str]) -> ScriptedChance:
    """The chance of a new game; ValueError if ``chance`` is invalid."""
    if isinstance(chance, str) and chance not in (FROM_SEED, ASK):
        raise ValueError(f"chance is {chance!r}; say 'seed', 'ask' or a list of chance's answers")
    scripted = ScriptedChance(
        (Chance.fresh() if seed is None else Chance.from_text(str(seed))).seed
    )
    if not isinstance(chance, str):
        scripted.script = tuple(chance)
    return scripted
