"""A server whose chance deals one card otherwise: the other half of a pair of twins.

    python -m tests.proofs.scripted CHOICE AFTER --port N --data FOLDER --json

The draw after so many is the option of that number; all others come from the seed, as ever. Only proofs start it.
"""

import json
import os
import sys
from collections.abc import Sequence

from rollplayer.chance import Chance
from rollplayer.server.common.settings import read_settings
from rollplayer.server.operation.run import serve
from rollplayer.server.rooms import recorded_match


def scripted(choice: int, after: int) -> type[Chance]:
    class ScriptedChance(Chance):
        draws = 0

        def choose(self, options: Sequence[int], weights: Sequence[int] | None) -> int:
            self.draws += 1
            drawn = super().choose(options, weights)
            return options[choice % len(options)] if self.draws == after + 1 else drawn

    return ScriptedChance


def main() -> None:
    choice, after, *arguments = sys.argv[1:]
    flags = dict(zip(arguments[::2], arguments[1::2], strict=False))
    recorded_match.__dict__["Chance"] = scripted(int(choice), int(after))
    settings = read_settings({"port": flags["--port"], "data": flags["--data"]}, dict(os.environ))
    serve(settings, lambda address: print(json.dumps({"address": address}), flush=True))


if __name__ == "__main__":
    main()
