"""A server whose chance deals one card otherwise: the other half of a pair of twins.

    python -m tests.proofs.scripted CHOICE AFTER --port N --data FOLDER --json

The draw after so many is the option of that number; all others come from the seed, as ever. Only proofs start it.
"""

import json
import os
import sys

from rollplayer.chance import DEALINGS, Chance
from rollplayer.engine.game import Game
from rollplayer.server.common.settings import read_settings
from rollplayer.server.operation.run import serve


class ScriptedChance(Chance):
    choice = 0
    after = 0
    draws = 0

    def answer(self, game: Game) -> int:
        self.draws += 1
        drawn, options = super().answer(game), game.options()
        return options[self.choice % len(options)] if self.draws == self.after + 1 else drawn


def main() -> None:
    choice, after, *arguments = sys.argv[1:]
    flags = dict(zip(arguments[::2], arguments[1::2], strict=False))
    ScriptedChance.choice, ScriptedChance.after = int(choice), int(after)
    DEALINGS[Chance.dealing] = ScriptedChance
    settings = read_settings({"port": flags["--port"], "data": flags["--data"]}, dict(os.environ))
    serve(settings, lambda address: print(json.dumps({"address": address}), flush=True))


if __name__ == "__main__":
    main()
