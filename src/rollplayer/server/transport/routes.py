"""The table of all routes: what each takes, returns and refuses."""

from typing import Final

from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.options import EDITIONS
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.own_games import AskOwnGames, OwnGames
from rollplayer.server.protocol.story import Story
from rollplayer.server.reference.lessons import lessons
from rollplayer.server.reference.statistics import Stats
from rollplayer.server.storage.store import NO_EXPANSION
from rollplayer.server.transport import api
from rollplayer.server.transport.friend_routes import FRIEND_ROUTES
from rollplayer.server.transport.http import Route
from rollplayer.server.transport.notice_routes import NOTICE_ROUTES
from rollplayer.server.transport.own_games import own_games
from rollplayer.server.transport.passkey_routes import PASSKEY_ROUTES
from rollplayer.server.transport.person_routes import PERSON_ROUTES
from rollplayer.server.transport.rating_routes import RATING_ROUTES
from rollplayer.server.transport.requests import LANGUAGE, Query

FILE_LIMIT: Final = 2 << 20
EDITION: Final = Query("edition", "which edition's content", EDITIONS)
EXPANSION: Final = Query(
    "expansion", "with this expansion's content; may be repeated", tuple(EXPANSIONS), many=True
)
LESSON: Final = Query("lesson", "which one; the first by default", tuple(lessons()))
LIMIT: Final = Query("limit", "at most this many", number=(1, 100))
LATEST: Final = (1 << 53) - 1
GAME: Final = "/api/v1/games/{id}"
TOKEN: Final = ("unauthorised", "forbidden", "not-found")
ROUTES: Final = (
    Route(
        "GET",
        "/api/v1",
        "What this server can do",
        api.info,
        returns=b.ServerInfo,
    ),
    Route(
        "GET",
        "/api/v1/games",
        "The lobby: listed games that are open or running",
        api.lobby,
        query=(Query("status", "only these", ("open", "running")), LIMIT, LANGUAGE),
        returns=b.Games,
        refuses=("busy",),
    ),
    Route(
        "POST",
        "/api/v1/games",
        "Create a game",
        api.create,
        body=b.CreateGame,
        returns=b.Created,
        status=201,
        refuses=(
            "refused-options",
            "refused-seats",
            "unknown-level",
            "not-full",
            "not-signed-in",
            "rated-options",
            "rated-time",
            "rated-seats",
            "left-too-often",
            "key-used",
            "too-many-games",
            "not-saved",
        ),
        keyed=True,
        tokens=True,
    ),
    Route(
        "POST",
        "/api/v1/own-games",
        "The games that these tokens open",
        own_games,
        body=AskOwnGames,
        returns=OwnGames,
        refuses=("busy",),
        cost=2,
    ),
    Route(
        "GET",
        GAME,
        "One game",
        api.game,
        returns=m.Room,
        refuses=("not-found",),
        tagged=True,
    ),
    Route(
        "POST",
        GAME + "/join",
        "Take an open seat",
        api.join,
        body=b.JoinGame,
        returns=b.Joined,
        status=201,
        refuses=(
            "not-found",
            "seat-taken",
            "bad-name",
            "not-signed-in",
            "rated",
            "rated-seats",
            "left-too-often",
            "not-saved",
        ),
        keyed=True,
        tokens=True,
    ),
    Route(
        "POST",
        GAME + "/seats/{seat}/give",
        "A new token for a seat, to pass it on",
        api.give,
        body=b.GiveSeat,
        returns=b.Given,
        refuses=(*TOKEN, "muted", "rated", "not-saved"),
        keyed=True,
        tokens=True,
    ),
    Route(
        "POST",
        GAME + "/rematch",
        "The same table again",
        api.rematch,
        body=b.Rematch,
        returns=b.OneGame,
        refuses=(*TOKEN, "not-finished", "not-full", "left-too-often", "not-saved"),
        keyed=True,
        tokens=True,
    ),
    Route(
        "POST",
        GAME + "/leave",
        "Leave a game for good",
        api.leave,
        body=b.Nothing,
        returns=b.OneGame,
        refuses=(*TOKEN, "not-running", "not-saved"),
        tokens=True,
    ),
    Route(
        "POST",
        GAME + "/close",
        "End a game that nobody will finish",
        api.close,
        body=b.Nothing,
        returns=b.OneGame,
        refuses=(*TOKEN, "not-running", "not-saved"),
        tokens=True,
    ),
    Route(
        "GET",
        GAME + "/state",
        "What somebody with these tokens may know",
        api.state,
        query=(Query("since", "with the log since", number=(0, 1_000_000)), LANGUAGE),
        returns=m.State,
        refuses=TOKEN,
        tokens=True,
        tagged=True,
    ),
    Route(
        "GET",
        GAME + "/file",
        "The game file of a finished game",
        api.file,
        returns=str,
        media_type="application/x-ndjson",
        refuses=(*TOKEN, "not-finished"),
        tokens=True,
    ),
    Route(
        "GET",
        GAME + "/replay",
        "A finished game step by step",
        api.replay,
        returns=b.Replay,
        refuses=(*TOKEN, "not-finished", "busy"),
        tokens=True,
        cost=5,
    ),
    Route(
        "GET",
        GAME + "/story",
        "How a finished game went: stars by round, moments, places",
        api.story,
        returns=Story,
        refuses=(*TOKEN, "not-finished", "busy"),
        tokens=True,
        cost=5,
    ),
    Route(
        "POST",
        "/api/v1/replay",
        "A game file step by step",
        api.replay_file,
        raw_body="text/plain",
        returns=b.Replay,
        refuses=("bad-file", "too-large", "busy"),
        body_limit=FILE_LIMIT,
        cost=10,
    ),
    Route(
        "GET",
        "/api/v1/finished",
        "Finished games that were listed",
        api.finished,
        query=(
            Query("query", "part of a name or title"),
            Query("players", "with this many players", number=(1, m.MOST_SEATS)),
            EDITION,
            Query("expansion", "with this expansion", (*EXPANSIONS, NO_EXPANSION)),
            Query("before", "that ended before", number=(0, LATEST)),
            LIMIT,
            LANGUAGE,
        ),
        returns=b.FinishedGames,
        refuses=("busy",),
        cost=2,
    ),
    Route(
        "GET",
        "/api/v1/stats",
        "Numbers about all games",
        api.statistics,
        query=(),
        returns=Stats,
        refuses=("busy",),
    ),
    Route(
        "GET",
        "/api/v1/content",
        "Cards, classes, races ... with their texts",
        api.content,
        query=(LANGUAGE, EDITION, EXPANSION),
        returns=b.Content,
        refuses=("refused-options",),
        tagged=True,
    ),
    Route(
        "GET",
        "/api/v1/rules",
        "Questions, phases, variants and terms explained",
        api.rules,
        returns=b.Rules,
        tagged=True,
    ),
    Route(
        "GET",
        "/api/v1/lesson",
        "A game to learn from, step by step",
        api.lesson,
        query=(LANGUAGE, LESSON),
        returns=b.Lesson,
        tagged=True,
    ),
    Route(
        "POST",
        "/api/v1/score",
        "The score sheet of heroes on a real table",
        api.score,
        query=(LANGUAGE, EDITION, EXPANSION),
        raw_body="application/json",
        returns=b.Scored,
        refuses=("bad-score", "refused-options", "too-large"),
    ),
    *PERSON_ROUTES,
    *PASSKEY_ROUTES,
    *NOTICE_ROUTES,
    *RATING_ROUTES,
    *FRIEND_ROUTES,
)
