"""The routes of friends, invitations, blocks and reports: what each takes, returns and refuses."""

from typing import Final

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import friends as f
from rollplayer.server.protocol import persons as p
from rollplayer.server.transport import friends
from rollplayer.server.transport.person_routes import PERSON
from rollplayer.server.transport.requests import LANGUAGE, Query
from rollplayer.server.transport.route_groups import Routes

FRIENDS: Final = Routes(PERSON + "/friends", ("not-signed-in", "not-saved"))
TABLE: Final = Routes(
    "/api/v1/games/{id}", ("unauthorised", "forbidden", "not-found", "not-saved", "barred")
)

FRIEND_ROUTES: Final = (
    FRIENDS.get(
        "",
        "People one has played with, friends, and invitations",
        friends.get_friends,
        f.Friends,
        "barred",
        query=(Query("game", "also whom one has invited to it"), LANGUAGE),
        cost=2,
    ),
    FRIENDS.post(
        "/ask",
        "Ask somebody to be friends",
        friends.ask_friend,
        f.ToPerson,
        f.Friends,
        "barred",
        "not-found",
        "unblock-first",
        "too-many-friends",
        "too-many-requests",
    ),
    FRIENDS.post(
        "/answer",
        "Agree to be friends, or not",
        friends.answer_request,
        f.AnswerRequest,
        f.Friends,
        "barred",
        "not-found",
        "no-request",
        "too-many-friends",
    ),
    FRIENDS.post(
        "/remove",
        "End a friendship, or withdraw a request",
        friends.remove_friend,
        f.ToPerson,
        f.Friends,
        "barred",
        "not-found",
    ),
    FRIENDS.post(
        "/block",
        "Hear nothing of somebody any more, or again",
        friends.block_person,
        f.BlockPerson,
        f.Friends,
        "barred",
        "not-found",
    ),
    FRIENDS.post(
        "/invitation",
        "Sit down where one was invited, or decline",
        friends.answer_invitation,
        f.AnswerInvitation,
        f.Friends,
        "barred",
        "no-invitation",
        "no-open-seat",
        "not-running",
    ),
    FRIENDS.post(
        "/warning",
        "An operator's warning has been read",
        friends.read_warning,
        b.Nothing,
        p.Done,
    ),
    TABLE.post(
        "/invite",
        "Invite a friend to a table that waits",
        friends.invite,
        f.ToPerson,
        f.Friends,
        "not-signed-in",
        "unblock-first",
        "not-available",
        "not-open",
        "too-many-invitations",
    ),
    TABLE.post(
        "/report",
        "Report somebody at one's table to the operator",
        friends.report,
        f.ReportSeat,
        p.Done,
        "too-many-reports",
    ),
)
