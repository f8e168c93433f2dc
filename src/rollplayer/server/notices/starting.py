"""Putting together what delivers notices, when a server starts."""

from email.utils import parseaddr
from typing import Final

from rollplayer.server.common.outgoing import Outgoing
from rollplayer.server.common.settings import Settings
from rollplayer.server.notices import push
from rollplayer.server.notices.deliverer import Deliverer
from rollplayer.server.notices.senders import Senders
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.storage.outbox import Outbox

NOBODY: Final = "mailto:nobody@rollplayer.invalid"


async def make_deliverer(lobby: Lobby, outbox: Outbox) -> Deliverer:
    """With the keys of this server, which are made at its first start."""
    settings = lobby.services.settings
    await outbox.open()
    vapid = None
    if push.is_available():
        private = await outbox.keep_key("vapid", push.new_key())
        vapid = push.Vapid.of(private, contact_of(settings))
    outgoing = Outgoing(frozenset(settings.notice_origins))
    senders = Senders(settings, outgoing, await outbox.secret(), vapid)
    return Deliverer(lobby, outbox, senders)


def contact_of(settings: Settings) -> str:
    """How a push service reaches the operator."""
    _, address = parseaddr(settings.smtp_from)
    if address:
        return f"mailto:{address}"
    return settings.public_url if settings.public_url.startswith("https:") else NOBODY
