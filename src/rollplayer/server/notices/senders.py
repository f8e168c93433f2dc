"""How a notice reaches each kind of channel. A sender returns once it has arrived, or says what is wrong."""

import asyncio
import hashlib
import hmac
import json
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any, Final

from rollplayer.server.common.base64url import to_text
from rollplayer.server.common.destinations import Forbidden
from rollplayer.server.common.outgoing import Outgoing, Response
from rollplayer.server.common.settings import Settings
from rollplayer.server.notices import forms
from rollplayer.server.notices.news import Notice
from rollplayer.server.notices.push import Vapid, encrypt
from rollplayer.server.storage.outbox import ChannelRow

PUSH: Final = "push"
EMAIL: Final = "email"
WEBHOOKS: Final = {"webhook": forms.as_json, "discord": forms.as_discord, "slack": forms.as_slack}
"""Kinds of webhooks and their forms."""
PUSH_KEPT: Final = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""
SMTP_SECONDS: Final = 20.0
MAILS_AT_ONCE: Final = 4


class Gone(Exception):
    """Nobody is there any more, and nobody will be."""


class TryAgain(Exception):
    """It has not arrived; perhaps it does later, after these seconds if it was said."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


def understood(response: Response) -> None:
    """Raises what a status means."""
    if 200 <= response.status < 300:
        return
    if response.status in (404, 410):
        raise Gone(f"status {response.status}")
    raise TryAgain(f"status {response.status}", response.seconds())


def code_for(secret: bytes, purpose: str, channel: str) -> str:
    """What a link in a mail proves itself with: the channel, and what only this server can write."""
    mark = hmac.digest(secret, f"{purpose} {channel}".encode(), hashlib.sha256)
    return f"{channel}.{to_text(mark[:18])}"


def channel_named(secret: bytes, purpose: str, code: str) -> str | None:
    """The channel of a code; None if this server has not written it for this."""
    channel = code.partition(".")[0]
    return (
        channel
        if hmac.compare_digest(code_for(secret, purpose, channel).encode(), code.encode())
        else None
    )


@dataclass(frozen=True)
class Senders:
    """All that is needed to reach people."""

    settings: Settings
    outgoing: Outgoing
    secret: bytes
    vapid: Vapid | None = None
    mailers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(MAILS_AT_ONCE, "mail"), repr=False
    )
    """Threads of their own: a mail server that hangs keeps nobody from signing in."""

    @property
    def has_mail(self) -> bool:
        return bool(self.settings.smtp_host and self.settings.smtp_from)

    def site(self, channel: ChannelRow) -> str:
        """Where links lead."""
        return (self.settings.public_url or channel.site).rstrip("/")

    async def send(self, channel: ChannelRow, notice: Notice) -> None:
        if channel.kind == PUSH:
            await self.push(channel, notice)
        elif channel.kind == EMAIL:
            stop = code_for(self.secret, "stop", channel.id)
            await self.mail(channel.address, forms.as_mail(notice, self.site(channel), stop))
        else:
            form = WEBHOOKS[channel.kind]
            await self.webhook(channel.address, notice.id, form(notice, self.site(channel)))

    async def ask(self, channel: ChannelRow, id: str, at: int, language: str) -> None:
        """Ask whether the address of a mailbox is right."""
        code = code_for(self.secret, "confirm", channel.id)
        mail = forms.as_question(id, at, language, self.site(channel), code)
        await self.mail(channel.address, mail)

    async def webhook(self, address: str, id: str, body: dict[str, Any]) -> None:
        # Named as Standard Webhooks names it.
        headers = {"Content-Type": "application/json", "Webhook-Id": id}
        understood(await self.post(address, json.dumps(body).encode(), headers))

    async def push(self, channel: ChannelRow, notice: Notice) -> None:
        if self.vapid is None:
            raise TryAgain("this server can send no push messages now")
        keys = channel.keys or {}
        message = json.dumps(forms.as_push(notice), ensure_ascii=False).encode()
        headers = {
            "Authorization": self.vapid.authorization(channel.address),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_KEPT),
            "Topic": notice.id,
            "Urgency": "normal",
        }
        body = encrypt(message, keys["p256dh"], keys["auth"])
        # Elsewhere the signature would be worth nothing, and a stranger would have it.
        understood(await self.post(channel.address, body, headers, redirects=False))

    async def post(
        self, address: str, body: bytes, headers: dict[str, str], *, redirects: bool = True
    ) -> Response:
        try:
            return await self.outgoing.post(address, body, headers, redirects=redirects)
        except Forbidden as error:
            # What the name stands for may be another address tomorrow.
            raise TryAgain(f"forbidden: {error}") from error
        except OSError as error:
            raise TryAgain(str(error)) from error

    async def mail(self, address: str, mail: EmailMessage) -> None:
        if not self.has_mail:
            raise TryAgain("this server can send no mail now")
        mail["From"] = self.settings.smtp_from
        mail["To"] = address
        try:
            await asyncio.get_running_loop().run_in_executor(self.mailers, self._deliver, mail)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            if all(code in (550, 551, 553) for code in codes):
                raise Gone(f"refused: {codes}") from error
            raise TryAgain(f"refused: {codes}") from error
        except (OSError, smtplib.SMTPException) as error:
            raise TryAgain(type(error).__name__) from error

    def _deliver(self, mail: EmailMessage) -> None:
        settings = self.settings
        host, port, context = settings.smtp_host, settings.smtp_port, ssl.create_default_context()
        if settings.smtp_security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host, port, timeout=SMTP_SECONDS, context=context
            )
        else:
            server = smtplib.SMTP(host, port, timeout=SMTP_SECONDS)
        with server:
            if settings.smtp_security == "starttls":
                server.starttls(context=context)
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(mail)
