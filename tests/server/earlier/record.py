"""Records a database of an earlier version: some games finished, most of them in the middle.

``python -m tests.server.earlier.record COMMIT`` writes it beside this file, with the tokens of its
seats. It is recorded once, before the format or a rule changes, and never renewed.
"""

import argparse
import json
import random
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.server.earlier import checked_out, serving
from rollplayer.server.storage.sqlite import FILE_NAME
from tests.server.harness import Client, Server, play_on

FOLDER = Path(__file__).parent
MIXED: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 2},
    {"players": 3, "variants": ["friendly-market"]},
    {"players": 4, "variants": ["short-game"]},
    {"players": 2, "edition": "first"},
    {"players": 1, "expansions": ["monsters-and-minions"]},
    {"players": 2, "expansions": ["monsters-and-minions"]},
    {"players": 5, "expansions": ["monsters-and-minions"]},
]


def play_all_seats(client: Client, choose: Any, most: int = 10_000) -> int:
    """Answer for every seat and pass every last call; how many answers were given."""
    given = 0
    while not client.table["over"] and given < most:
        if client.table["last_call"] is None:
            given += play_on([client], choose, most=1)
            continue
        for seat in client.table["last_call"]["seats"]:
            client.ask("pass-call", seat=seat, version=client.version)
        client.until_true(lambda heard: heard.table["over"] or not heard.table["last_call"])
    return given


def record(commit: str) -> Path:
    """Play games on a server of that commit and keep what it leaves on the disk."""
    kept: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, checked_out(commit) as root:
        data = Path(folder) / "data"
        server = Server(data, command=serving(root)).start()
        for number, options in enumerate([*MIXED, *MIXED]):
            humans = [{"kind": "human", "name": f"P{n}"} for n in range(options["players"])]
            game = server.create(options=options, seats=humans, start=True)
            dice = random.Random(number)
            most = 10_000 if number in (1, 6) else dice.randrange(5, 110)
            with game.sit(*game.tokens) as everybody:
                play_all_seats(everybody, dice.choice, most)
                kept.append(
                    {
                        "id": game.id,
                        "options": options,
                        "tokens": game.tokens,
                        "version": everybody.version,
                        "over": everybody.table["over"],
                    }
                )
        assert server.end() == 0
        target = FOLDER / f"{commit}.sqlite3"
        target.unlink(missing_ok=True)
        # Whatever still lies in the write-ahead log comes with it.
        with sqlite3.connect(data / FILE_NAME) as database:
            database.execute("VACUUM INTO ?", (str(target),))
    text = json.dumps(kept, indent=1) + "\n"
    target.with_suffix(".json").write_text(text, encoding="utf-8")
    return target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    print(record(parser.parse_args().commit))


if __name__ == "__main__":
    main()
