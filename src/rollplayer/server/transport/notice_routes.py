"""The routes of notices: what each takes, returns and refuses."""

from typing import Final

from rollplayer.server.protocol import notices as n
from rollplayer.server.protocol import persons as p
from rollplayer.server.transport import notices
from rollplayer.server.transport.http import LANGUAGE, Handler, Query, Route
from rollplayer.server.transport.person_routes import PERSON, SIGNED_IN, post

NOTICES: Final = "/notices"
MAILS: Final = "/api/v1/notices"
HOOKS: Final = "/api/v1/games/{id}/webhooks"
HOST: Final = ("unauthorised", "forbidden", "not-found", "not-saved")


def hook(method: str, path: str, about: str, handler: Handler, body: type | None = None) -> Route:
    added = body is n.AddWebhook
    return Route(
        method,
        HOOKS + path,
        about,
        handler,
        query=(LANGUAGE,),
        body=body,
        returns=n.GameWebhooks,
        status=201 if added else 200,
        refuses=(*HOST, "bad-address", "too-many-channels") if added else HOST,
        tokens=True,
    )


def mail(path: str, about: str, handler: Handler) -> Route:
    return Route(
        "POST",
        MAILS + path,
        about,
        handler,
        query=(LANGUAGE,),
        body=n.MailCode,
        returns=n.MailAnswer,
        refuses=("spent-code", "not-saved"),
    )


NOTICE_ROUTES: Final = (
    Route(
        "GET",
        PERSON + NOTICES,
        "Where a person gets notices of turns, and when",
        notices.get_notices,
        query=(LANGUAGE,),
        returns=n.Notices,
        refuses=SIGNED_IN,
        tokens=True,
    ),
    Route(
        "POST",
        PERSON + NOTICES,
        "Another place to be told of turns",
        notices.add_channel,
        query=(LANGUAGE,),
        body=n.AddChannel,
        returns=n.Notices,
        status=201,
        refuses=(*SIGNED_IN, "bad-address", "not-offered", "too-many-channels", "too-many-mails"),
        tokens=True,
    ),
    post(
        NOTICES + "/change",
        "Every turn, or once a day",
        notices.change_channel,
        n.ChangeChannel,
        n.Notices,
        "not-found",
    ),
    post(
        NOTICES + "/remove",
        "No more notices there",
        notices.remove_channel,
        n.RemoveChannel,
        n.Notices,
        "not-found",
    ),
    post(
        NOTICES + "/times",
        "Quiet hours, and the time of the digest",
        notices.change_times,
        n.ChangeTimes,
        n.Notices,
        "bad-zone",
    ),
    post(
        NOTICES + "/game",
        "One's own turns in a game: told or not",
        notices.change_game,
        n.ChangeGame,
        n.GameNotices,
        "not-found",
    ),
    mail("/confirm", "Confirm a mailbox with the link in a mail", notices.confirm_mail),
    mail("/end", "No more mails, with the link in a mail", notices.stop_mail),
    Route(
        "POST",
        MAILS + "/stop",
        "No more mails, as a mail program asks for it",
        notices.stop_mail_at_once,
        query=(Query("code", "the code in the mail"), LANGUAGE),
        returns=p.Done,
        refuses=("spent-code", "not-saved"),
    ),
    hook("GET", "", "Where a game tells of everybody's turns", notices.get_webhooks),
    hook(
        "POST", "", "Another place where a game tells of turns", notices.add_webhook, n.AddWebhook
    ),
    hook(
        "POST",
        "/remove",
        "A game tells nothing there any more",
        notices.remove_webhook,
        n.RemoveChannel,
    ),
)
