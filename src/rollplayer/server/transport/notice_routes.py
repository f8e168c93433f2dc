"""The routes of notices: what each takes, returns and refuses."""

from typing import Final

from rollplayer.server.protocol import notices as n
from rollplayer.server.protocol import persons as p
from rollplayer.server.transport import notices
from rollplayer.server.transport.http import Route
from rollplayer.server.transport.person_routes import SIGNED_IN
from rollplayer.server.transport.requests import LANGUAGE, Query
from rollplayer.server.transport.route_groups import Routes

NOTICES: Final = "/notices"
MAILS: Final = Routes("/api/v1/notices", ("spent-code", "not-saved"), tokens=False)
HOOKS: Final = Routes(
    "/api/v1/games/{id}/webhooks", ("unauthorised", "forbidden", "not-found", "not-saved")
)

NOTICE_ROUTES: Final = (
    SIGNED_IN.get(
        NOTICES, "Where a person gets notices of turns, and when", notices.get_notices, n.Notices
    ),
    SIGNED_IN.post(
        NOTICES,
        "Another place to be told of turns",
        notices.add_channel,
        n.AddChannel,
        n.Notices,
        "bad-address",
        "not-offered",
        "too-many-channels",
        "too-many-mails",
        status=201,
    ),
    SIGNED_IN.post(
        NOTICES + "/change",
        "Every turn, or once a day",
        notices.change_channel,
        n.ChangeChannel,
        n.Notices,
        "not-found",
    ),
    SIGNED_IN.post(
        NOTICES + "/remove",
        "No more notices there",
        notices.remove_channel,
        n.RemoveChannel,
        n.Notices,
        "not-found",
    ),
    SIGNED_IN.post(
        NOTICES + "/times",
        "Quiet hours, and the time of the digest",
        notices.change_times,
        n.ChangeTimes,
        n.Notices,
        "bad-zone",
    ),
    SIGNED_IN.post(
        NOTICES + "/game",
        "One's own turns in a game: told or not",
        notices.change_game,
        n.ChangeGame,
        n.GameNotices,
        "not-found",
    ),
    MAILS.post(
        "/confirm",
        "Confirm a mailbox with the link in a mail",
        notices.confirm_mail,
        n.MailCode,
        n.MailAnswer,
    ),
    MAILS.post(
        "/end",
        "No more mails, with the link in a mail",
        notices.stop_mail,
        n.MailCode,
        n.MailAnswer,
    ),
    # Whatever a mail program sends along is not read.
    Route(
        "POST",
        MAILS.path + "/stop",
        "No more mails, as a mail program asks for it",
        notices.stop_mail_at_once,
        query=(Query("code", "the code in the mail"), LANGUAGE),
        returns=p.Done,
        refuses=MAILS.refuses,
    ),
    HOOKS.get("", "Where a game tells of everybody's turns", notices.get_webhooks, n.GameWebhooks),
    HOOKS.post(
        "",
        "Another place where a game tells of turns",
        notices.add_webhook,
        n.AddWebhook,
        n.GameWebhooks,
        "bad-address",
        "too-many-channels",
        status=201,
    ),
    HOOKS.post(
        "/remove",
        "A game tells nothing there any more",
        notices.remove_webhook,
        n.RemoveChannel,
        n.GameWebhooks,
    ),
)
