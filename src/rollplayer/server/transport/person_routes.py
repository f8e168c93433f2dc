"""The routes of persons: what each takes, returns and refuses."""

from typing import Final

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import persons as p
from rollplayer.server.protocol.own_games import AskOwnGames
from rollplayer.server.protocol.own_statistics import OwnStatistics
from rollplayer.server.rooms.own_list import PARTS, RESULTS
from rollplayer.server.transport import person_games, persons
from rollplayer.server.transport.http import LANGUAGE, Handler, Query, Route
from rollplayer.server.transport.own_games import LOADING_COST

PERSON: Final = "/api/v1/person"
SIGNED_IN: Final = ("not-signed-in", "not-saved")
ARRIVES: Final = ("too-many-persons", "busy", "not-saved")


def post(
    path: str, about: str, handler: Handler, body: type, returns: type, *refuses: str
) -> Route:
    return Route(
        "POST",
        PERSON + path,
        about,
        handler,
        query=(LANGUAGE,),
        body=body,
        returns=returns,
        refuses=(*SIGNED_IN, *refuses),
        tokens=True,
    )


PERSON_ROUTES: Final = (
    Route(
        "POST",
        PERSON,
        "Become a person",
        persons.make_person,
        query=(LANGUAGE,),
        body=p.MakePerson,
        returns=p.MadePerson,
        status=201,
        refuses=("forbidden", *ARRIVES),
    ),
    Route(
        "GET",
        PERSON,
        "Who this device belongs to",
        persons.get_person,
        query=(LANGUAGE,),
        returns=p.Person,
        refuses=SIGNED_IN,
        tokens=True,
    ),
    Route(
        "POST",
        PERSON + "/recover",
        "Come back with the recovery sentence",
        persons.recover_person,
        query=(LANGUAGE,),
        body=p.Recover,
        returns=p.Person,
        status=201,
        refuses=("bad-sentence", "wrong-sentence", "too-many-devices", "not-signed-in", *ARRIVES),
    ),
    post(
        "/change",
        "Another name, language or portrait",
        persons.change_person,
        p.ChangePerson,
        p.Person,
        "bad-name",
    ),
    post(
        "/sentence",
        "A new recovery sentence; the one before is void",
        persons.renew_sentence,
        b.Nothing,
        p.NewSentence,
        "busy",
        "too-many-persons",
    ),
    post("/link", "A link for another device", persons.make_link, b.Nothing, p.NewLink),
    Route(
        "POST",
        PERSON + "/link/redeem",
        "Come with a link, and wait to be let in",
        persons.redeem_link,
        query=(LANGUAGE,),
        body=p.RedeemLink,
        returns=p.Redeemed,
        refuses=("spent-link", "too-many-persons"),
    ),
    post(
        "/link/confirm",
        "Let the other device in, or not",
        persons.confirm_link,
        p.ConfirmLink,
        p.Person,
        "no-link",
        "too-many-devices",
    ),
    post("/sign-out", "Sign devices out", persons.sign_out, p.SignOut, p.SignedOut),
    post(
        "/claim",
        "Keep the games that these tokens open",
        person_games.claim_games,
        AskOwnGames,
        p.Claimed,
        "busy",
    ),
    Route(
        "GET",
        PERSON + "/games",
        "A person's games, the latest first, with search",
        person_games.person_games,
        query=(
            Query("part", "which of them", PARTS),
            Query("query", "words of titles, names, races and classes"),
            Query("class", "the class of the person's hero", longest=40),
            Query("race", "its race", longest=40),
            Query("result", "how it ended for the person", RESULTS),
            Query("box", "with this expansion, or none", longest=60),
            Query("level", "people, alone, or the level of the strongest bot", longest=60),
            Query("opponent", "against somebody of this name"),
            Query("after", "the next of the page before", longest=60),
            Query("limit", "at most this many", number=(1, person_games.GAMES_AT_ONCE)),
            LANGUAGE,
        ),
        returns=p.PersonGames,
        refuses=(*SIGNED_IN, "busy", "malformed"),
        tokens=True,
        cost=2,
    ),
    Route(
        "GET",
        PERSON + "/games/{id}/news",
        "What has happened at a table since the person looked",
        person_games.game_news,
        query=(LANGUAGE,),
        returns=p.GameNews,
        refuses=(*SIGNED_IN, "not-found", "busy", "stopping"),
        tokens=True,
        cost=LOADING_COST,
    ),
    Route(
        "GET",
        PERSON + "/statistics",
        "What the person has reached in finished games",
        person_games.person_statistics,
        query=(LANGUAGE,),
        returns=OwnStatistics,
        refuses=(*SIGNED_IN, "busy"),
        tokens=True,
        cost=2,
    ),
    post(
        "/archive",
        "Take a game off the list, or put it back",
        person_games.archive_game,
        p.ArchiveGame,
        p.Done,
    ),
    post(
        "/forget",
        "Delete what the person leaves behind in a game that is over",
        person_games.forget_own_game,
        p.ForgetGame,
        p.Done,
        "not-finished",
        "busy",
        "stopping",
    ),
    Route(
        "GET",
        PERSON + "/export",
        "Everything that is known about a person",
        person_games.export_person,
        query=(LANGUAGE,),
        returns=p.Exported,
        refuses=(*SIGNED_IN, "busy"),
        tokens=True,
        cost=10,
    ),
    post(
        "/delete",
        "Delete everything about a person",
        persons.delete_person,
        p.DeletePerson,
        p.Done,
        "busy",
        "stopping",
    ),
)
