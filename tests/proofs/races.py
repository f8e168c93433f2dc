"""Many clients answer the same version of a game at once: exactly one of them is accepted.

    python -m tests.proofs.races --rounds 1000 --clients 32

All hold the same tokens. The others must be told that they were too late, and then where the game stands.
"""

import asyncio
import random

from tests.proofs.people import Place, Plain, Sitter, create
from tests.proofs.report import Report, end, parser_of, progress, take_store
from tests.server.harness import Server, temporary_server


class Race:
    """One table with many sockets for the same seats."""

    def __init__(self, address: str, place: Place, clients: int, dice: random.Random) -> None:
        self.dice = dice
        self.clients = [Sitter(address, place, *place.tokens.values()) for _ in range(clients)]

    async def open(self) -> None:
        await asyncio.gather(*(client.open() for client in self.clients))

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
        if newest <= version or any(
            each.table["view"] != self.clients[0].table["view"] for each in self.clients
        ):
            wrong.append(f"round {number}: not all were told where the game stands")
        if accepted and accepted[0]["entry"] != version + 1:
            wrong.append(f"round {number}: entry {accepted[0]['entry']} after version {version}")
        return wrong


async def run(server: Server, rounds: int, clients: int) -> list[str]:
    wrong: list[str] = []
    done = 0
    dice = random.Random(1)
    while done < rounds:
        place = await asyncio.to_thread(create, server, 2)
        race = Race(server.address, place, clients, dice)
        await race.open()
        while done < rounds and not race.over:
            wrong += await race.round(done)
            done += 1
            if done % 100 == 0:
                progress(f"{done} rounds")
        await race.close()
    return wrong


def prove(rounds: int, clients: int) -> Report:
    report = Report("races")
    with temporary_server() as server:
        report.failures = asyncio.run(run(server, rounds, clients))
    report.figures = {
        "rounds": rounds,
        "clients": clients,
        "rounds with exactly one accepted": rounds - len(report.failures),
    }
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=32)
    arguments = parser.parse_args()
    end([prove(arguments.rounds, arguments.clients)], as_json=arguments.json)


if __name__ == "__main__":
    main()
