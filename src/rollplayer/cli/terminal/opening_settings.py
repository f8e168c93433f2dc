"""How often a person wants to be asked outside their own turns (K5, K7)."""

from typing import TYPE_CHECKING

from rollplayer.cli.terminal.menu import words
from rollplayer.last_calls import LAST_CALLS
from rollplayer.openings import OPENING, WHENS

if TYPE_CHECKING:
    from rollplayer.cli.terminal.host import Host


def choose(host: "Host", seat: int, wanted: str) -> None:
    """The command ``openings``: change the setting, or show it."""
    t = host.t
    asked = " ".join(words(wanted))
    matches = [when for when in WHENS if asked in (when, *words(t.t(f"openings.word.{when}")))]
    if matches:
        host.openings.chosen[seat] = matches[0]
        host.tell(t.t("openings.done", now=t.t(f"openings.{matches[0]}")))
        return
    command = t.t("command.openings")
    known = ", ".join(f"{command} {t.t(f'openings.word.{when}')}" for when in WHENS)
    host.tell(t.t("openings.now", now=t.t(f"openings.{host.openings.when_for(seat)}"), known=known))


def explanations(host: "Host", seat: int, question: str) -> list[str]:
    """Explain a question; for openings and last calls, also how to change the setting."""
    t = host.t
    if question == "last-call":
        k7 = host.game.question() in LAST_CALLS
        paragraphs = [t.t("explain-last-call" if k7 else "explain-before")]
    else:
        paragraphs = [t.explain(question)]
    if question in ("last-call", OPENING):
        now = t.t(f"openings.{host.openings.when_for(seat)}")
        paragraphs.append(t.t("explain-openings", now=now))
    return paragraphs
