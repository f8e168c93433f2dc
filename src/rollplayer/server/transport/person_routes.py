"""The routes of persons: what each takes, returns and refuses."""

from typing import Final

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import persons as p
from rollplayer.server.protocol.own_games import AskOwnGames
from rollplayer.server.protocol.own_statistics import OwnStatistics
from rollplayer.server.rooms.own_list import CURSOR, PARTS, RESULTS
from rollplayer.server.transport import person_games, persons
from rollplayer.server.transport.own_games import LOADING_COST
from rollplayer.server.transport.requests import LANGUAGE, Query
from rollplayer.server.transport.route_groups import Routes

PERSON: Final = "/api/v1/person"
SIGNED_IN: Final = Routes(PERSON, ("not-signed-in", "not-saved", "barred"))
OWN: Final = Routes(PERSON, ("not-signed-in", "not-saved"))
"""What is kept about a person, they may see and delete even if an operator has barred them."""
ARRIVING: Final = Routes(PERSON, ("not-saved",), tokens=False)
"""Nobody is known yet who comes here."""

PERSON_ROUTES: Final = (
    ARRIVING.post(
        "",
        "Become a person",
        persons.make_person,
        p.MakePerson,
        p.MadePerson,
        "forbidden",
        "too-many-persons",
        "busy",
        status=201,
    ),
    OWN.get("", "Who this device belongs to", persons.get_person, p.Person),
    ARRIVING.post(
        "/recover",
        "Come back with the recovery sentence",
        persons.recover_person,
        p.Recover,
        p.Person,
        "bad-sentence",
        "wrong-sentence",
        "too-many-devices",
        "not-signed-in",
        "too-many-persons",
        "busy",
        status=201,
    ),
    SIGNED_IN.post(
        "/change",
        "Another name, language or portrait",
        persons.change_person,
        p.ChangePerson,
        p.Person,
        "bad-name",
        "person-muted",
    ),
    SIGNED_IN.post(
        "/sentence",
        "A new recovery sentence; the one before is void",
        persons.renew_sentence,
        b.Nothing,
        p.NewSentence,
        "busy",
        "too-many-persons",
    ),
    SIGNED_IN.post("/link", "A link for another device", persons.make_link, b.Nothing, p.NewLink),
    ARRIVING.post(
        "/link/redeem",
        "Come with a link, and wait to be let in",
        persons.redeem_link,
        p.RedeemLink,
        p.Redeemed,
        "spent-link",
        "too-many-persons",
    ),
    SIGNED_IN.post(
        "/link/confirm",
        "Let the other device in, or not",
        persons.confirm_link,
        p.ConfirmLink,
        p.Person,
        "no-link",
        "too-many-devices",
    ),
    OWN.post("/sign-out", "Sign devices out", persons.sign_out, p.SignOut, p.SignedOut),
    SIGNED_IN.post(
        "/claim",
        "Keep the games that these tokens open",
        person_games.claim_games,
        AskOwnGames,
        p.Claimed,
        "busy",
    ),
    SIGNED_IN.get(
        "/games",
        "A person's games, the latest first, with search",
        person_games.person_games,
        p.PersonGames,
        "busy",
        "malformed",
        query=(
            Query("part", "which of them", PARTS),
            Query("query", "words of titles, names, races and classes"),
            Query("class", "the class of the person's hero", longest=40),
            Query("race", "its race", longest=40),
            Query("result", "how it ended for the person", RESULTS),
            Query("box", "with this expansion, or none", longest=60),
            Query("level", "people, alone, or the level of the strongest bot", longest=60),
            Query("opponent", "against somebody of this name"),
            Query("after", "the next of the page before", pattern=CURSOR),
            Query("limit", "at most this many", number=(1, person_games.GAMES_AT_ONCE)),
            LANGUAGE,
        ),
        cost=2,
    ),
    SIGNED_IN.get(
        "/games/{id}/news",
        "What has happened at a table since the person looked",
        person_games.game_news,
        p.GameNews,
        "not-found",
        "busy",
        "stopping",
        cost=LOADING_COST,
    ),
    SIGNED_IN.get(
        "/statistics",
        "What the person has reached in finished games",
        person_games.person_statistics,
        OwnStatistics,
        "busy",
        cost=2,
    ),
    SIGNED_IN.post(
        "/archive",
        "Take a game off the list, or put it back",
        person_games.archive_game,
        p.ArchiveGame,
        p.Done,
    ),
    SIGNED_IN.post(
        "/forget",
        "Delete what the person leaves behind in a game that is over",
        person_games.forget_own_game,
        p.ForgetGame,
        p.Done,
        "not-finished",
        "busy",
        "stopping",
    ),
    OWN.get(
        "/export",
        "Everything that is known about a person",
        person_games.export_person,
        p.Exported,
        "busy",
        cost=10,
    ),
    OWN.post(
        "/delete",
        "Delete everything about a person",
        persons.delete_person,
        p.DeletePerson,
        p.Done,
        "busy",
        "stopping",
    ),
)
