"""The line in front of the bots: its order, its fairness, and the quicker answers of a long line."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, token_hash
from rollplayer.server.rooms import bot_queue
from rollplayer.server.rooms.bot_queue import Line, Pace, TooMany, efforts, kind_of
from rollplayer.server.rooms.planning import audience_of
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.services import NOBODY, PLAYER, WATCHER, Question
from rollplayer.server.storage.reports import Place
from tests.server.prepared import fresh, room_of

pytestmark = pytest.mark.once


class Asking:
    """All that the line looks at in a game."""

    def question(self) -> str:
        return "take"

    def options(self) -> list[int]:
        return [1, 2, 3]


NO_GAME = cast(Game, Asking())
KIND = "take 2"


class Slow:
    """Thinks about whatever it is given until it is told to answer."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, str]] = []
        self.go = asyncio.Semaphore(0)

    def knows(self, game_id: str) -> bool:
        return any(game_id == begun for begun, _ in self.begun)

    async def think(self, question: Question, level: str) -> Any:
        self.begun.append((question.game_id, level))
        await self.go.acquire()
        return question.seat

    def forget(self, game_id: str) -> None:
        return

    async def close(self) -> None:
        return

    @property
    def order(self) -> list[str]:
        return [game_id for game_id, _ in self.begun]


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(bot_queue, "time", clock)
    return clock


def question(game_id: str, audience: str = PLAYER, level: str = "legend") -> Question:
    return Question(game_id, 0, level, False, NO_GAME, "", (), None, audience)


def hint(game_id: str) -> Question:
    return Question(game_id, 0, "hint", False, NO_GAME, "", (), ("second", (), "en"))


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def in_a_line(story: Callable[[Line, Slow], Awaitable[None]], patience: float = 1.0) -> Line:
    async def tell() -> Line:
        slow = Slow()
        tested = Line([slow], patience, Metrics())
        await story(tested, slow)
        return tested

    return asyncio.run(tell())


async def serve_all(slow: Slow, asked: list["asyncio.Task[Any]"]) -> None:
    for _ in asked:
        slow.go.release()
        await settle()
    await asyncio.gather(*asked)


def test_who_waits_longest_goes_first_and_people_before_bots_alone(clock: Clock) -> None:
    async def story(tested: Line, slow: Slow) -> None:
        asked = []
        for game_id, audience in (
            ("at work", PLAYER),
            ("alone", NOBODY),
            ("watched", WATCHER),
            ("early", PLAYER),
            ("late", PLAYER),
        ):
            asked.append(asyncio.create_task(tested.ask(question(game_id, audience))))
            await settle()
            clock.now += 0.1
        await serve_all(slow, asked)
        assert slow.order == ["at work", "early", "late", "watched", "alone"]

    in_a_line(story)


def test_a_last_call_goes_first_since_it_keeps_people_from_answering(clock: Clock) -> None:
    async def story(tested: Line, slow: Slow) -> None:
        asked = []
        for each in (question("at work"), question("early"), question("late")):
            asked.append(asyncio.create_task(tested.ask(each)))
            await settle()
            clock.now += 0.1
        called = replace(question("called"), interrupt=True)
        asked.append(asyncio.create_task(tested.ask(called)))
        await settle()
        await serve_all(slow, asked)
        assert slow.order == ["at work", "called", "early", "late"]

    in_a_line(story)


def test_bots_alone_are_served_in_the_end_however_many_people_come(clock: Clock) -> None:
    async def story(tested: Line, slow: Slow) -> None:
        asked = [asyncio.create_task(tested.ask(question("first")))]
        await settle()
        asked.append(asyncio.create_task(tested.ask(question("alone", NOBODY))))
        for number in range(60):
            # Two come for every one who is served: the line only grows.
            for side in "ab":
                each = question(f"{number}{side}")
                asked.append(asyncio.create_task(tested.ask(each)))
                await settle()
            clock.now += 0.5
            slow.go.release()
            await settle()
        assert "alone" in slow.order
        await serve_all(slow, asked)

    in_a_line(story)


def test_a_table_with_many_questions_takes_turns_with_the_others(clock: Clock) -> None:
    async def story(tested: Line, slow: Slow) -> None:
        asked: list[asyncio.Task[Any]] = [asyncio.create_task(tested.ask(question("at work")))]
        await settle()
        for _ in range(4):
            clock.now += 0.1
            asked.append(asyncio.create_task(tested.advise(hint("greedy"))))
            await settle()
        for game_id in ("modest", "patient"):
            clock.now += 0.1
            asked.append(asyncio.create_task(tested.advise(hint(game_id))))
            await settle()
        for _ in asked:
            clock.now += 0.1
            slow.go.release()
            await settle()
        await asyncio.gather(*asked)
        assert slow.order[:4] == ["at work", "greedy", "modest", "patient"]

    in_a_line(story)


def test_bots_that_people_wait_for_go_before_advice_though_not_forever(clock: Clock) -> None:
    """Else somebody with a seat at each of many tables could slow down the bots of all others."""

    async def story(tested: Line, slow: Slow) -> None:
        asked: list[asyncio.Task[Any]] = [asyncio.create_task(tested.ask(question("at work")))]
        await settle()
        for number in range(50):
            asked.append(asyncio.create_task(tested.advise(hint(f"greedy {number}"))))
        clock.now += 5
        asked.append(asyncio.create_task(tested.ask(question("modest"))))
        await settle()
        for _ in range(2):
            slow.go.release()
            await settle()
        assert slow.order[:2] == ["at work", "modest"]
        assert slow.begun[1] == ("modest", "legend"), "nobody plays worse for it"
        clock.now += bot_queue.ADVICE_BACK
        for number in range(3):
            asked.append(asyncio.create_task(tested.ask(question(f"late {number}"))))
            await settle()
        slow.go.release()
        await settle()
        assert slow.order[3].startswith("greedy")
        await serve_all(slow, asked)

    in_a_line(story)


def test_a_bot_waits_for_no_advice_at_its_own_table() -> None:
    """Whoever sits beside others can neither keep the bot from being asked nor delay it."""

    async def story(tested: Line, slow: Slow) -> None:
        asked: list[asyncio.Task[Any]] = [asyncio.create_task(tested.ask(question("at work")))]
        await settle()
        for _ in range(bot_queue.MOST_OF_A_TABLE):
            asked.append(asyncio.create_task(tested.advise(hint("shared"))))
        await settle()
        bot = asyncio.create_task(tested.ask(question("shared")))
        await settle()
        for _ in range(2):
            slow.go.release()
            await settle()
        assert bot.done()
        assert (await bot).level == "legend"
        await serve_all(slow, asked)
        assert tested.tables == {}

    in_a_line(story)


def test_the_line_of_one_table_is_bounded() -> None:
    async def story(tested: Line, slow: Slow) -> None:
        asked: list[asyncio.Task[Any]] = [asyncio.create_task(tested.ask(question("at work")))]
        await settle()
        for _ in range(bot_queue.MOST_OF_A_TABLE):
            asked.append(asyncio.create_task(tested.advise(hint("greedy"))))
        await settle()
        with pytest.raises(TooMany):
            await tested.advise(hint("greedy"))
        assert len(tested) == bot_queue.MOST_OF_A_TABLE
        await serve_all(slow, asked)
        assert len(tested) == 0
        assert tested.tables == {}

    in_a_line(story)


def expect(tested: Line, **seconds: float) -> None:
    """Let each level take so long, whatever is measured."""
    tested.pace.means |= {(level, KIND): mean for level, mean in seconds.items()}
    tested.pace.learn = lambda level, kind, seconds: None  # type: ignore[method-assign]


def test_answers_are_quicker_while_many_wait_and_whole_again_afterwards() -> None:
    async def story(tested: Line, slow: Slow) -> None:
        expect(tested, adventurer=1 / 1024, champion=1 / 128, legend=1 / 16)
        asked = [asyncio.create_task(tested.ask(question(str(n)))) for n in range(201)]
        await settle()
        await serve_all(slow, asked)
        levels = [level for _, level in slow.begun]
        # In the second that they have, 128 champions can answer, or 16 legends.
        assert levels[0] == "legend", "nobody else waited yet"
        assert levels[1:73] == ["adventurer"] * 72
        assert levels[73:185] == ["champion"] * 112
        assert levels[185:] == ["legend"] * 16
        quicker = tested.metrics.quicker
        assert quicker.labels("legend", "champion")._value.get() == 112
        assert quicker.labels("legend", "adventurer")._value.get() == 72
        assert [each.result().level for each in asked] == levels

    in_a_line(story)


def test_at_a_rated_table_a_bot_keeps_its_level_however_many_wait() -> None:
    async def story(tested: Line, slow: Slow) -> None:
        expect(tested, adventurer=1 / 1024, champion=1 / 128, legend=1 / 16)
        rated = [replace(question(str(n)), is_rated=True) for n in range(40)]
        asked = [asyncio.create_task(tested.ask(each)) for each in rated]
        await settle()
        await serve_all(slow, asked)
        assert {level for _, level in slow.begun} == {"legend"}

    in_a_line(story)


def test_two_thinkers_have_time_for_twice_as_many() -> None:
    async def tell() -> None:
        tested = Line([Slow(), Slow()], 1.0, Metrics())
        expect(tested, adventurer=1 / 1024, champion=1 / 128, legend=1 / 16)
        tested.idle = []
        asked = [asyncio.create_task(tested.ask(question(str(n)))) for n in range(33)]
        await settle()
        levels = []
        for table in list(tested.tables.values()):
            ticket = table.tickets[0]
            tested._leave(ticket)
            levels.append(tested.effort_for(ticket))
        assert levels == ["champion"] + ["legend"] * 32
        for each in asked:
            each.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run(tell())


def test_a_question_that_takes_long_is_told_from_one_that_does_not() -> None:
    pace = Pace()
    for _ in range(200):
        pace.learn("legend", "choose-race", 0.001)
        pace.learn("legend", "take-initiative", 0.2)
    assert pace.expect("legend", "choose-race") < 0.01
    assert pace.expect("legend", "take-initiative") > 0.15
    assert pace.expect("legend", "never asked yet") == 0.15


def test_bots_among_themselves_hurry_nobody() -> None:
    async def story(tested: Line, slow: Slow) -> None:
        asked = [asyncio.create_task(tested.ask(question(str(n), NOBODY))) for n in range(200)]
        await settle()
        await serve_all(slow, asked)
        assert {level for _, level in slow.begun} == {"legend"}

    in_a_line(story)


def test_without_patience_bots_take_the_time_they_want() -> None:
    async def story(tested: Line, slow: Slow) -> None:
        asked = [asyncio.create_task(tested.ask(question(str(n)))) for n in range(200)]
        await settle()
        await serve_all(slow, asked)
        assert {level for _, level in slow.begun} == {"legend"}

    in_a_line(story, patience=0.0)


def test_no_bot_becomes_weaker_than_an_adventurer_in_a_hurry() -> None:
    assert efforts("legend") == ("legend", "champion", "adventurer", "hurried")
    assert efforts("champion") == ("champion", "adventurer", "hurried")
    assert efforts("adventurer") == ("adventurer", "hurried")
    for level in ("squire", "random"):
        assert efforts(level) == (level,)
    assert efforts("greedy") == ("squire",)


def test_a_start_that_takes_long_does_not_pass_for_a_slow_bot() -> None:
    pace = Pace()
    pace.learn("champion", KIND, 60.0)
    assert pace.expect("champion", KIND) < 0.08


def test_on_a_slow_machine_levels_take_longer_than_they_promise() -> None:
    pace = Pace()
    for _ in range(50):
        pace.learn("adventurer", KIND, 0.2)
    assert pace.expect("adventurer", KIND) > 0.19


def test_the_kind_of_a_question_tells_long_ones_apart() -> None:
    assert kind_of(question("any")) == KIND
    assert kind_of(replace(question("any"), interrupt=True)) == bot_queue.INTERRUPTION


def test_who_goes_away_leaves_the_line_and_its_thinker_free() -> None:
    async def story(tested: Line, slow: Slow) -> None:
        at_work = asyncio.create_task(tested.ask(question("at work")))
        await settle()
        waiting = asyncio.create_task(tested.ask(question("waiting")))
        await settle()
        for each in (waiting, at_work):
            each.cancel()
            await asyncio.gather(each, return_exceptions=True)
        await settle()
        assert len(tested) == 0
        assert tested.idle == [slow]
        assert slow.order == ["at work"]

    in_a_line(story)


def test_the_end_of_the_server_ends_the_line() -> None:
    async def story(tested: Line, slow: Slow) -> None:
        asked = [asyncio.create_task(tested.advise(hint(str(number)))) for number in range(3)]
        await settle()
        await tested.close()
        await settle()
        assert [each.cancelled() for each in asked] == [True] * 3
        assert (len(tested), tested.unanswered, tested.idle) == (0, set(), [slow])
        assert slow.order == ["0"], "nobody begins to think now"

    in_a_line(story)


def test_a_failure_reaches_who_asked_and_nobody_else() -> None:
    class Failing(Slow):
        async def think(self, question: Question, level: str) -> Any:
            if question.game_id == "bad":
                raise RuntimeError("no idea")
            return 7

    async def tell() -> None:
        tested = Line([Failing()], 1.0, Metrics())
        bad, good = await asyncio.gather(
            tested.ask(question("bad")), tested.ask(question("good")), return_exceptions=True
        )
        assert isinstance(bad, RuntimeError)
        assert not isinstance(good, BaseException)
        assert good.answer == 7

    asyncio.run(tell())


def test_who_is_at_the_table() -> None:
    room = room_of(fresh(2, "audience"), {0: "a", 1: "b"})
    assert audience_of(room) == NOBODY
    room.listeners.add(Listening(frozenset()))
    assert audience_of(room) == WATCHER
    room.listeners.add(Listening(frozenset({token_hash("b")})))
    assert audience_of(room) == PLAYER
    room.seats[1].stand_in = "legend"
    assert audience_of(room) == WATCHER, "a bot plays for who is there"


class Listening:
    language = "en"
    differences = False

    def __init__(self, hashes: Hashes) -> None:
        self.hashes = hashes
        self.sent_table: Plain | None = None
        self.unheard: frozenset[Place] = frozenset()
        self.hidden = False

    def send(self, message: bytes) -> None:
        return

    def welcome(self, room: RoomState) -> None:
        return

    def dismiss(self, reason: Refused) -> None:
        return
