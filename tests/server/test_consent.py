"""Nothing that was rolled comes back without everybody who held a seat then."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import pytest

from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import hashes_of
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms import play, requests
from rollplayer.server.rooms.commands import handle
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.storage.reports import Place
from rollplayer.server.storage.store import EntryRow, SeatRow
from tests.server.harness import Client, Server, play_on
from tests.server.prepared import fresh, room_of, step
from tests.server.test_games import HUMANS, at_random

PLAYERS = 3
STEPS = 120
LONG_AGO = 0


class Nowhere:
    """A disk that takes everything."""

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        *more: object,
    ) -> None: ...

    async def change(
        self,
        id: str,
        changes: Mapping[str, Any],
        seats: Sequence[SeatRow] = (),
        kept: object = None,
        *more: object,
    ) -> None: ...


class Person:
    """Somebody with a token, at a socket of their own."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.hashes = hashes_of([token])
        self.language = "en"
        self.differences = False
        self.sent_table: Plain | None = None
        self.unheard: frozenset[Place] = frozenset()
        self.hidden = False

    def send(self, message: bytes) -> None: ...

    def welcome(self, room: RoomState) -> None: ...

    def dismiss(self, reason: Refused) -> None: ...


class Evening:
    """A table at which people come, go, hand over and want to take back, at random."""

    def __init__(self, seed: int) -> None:
        self.choice = random.Random(seed)
        self.table = fresh(PLAYERS, f"evening {seed}")
        while self.table.version < 30 or self.table.game.seat() == CHANCE:
            step(self.table, self.choice)
        tokens = {seat: f"token-{seed}-{seat}" for seat in range(PLAYERS)}
        self.room = room_of(self.table, tokens)
        self.room.services.store = cast(Any, Nowhere())
        self.holders: dict[int, Person | None] = {
            seat: Person(token) for seat, token in tokens.items()
        }
        self.room.listeners.update(holder for holder in self.holders.values() if holder is not None)
        self.sat: list[set[Person]] = []
        """Who held a seat, by entry."""
        self.said_yes: set[Person] = set()
        self.commands = 0
        self.undone = self.refused = 0
        self.note()

    def note(self) -> None:
        present = {holder for holder in self.holders.values() if holder is not None}
        while len(self.sat) < self.table.version:
            self.sat.append(present)

    def command(self) -> str:
        self.commands += 1
        return f"command-{self.commands:06}"

    async def tell(self, person: Person, message: m.Message) -> bool:
        """Say something; whether it was done. What was taken back needed those who sat there."""
        before, standing = self.table.version, self.table.standing()
        try:
            await handle(self.room, person, message)
        except Refused:
            self.refused += 1
            return False
        if isinstance(message, m.UndoAsk):
            self.said_yes = {person}
        elif isinstance(message, m.UndoVote) and message.agree:
            self.said_yes.add(person)
        self.note()
        if self.table.version > before:
            self.check(self.table.records[before].plain(), standing, message)
        return True

    def check(self, entry: dict[str, Any], standing: list[int], message: m.Message) -> None:
        if "undo" not in entry:
            return
        taken = standing[-entry["undo"] :]
        if isinstance(message, m.Undo):
            assert all(self.table.records[n - 1].who != CHANCE for n in taken)
            return
        self.undone += 1
        for n in taken:
            missing = self.sat[n - 1] - self.said_yes
            assert not missing, f"entry {n} came back without {len(missing)} who sat there"

    # -- what may happen ----------------------------------------------------------------------------

    def somebody(self) -> tuple[int, Person] | None:
        there = [(s, p) for s, p in self.holders.items() if p in self.room.listeners]
        return self.choice.choice(there) if there else None

    async def answer(self) -> None:
        game = self.table.game
        if game.over:
            return
        seat = game.seat()
        option = self.choice.choice(game.options())
        holder = self.holders[seat]
        if self.room.is_bot(seat) or holder is None:
            async with self.room.working():
                await play.carry_out(self.room, self.table, seat, option, "bot:squire", None)
            self.note()
        else:
            await self.tell(
                holder,
                m.Answer(
                    command=self.command(), version=self.table.version, seat=seat, option=option
                ),
            )

    async def go_or_come(self) -> None:
        seat = self.choice.randrange(PLAYERS)
        person = self.holders[seat]
        if person is None:
            return
        if person in self.room.listeners:
            self.room.listeners.discard(person)
            self.room.away_since[seat] = LONG_AGO
        else:
            self.room.listeners.add(person)
            self.room.away_since.pop(seat, None)

    async def hand_to_bot(self) -> None:
        chosen = self.somebody()
        if chosen:
            await self.tell(chosen[1], m.GiveToBot(seat=self.choice.randrange(PLAYERS)))

    async def play_again(self) -> None:
        chosen = self.somebody()
        if chosen:
            await self.tell(chosen[1], m.TakeBack(seat=chosen[0]))

    async def leave(self) -> None:
        chosen = self.somebody()
        if (
            chosen
            and self.choice.random() < 0.1
            and await self.tell(chosen[1], m.Leave(seat=chosen[0]))
        ):
            self.holders[chosen[0]] = None

    async def join(self) -> None:
        try:
            joined = await requests.join(self.room, b.JoinGame(name="Newcomer"))
        except Refused:
            return
        self.holders[joined.seat] = person = Person(joined.token)
        self.room.listeners.add(person)

    async def undo(self) -> None:
        chosen = self.somebody()
        if chosen:
            seat, person = chosen
            version = self.table.version
            await self.tell(person, m.Undo(command=self.command(), version=version, seat=seat))

    async def ask(self) -> None:
        chosen = self.somebody()
        if chosen:
            seat, person = chosen
            version = self.table.version
            entry = self.choice.choice([None, *range(max(1, version - 20), version + 1)])
            command = self.command()
            await self.tell(
                person, m.UndoAsk(command=command, version=version, seat=seat, entry=entry)
            )

    async def vote(self) -> None:
        """Those whom the server asks, as far as they are there; now and then somebody else."""
        chosen = self.somebody()
        waiting = self.room.vote.waiting if self.room.vote is not None else []
        for seat in waiting:
            holder = self.holders[seat]
            if holder in self.room.listeners and self.choice.random() < 0.9:
                chosen = seat, holder
        if chosen:
            seat, person = chosen
            agree = self.choice.random() < 0.9
            version = self.table.version
            await self.tell(person, m.UndoVote(version=version, seat=seat, agree=agree))

    async def run(self) -> None:
        doings: list[Callable[[], Any]] = [
            *[self.answer] * 4,
            self.go_or_come,
            self.hand_to_bot,
            self.play_again,
            self.leave,
            self.join,
            self.undo,
            *[self.ask] * 3,
            *[self.vote] * 6,
        ]
        for _ in range(STEPS):
            await self.choice.choice(doings)()


def test_no_roll_comes_back_without_those_who_sat_there() -> None:
    undone = refused = 0
    for seed in range(120):
        evening = Evening(seed)
        asyncio.run(evening.run())
        undone += evening.undone
        refused += evening.refused
    assert undone > 50, "too few were taken back to show anything"
    assert refused > 500


def until_asked(client: Client, seat: int) -> None:
    """Until whoever plays for others has done so, and only this seat can go on."""
    client.until_true(lambda heard: heard.asked() == seat and heard.table["last_call"] is None)
    client.quiet()


def test_a_stand_in_agrees_to_nothing(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True, pace="turns")
    with game.sit(0) as ada:
        with game.sit(1) as bo:
            while ada.table["view"]["round"] < 2:
                play_on([ada, bo], at_random(31), most=1)
            assert bo.ask("give-to-bot", seat=1)["type"] == "ack"
            until_asked(ada, 0)
            # Its holder looks on and is asked, as everybody is.
            assert ada.ask("undo-ask", seat=0, version=ada.version, entry=9)["type"] == "ack"
            ada.until_true(lambda c: c.table["vote"] is not None)
            assert ada.table["vote"]["waiting"] == [1]
            assert ada.table["vote"]["until"] is not None
            assert bo.ask("undo-ask", seat=1, version=ada.version)["code"] == "stand-in"
            assert bo.ask("undo-vote", seat=1, version=ada.version, agree=False)["type"] == "ack"
            ada.until_true(lambda c: c.table["vote"] is None)
        ada.until_true(lambda c: not c.room["seats"][1]["connected"])
        ada.quiet()
        refused = ada.ask("undo-ask", seat=0, version=ada.version, entry=9)
        assert refused["code"] == "cannot-undo"
        assert "Bo" in refused["text"]


def test_who_has_left_cannot_be_outvoted_and_who_comes_after_agrees_for_nobody(
    server: Server,
) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True, pace="turns")
    with game.sit(0) as ada, game.sit(1) as bo:
        while ada.table["view"]["round"] < 2:
            play_on([ada, bo], at_random(32), most=1)
        assert bo.ask("leave", seat=1)["type"] == "ack"
        until_asked(ada, 0)
        before = ada.version
        refused = ada.ask("undo-ask", seat=0, version=ada.version, entry=9)
        assert "has left" in refused["text"]
        assert game.join("Ada again", seat=1) == 1
    server.restart()
    with game.sit(0, 1) as both:
        refused = both.ask("undo-ask", seat=0, version=both.version, entry=9)
        assert (refused["code"], both.version) == ("cannot-undo", before)
        play_on([both], at_random(33), most=3)
        # What has been since is theirs alone.
        since = both.ask("undo-ask", seat=0, version=both.version, entry=before + 1)
        assert since["type"] == "ack"


@pytest.mark.parametrize("reason", ["absent", "left"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_it_says_why(reason: str, language: str) -> None:
    text = Refused("cannot-undo", reason=reason, names="Bo").text(language)
    assert text
    assert text != Refused("cannot-undo", reason="other").text(language)
