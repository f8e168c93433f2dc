"""Many clients answer the same version of a game at once: exactly one of them is accepted.

    python -m tests.proofs.races --rounds 1000 --clients 32
    python -m tests.proofs.races --rounds 1000 --clients 32 --store postgresql   # at three processes

All hold the same tokens, and each comes to any of the processes. The others must be told that they were too late, and
then where the game stands.
"""

import asyncio
import os
import random
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rollplayer.build import kind
from tests.proofs.duplicates import PROCESSES
from tests.proofs.owners import servers_of
from tests.proofs.people import LOST, Gone, Place, Plain, Sitter, create
from tests.proofs.process import load_now
from tests.proofs.report import Report, end, parser_of, progress, take_store
from tests.server.harness import Server
from tests.server.stores import KINDS, VARIABLE, kept_in

TABLES = 2
"""While one decides, the clients of the other answer."""
MOST_TIMES = 20
BETWEEN_SECONDS = 0.5


class Race:
    """One table with many sockets for the same seats."""

    def __init__(
        self, servers: Sequence[Server], place: Place, clients: int, dice: random.Random
    ) -> None:
        self.dice = dice
        self.clients = [
            Sitter(servers[at % len(servers)].address, place, *place.tokens.values())
            for at in range(clients)
        ]
        self.again = 0
        """How often a client had to come again: a busy machine kept one process waiting for another."""

    async def open(self) -> None:
        await asyncio.gather(*(self.come(client) for client in self.clients))

    async def come(self, client: Sitter) -> None:
        for _ in range(MOST_TIMES):
            try:
                await client.open()
            except (Gone, *LOST):
                self.again += 1
                await client.close()
                await asyncio.sleep(BETWEEN_SECONDS)
            else:
                return
        raise Gone(client.why_gone)

    async def close(self) -> None:
        await asyncio.gather(*(client.close() for client in self.clients))

    @property
    def over(self) -> bool:
        return bool(self.clients[0].table["over"])

    async def round(self, number: int) -> list[str]:
        """All answer at once; what was wrong."""
        table = self.clients[0].table
        version, seat = table["version"], self.clients[0].asked()
        options = table["seats"][str(seat)]["options"]
        states = [each.heard("state") for each in self.clients]
        message = {"type": "answer", "version": version, "seat": seat}
        commands = [f"round-{number}-of-{at:02}" for at in range(len(self.clients))]
        await asyncio.gather(
            *(
                each.send(
                    {
                        **message,
                        "command": commands[at],
                        "answer": self.dice.choice(options)["notation"],
                    }
                )
                for at, each in enumerate(self.clients)
            )
        )
        replies: list[Plain] = []
        for at, client in enumerate(self.clients):
            await client.until_replied(commands[at])
            replies += client.replies.pop(commands[at])
        accepted = [reply for reply in replies if reply["type"] == "ack"]
        late = [reply for reply in replies if reply.get("code") == "stale"]
        wrong: list[str] = []
        if len(accepted) != 1 or len(late) != len(self.clients) - 1:
            wrong.append(f"round {number}: {len(accepted)} accepted, {len(late)} too late")
        for at, each in enumerate(self.clients):
            if replies[at].get("code") == "stale":
                await each.until_states(states[at] + 1)
        newest = max(int(reply["version"]) for reply in replies if "version" in reply)
        for each in self.clients:
            await each.until_version(newest)
        if newest <= version or any(each.view != self.clients[0].view for each in self.clients):
            wrong.append(f"round {number}: not all were told where the game stands")
        if accepted and accepted[0]["entry"] != version + 1:
            wrong.append(f"round {number}: entry {accepted[0]['entry']} after version {version}")
        return wrong


async def run(servers: Sequence[Server], rounds: int, clients: int) -> tuple[list[str], int]:
    """What was wrong, and how often a client had to come again."""
    wrong: list[str] = []
    again = 0
    numbers = iter(range(rounds))

    async def some(dice: random.Random) -> None:
        """Games one after another, until all rounds have begun."""
        nonlocal again
        number = next(numbers, None)
        while number is not None:
            place = await asyncio.to_thread(create, dice.choice(servers), 2)
            race = Race(servers, place, clients, dice)
            await race.open()
            while number is not None and not race.over:
                wrong.extend(await race.round(number))
                number = next(numbers, None)
                if number is not None and number % 500 == 0:
                    progress(f"{number} rounds")
            again += race.again
            await race.close()

    async with asyncio.TaskGroup() as group:
        for seed in range(TABLES):
            group.create_task(some(random.Random(seed)))
    return wrong, again


def prove(rounds: int, clients: int, processes: int = 0) -> Report:
    report = Report("races")
    store = os.environ.get(VARIABLE, KINDS[0])
    processes = processes or PROCESSES[store]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = servers_of(folder, kept_in(store, folder / "data"), processes)
        for server in servers:
            stack.enter_context(server)
        wrong, again = asyncio.run(run(servers, rounds, clients))
        report.expect_no_faults([fault for server in servers for fault in server.faults()])
    report.failures += wrong
    report.figures = {
        "store": store,
        "processes": processes,
        "rounds": rounds,
        "clients": clients,
        "came again": again,
        "rounds with exactly one accepted": rounds - len(wrong),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument(
        "--processes", type=int, default=0, help="1 for SQLite, 3 for PostgreSQL unless told"
    )
    given = parser.parse_args()
    end([prove(given.rounds, given.clients, given.processes)], as_json=given.json)


if __name__ == "__main__":
    main()
