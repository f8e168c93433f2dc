"""Chance in a game of the API: from the seed, from a script, or asked of the caller."""

from collections.abc import Sequence

from rollplayer.chance import Chance
from rollplayer.engine.answers import Names

FROM_SEED = "seed"
ASK = "ask"

ChanceState = tuple[int, bytes, int]
"""How far the stream and the script have come."""


class ScriptedChance(Chance):
    """The stream of a seed, after the answers of a script, if there is one."""

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
        """What has been drawn since comes again."""
        self.counter, self._block, self.said = state

    def copy(self) -> "ScriptedChance":
        twin = ScriptedChance(self.seed)
        twin.key, twin.script, twin.names = self.key, self.script, self.names
        twin.go_back(self.state())
        return twin


def chance_for(seed: str | int | None, chance: Sequence[str]) -> ScriptedChance:
    """The chance of a new game; ValueError if ``chance`` is none of what it may be."""
    if isinstance(chance, str) and chance not in (FROM_SEED, ASK):
        raise ValueError(f"chance is {chance!r}; say 'seed', 'ask' or a list of chance's answers")
    made = ScriptedChance((Chance.fresh() if seed is None else Chance.from_text(str(seed))).seed)
    if not isinstance(chance, str):
        made.script = tuple(chance)
    return made
