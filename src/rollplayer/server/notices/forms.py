"""The forms of a notice: JSON for programs, Discord, Slack, a mail, and what a browser shows."""

import re
from email.message import EmailMessage
from email.utils import formatdate
from typing import Any, Final
from urllib.parse import urlsplit

from rollplayer.server.common.problems import texts_of
from rollplayer.server.notices.news import GameNews, Notice

SHOWN: Final = 3
"""How many lines a browser's notification shows."""
LONGEST_LINE: Final = 200
LONGEST_TITLE: Final = 120
LONGEST_TEXT: Final = 1800
"""Discord takes 2,000 letters of a message, and a push message 4,096 bytes."""
MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]()])")


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def as_json(notice: Notice, site: str) -> dict[str, Any]:
    """The form for programs of one's own."""
    texts = texts_of(notice.language)
    return {
        "id": notice.id,
        "type": notice.kind,
        "at": notice.at,
        "language": notice.language,
        "title": notice.title(texts),
        "games": [
            {
                "game": each.game,
                "name": each.name,
                **whose(each),
                "question": each.question,
                "since": list(each.since),
                "link": site + each.path,
            }
            for each in notice.news
        ],
    }


def whose(news: GameNews) -> dict[str, Any]:
    if news.invited_by:
        return {"invited_by": news.invited_by}
    return {"seat": news.seat, "hero": news.hero}


def as_discord(notice: Notice, site: str) -> dict[str, Any]:
    """Names and titles are people's own words: they format nothing, and call nobody."""
    texts = texts_of(notice.language)
    return {
        "content": cut(plain_markdown(notice.title(texts)), LONGEST_TEXT),
        "embeds": [
            {
                "title": cut(each.name, LONGEST_TITLE),
                "url": site + each.path,
                "description": cut(plain_markdown("\n".join(each.since)), LONGEST_TEXT),
            }
            for each in notice.news[:10]
        ],
        "allowed_mentions": {"parse": []},
    }


def plain_markdown(text: str) -> str:
    r"""As it is written.

    >>> print(plain_markdown("*Bo* <@1>"))
    \*Bo\* <@1\>
    """
    return MARKDOWN.sub(r"\\\1", text)


def as_slack(notice: Notice, site: str) -> dict[str, Any]:
    texts = texts_of(notice.language)
    return {
        "text": plain_slack(notice.title(texts)),
        "blocks": [
            {"type": "section", "text": {"type": "mrkdwn", "text": slack_section(each, site)}}
            for each in notice.news[:20]
        ],
    }


def slack_section(news: GameNews, site: str) -> str:
    name = plain_slack(news.name).replace("|", "/")
    head = f"*<{site}{news.path}|{name}>*"
    return cut("\n".join([head, *map(plain_slack, news.since)]), LONGEST_TEXT)


def plain_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def as_push(notice: Notice) -> dict[str, Any]:
    """What the service worker shows: short, since the whole must fit into 4,096 bytes."""
    texts = texts_of(notice.language)
    if len(notice.news) == 1:
        lines, path = list(notice.news[0].since[-SHOWN:]), notice.news[0].path
        lines = lines or [notice.news[0].question]
    else:
        lines, path = [each.name for each in notice.news[:8]], "/mine"
    return {
        "id": notice.id,
        "title": cut(notice.title(texts), LONGEST_TITLE),
        "body": "\n".join(cut(line, LONGEST_LINE) for line in lines),
        "path": path,
        "language": notice.language,
        "at": notice.at,
    }


def as_mail(notice: Notice, site: str, stop: str) -> EmailMessage:
    """``stop`` is the code with which no more mails come."""
    texts = texts_of(notice.language)
    parts: list[str] = []
    for each in notice.news:
        lines = [each.name, *(f"  {line}" for line in each.since), f"  {each.question}"]
        parts.append("\n".join([*lines, f"  {site}{each.path}"]))
    parts.append(
        "\n".join(
            [
                "-- ",
                texts.t("notice.mail.times", link=f"{site}/me"),
                texts.t("notice.mail.stop", link=f"{site}/me#stop={stop}"),
            ]
        )
    )
    mail = written(notice.id, notice.at, site, notice.title(texts), "\n\n".join(parts))
    mail["List-Unsubscribe"] = f"<{site}/api/v1/notices/stop?code={stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def as_question(id: str, at: int, language: str, site: str, code: str) -> EmailMessage:
    """The mail that asks whether an address is right."""
    texts = texts_of(language)
    text = texts.t("notice.confirm.text", site=site, link=f"{site}/me#confirm={code}")
    return written(id, at, site, texts.t("notice.confirm.title"), text)


def written(id: str, at: int, site: str, subject: str, text: str) -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"] = cut(subject, LONGEST_TITLE)
    # The same however often it is sent: mailboxes show it once.
    mail["Message-ID"] = f"<{id}@{urlsplit(site).hostname or 'localhost'}>"
    mail["Date"] = formatdate(at / 1000)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text + "\n")
    return mail
