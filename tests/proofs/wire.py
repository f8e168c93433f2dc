"""Secrets at real sockets: whole games are recorded, twins are played on two servers."""

import base64
import copy
import random
import re
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rollplayer.engine.table import CHANCE
from tests.proofs.net import Recorder
from tests.proofs.people import Plain, create
from tests.proofs.report import Report
from tests.server.harness import Client, Game, Server, catch_up, load, play_on
from tests.server.prepared import grown, stored
from tests.server.stores import opened
from tests.server.test_secrets import asks_for_the_top_card, wants_open_lock

TIME = re.compile(r"\b1[0-9]{12}\b|used.: ?\[[0-9, ]*\]")
OVER = b'"over":true'
MOST_ANSWERS = 40


def through(server: Server, address: str) -> Server:
    """The same server, reached at another address."""
    other = copy.copy(server)
    other.address = address
    return other


def forms(seed: bytes) -> dict[str, bytes]:
    """The seed as it could be written."""
    return {
        "raw": seed,
        "hex": seed.hex().encode(),
        "HEX": seed.hex().upper().encode(),
        "base64": base64.b64encode(seed).rstrip(b"="),
        "base64url": base64.urlsafe_b64encode(seed).rstrip(b"="),
        "decimal": str(int.from_bytes(seed, "big")).encode(),
        "escaped": repr(seed)[2:-1].encode(),
    }


def seeds_in(data: Path) -> dict[str, bytes]:
    with opened(data) as games:
        return dict(games.execute("SELECT id, seed FROM games"))


def play_whole(tapped: Server, number: int) -> list[str]:
    """One game to its end, with every seat, a spectator, the host, and somebody who polls; its tokens."""
    players = 1 + number % 4
    place = create(tapped, players, listed=True)
    created = {"game": {"id": place.id}, "host": place.host, "seats": place.tokens}
    game = Game(tapped, created)
    dice = random.Random(number)

    def choose(options: list[Plain]) -> Plain:
        if dice.random() < 0.2:
            for path in (game.path, game.path + "/state?since=0", "/api/v1/games", "/api/v1/stats"):
                tapped.get(path)
            for path in ("/file", "/replay"):
                assert tapped.request("GET", game.path + path)[0] == 409
            tapped.get(game.path + "/state?since=0", *place.tokens.values())
        return dice.choice(options)

    with ExitStack() as stack:
        clients = [stack.enter_context(game.sit(seat)) for seat in game.tokens]
        others = [stack.enter_context(game.sit()), stack.enter_context(game.sit(host=True))]
        if players == 1:
            play_alone(clients[0], choose)
        else:
            play_on(clients, choose)
        for client in (*clients, *others):
            client.until_true(lambda c: c.table["over"])
            assert client.table["result"]["seed"]
    return [*place.tokens.values(), place.host]


def play_alone(client: Client, choose: Any) -> None:
    """Solitaire: the player also lets every last call go by."""
    while not client.table["over"]:
        if client.asked() is not None:
            reply = client.answer(0, choose(client.options(0))["notation"])
        elif client.table["last_call"] is not None:
            reply = client.ask("pass-call", version=client.version, seat=0)
        else:
            client.until("update")
            continue
        assert reply["type"] == "ack", reply
        client.until("update")


def prove_seed(games: int) -> Report:
    """Every byte of whole games, searched for the seed."""
    report = Report("leak: seed at the sockets")
    found_after = 0
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with Server(data) as server, Recorder(server.address) as tap:
            tapped = through(server, tap.address)
            secrets: list[str] = []
            for number in range(games):
                secrets += play_whole(tapped, number)
            log = server.log()
        seeds = seeds_in(data)
        streams = [bytes(stream) for stream in tap.streams]
    for game, seed in seeds.items():
        for name, form in forms(seed).items():
            for stream in streams:
                at, over = stream.find(form), stream.find(OVER)
                if at >= 0 and not 0 <= over < at:
                    # The lobby tells of games that are over, too; there is no such message before.
                    report.failures.append(f"{game}: its seed was sent as {name} before the end")
                found_after += at >= 0
            report.expect(form.decode("latin-1") not in log, f"{game}: its seed is in a log line")
    for secret in secrets:
        report.expect(secret not in log, "a token is in a log line")
    report.expect(found_after > 0, "the seed was not found after the end either")
    report.figures = {
        "games": games,
        "connections": len(streams),
        "MB recorded": round(sum(map(len, streams)) / 1e6, 1),
        "seed before the end": sum("before the end" in failure for failure in report.failures),
        "streams that reveal it after the end": found_after,
    }
    return report


# -- twins --------------------------------------------------------------------------------------------


class Listening(Client):
    """A client that keeps what it heard, letter by letter."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.letters: list[str] = []
        super().__init__(*arguments, **named)
        self.name = "same-on-all"

    def hear(self, timeout: float = 10) -> Plain:
        text = str(self.socket.recv(timeout))
        self.letters.append(TIME.sub("TIME", text))
        message: Plain = load(text.encode())
        self.heard.append(message)
        if message["type"] in ("state", "update"):
            self.table = message
        return message


def play_twin(data: Path, created: dict[str, Any], seat: int, choice: int, after: int) -> Plain:
    """The same answers on a server whose chance deals this card; what everybody heard."""
    command = ("-m", "tests.proofs.scripted", str(choice), str(after))
    with Server(data, command=command) as server, ExitStack() as stack:
        game = Game(server, created)
        # Loading the game lets chance deal; then everybody is told the same version.
        with game.sit() as first:
            first.until_true(lambda c: c.table["pending"]["seat"] != "chance")
        other_seat = next(number for number in game.tokens if number != seat)
        knower, other, watcher = (
            Listening(server, game.id, tokens, since=0)
            for tokens in ([game.tokens[seat]], [game.tokens[other_seat]], [])
        )
        for each in (knower, other, watcher):
            stack.callback(each.close)
        everyone = {"knower": knower, "other": other, "watcher": watcher}
        card = knower.table["seats"][str(seat)]["top_card"]
        answers = 0
        while knower.table["seats"][str(seat)]["top_card"] == card and answers < MOST_ANSWERS:
            asked = knower if knower.asked() is not None else other
            mine = asked.asked()
            assert mine is not None
            notations = sorted(o["notation"] for o in asked.options(mine))
            # Passing goes on quickly and is the same with every card.
            notation = "pass" if "pass" in notations else notations[0]
            before = {name: list(each.letters) for name, each in everyone.items()}
            polled = poll(server, game, other_seat)
            reply = asked.answer(mine, notation)
            assert reply["type"] == "ack", reply
            asked.until_true(lambda c, entry=reply["entry"]: c.version >= entry)
            for client in everyone.values():
                catch_up(client, asked.version)
            answers += 1
        return {"card": card, "answers": answers, "letters": before, "polled": polled}


def poll(server: Server, game: Game, seat: int) -> list[str]:
    """The same over HTTP."""
    paths = [(game.path + "/state?since=0", ()), (game.path, ())]
    payloads = [server.get(path, *tokens) for path, tokens in paths]
    payloads.append(server.get(game.path + "/state?since=0", game.tokens[seat]))
    return [TIME.sub("TIME", repr(payload)) for payload in payloads]


def prove_twins() -> Report:
    """One seat has seen another card; nobody else hears another letter."""
    report = Report("leak: twins at real sockets")
    table = grown(asks_for_the_top_card, 2, wants_open_lock)
    seat = table.game.agenda[-1].seat
    after = sum(1 for record in table.records if record.who == CHANCE)
    cards = len(table.game.options())
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        created = stored(source, table)
        twins = []
        for choice in (0, cards // 2, cards - 1):
            data = Path(folder) / f"twin{choice}"
            shutil.copytree(source, data)
            twins.append(play_twin(data, created, seat, choice, after))
    one = twins[0]
    for other in twins[1:]:
        report.expect(one["card"] != other["card"], "the twins are the same game")
        report.expect(one["letters"]["knower"] != other["letters"]["knower"], "nobody was told")
        for name in ("other", "watcher"):
            report.expect(one["letters"][name] == other["letters"][name], f"{name} can tell")
        report.expect(one["polled"] == other["polled"], "polling tells")
    report.figures = {
        "twins": len(twins),
        "answers while hidden": one["answers"],
        "messages compared": sum(len(one["letters"][name]) for name in ("other", "watcher")),
    }
    return report
