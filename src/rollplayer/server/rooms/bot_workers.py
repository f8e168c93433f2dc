"""Where bots think: in a thread, or in processes of their own so that the server stays quick.

A worker process gets the header and the answers of a game and keeps the game in step; the bot in
it gets its View and its options, nothing else.
"""

import asyncio
import json
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from rollplayer.api.own import seat_bots, seated_bots
from rollplayer.bots import DEFAULT_LEVEL, HURRIED, all_names, current_name, make_bot
from rollplayer.content import load
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import ROWS
from rollplayer.engine.view import View
from rollplayer.log import open_library, read_answer, read_lines, set_up
from rollplayer.match import Bot
from rollplayer.server.rooms.services import Question
from rollplayer.text import Texts

MOST_GAMES: Final = 500
"""Games and bots a thinker keeps; older ones are built again when they are needed."""
LONGEST_LINE: Final = 1 << 20


class Bots:
    """Bots by game, seat and level, so that each keeps its own stream of chance."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()

    def get(self, game_id: str, seat: int, level: str, seed: str) -> Bot:
        key = (game_id, seat, level)
        bot = self.kept.pop(key, None) or self.make(level, seed)
        self.kept[key] = bot
        if len(self.kept) > MOST_GAMES:
            self.kept.popitem(last=False)
        return bot

    def make(self, level: str, seed: str) -> Bot:
        if level == HURRIED.name:
            return HURRIED.make(seed)
        # A bot of the operator's own may not be there any more: the usual one plays on for it.
        return make_bot(level if current_name(level) in all_names() else DEFAULT_LEVEL, seed)

    def answer(self, game: Game, question: "Question | Ask") -> int | None:
        """Ask the bot. It sees its View of the game only."""
        bot = self.get(question.game_id, question.seat, question.level, question.seed)
        view = View(game, question.seat)
        if question.interrupt:
            options = game.interruptions(question.seat)
            return bot.interrupt(view, options) if options else None
        return bot.choose(view, game.options())


def hints(
    game: Game, seat: int, edition: str, expansions: Sequence[str], language: str
) -> list[Plain]:
    """The best answers with reasons in words. They, too, see the seat's View only."""
    from rollplayer.analysis.hints import best_hints, coach
    from rollplayer.coach import reason, way_in_words

    world = View(game, seat).world
    texts = Texts(language, load(edition, expansions=tuple(expansions)))
    return [
        {
            **hint.plain(world),
            "option": hint.answer.answer,
            "text": way_in_words(texts, world, hint),
            "reason": reason(texts, hint),
        }
        for hint in best_hints(coach(world.rules), world, seat)
    ]


def odds(
    game: Game, seat: int, edition: str, expansions: Sequence[str], language: str
) -> dict[str, float]:
    """By row: how likely the seat's hero meets its goal, as far as the seat can know."""
    from rollplayer.analysis.forecast import forecast
    from rollplayer.analysis.hints import coach

    world = View(game, seat).world
    goals = forecast(coach(world.rules), world, seat).goals
    return dict(zip(ROWS, (round(chance, 2) for chance in goals), strict=True))


ADVICE: Final[dict[str, Callable[..., Any]]] = {"hint": hints, "odds": odds}
"""What a person may ask for, by the level of the question."""


class Thread:
    """Bots in a thread of the server: simple, and quick enough for a few."""

    def __init__(self) -> None:
        self.bots = Bots()

    def knows(self, game_id: str) -> bool:
        return True

    async def think(self, question: Question, level: str) -> Any:
        if question.advice is not None:
            advise = ADVICE[question.level]
            return await asyncio.to_thread(advise, question.game, question.seat, *question.advice)
        asked = replace(question, level=level)
        return await asyncio.to_thread(self.bots.answer, question.game, asked)

    def forget(self, game_id: str) -> None:
        for key in [key for key in self.bots.kept if key[0] == game_id]:
            del self.bots.kept[key]

    async def close(self) -> None:
        return


class Worker:
    """One process: a line of JSON each way for every question. It ends when its input does."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.sent: dict[str, tuple[tuple[int, str], ...]] = {}
        """By game: the answers that the process knows."""

    def knows(self, game_id: str) -> bool:
        return game_id in self.sent

    async def think(self, question: Question, level: str) -> Any:
        try:
            return await self._ask(question, level)
        except BaseException:
            # What it knows, and what it still has to say, is uncertain from here on.
            await self.close()
            raise

    def forget(self, game_id: str) -> None:
        self.sent.pop(game_id, None)

    async def _ask(self, question: Question, level: str) -> Any:
        process = self.process
        if process is None or process.returncode is not None:
            process = self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "rollplayer.server.rooms.bot_workers",
                *seated_bots(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
            self.sent.clear()
        known = self.sent.get(question.game_id, ())
        # After an undo, or for a new game, send everything.
        goes_on = bool(known) and question.answers[: len(known)] == known
        request = request_of(question, level)
        if goes_on:
            request |= {"header": None, "answers": question.answers[len(known) :]}
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise RuntimeError("the bots' process has ended")
        reply = json.loads(line)
        if "error" in reply:
            raise RuntimeError(reply["error"])
        # In the same order as the worker, so that both forget the same games.
        self.sent.pop(question.game_id, None)
        self.sent[question.game_id] = question.answers
        if len(self.sent) > MOST_GAMES:
            self.sent.pop(next(iter(self.sent)))
        return reply["answer"]

    async def close(self) -> None:
        process, self.process = self.process, None
        self.sent.clear()
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def request_of(question: Question, level: str) -> dict[str, Any]:
    """A question as it travels to another process."""
    return {
        "game": question.game_id,
        "seat": question.seat,
        "level": level,
        "seed": question.seed,
        "interrupt": question.interrupt,
        "advice": question.advice,
        "header": question.header,
        "answers": question.answers,
    }


# -- in the worker process --------------------------------------------------------------------------


class Ask:
    """A question as it arrives in the worker."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self.game_id: str = plain["game"]
        self.seat: int = plain["seat"]
        self.level: str = plain["level"]
        self.interrupt: bool = plain["interrupt"]
        self.seed: str = plain["seed"]


class Mirror:
    """The games as the worker knows them."""

    def __init__(self) -> None:
        self.games: OrderedDict[str, Game] = OrderedDict()
        self.bots = Bots()

    def reply(self, plain: dict[str, Any]) -> dict[str, Any]:
        try:
            game = self.follow(plain["game"], plain["header"], plain["answers"])
            if plain["advice"]:
                advise = ADVICE[plain["level"]]
                return {"answer": advise(game, plain["seat"], *plain["advice"])}
            return {"answer": self.bots.answer(game, Ask(plain))}
        except Exception as error:
            # Errors of a bot are reported to the server, which logs them.
            return {"error": f"{type(error).__name__}: {error}"}

    def follow(self, game_id: str, header: str | None, answers: list[tuple[int, str]]) -> Game:
        if header is None:
            game = self.games.pop(game_id)
        else:
            read = read_lines([header]).header
            self.games.pop(game_id, None)
            game = set_up(read, open_library(read))
        for who, answer in answers:
            carry_out(game, who, read_answer(game, who, answer))
        self.games[game_id] = game
        if len(self.games) > MOST_GAMES:
            self.games.popitem(last=False)
        return game


def work() -> None:
    """Answer questions until the input ends, as it does when the server goes."""
    import signal

    # Ctrl-C is for the server, which then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers, sys.stdout = sys.stdout, sys.stderr  # What a bot prints must not look like an answer.
    seat_bots(sys.argv[1:])
    mirror = Mirror()
    for line in sys.stdin:
        answers.write(json.dumps(mirror.reply(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    work()
