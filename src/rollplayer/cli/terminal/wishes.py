"""How often somebody at the keyboard wants to be asked what no turn of theirs asks (K5, K7)."""

from typing import TYPE_CHECKING

from rollplayer.cli.terminal.menu import words
from rollplayer.last_calls import LAST_CALLS
from rollplayer.openings import OPENING, WHENS

if TYPE_CHECKING:
    from rollplayer.cli.terminal.host import Host


def choose(host: "Host", seat: int, wanted: str) -> None:
    """The command ``openings``: change it, or say how it stands."""
    t = host.t
    asked = " ".join(words(wanted))
    found = [when for when in WHENS if asked in (when, *words(t.t(f"openings.word.{when}")))]
    if found:
        host.openings.chosen[seat] = found[0]
        host.tell(t.t("openings.done", now=t.t(f"openings.{found[0]}")))
        return
    command = t.t("command.openings")
    known = ", ".join(f"{command} {t.t(f'openings.word.{when}')}" for when in WHENS)
    host.tell(t.t("openings.now", now=t.t(f"openings.{host.openings.when_for(seat)}"), known=known))


def explanations(host: "Host", seat: int, question: str) -> list[str]:
    """What a question is about; where one need not be asked, also how to change that."""
    t = host.t
    if question == "last-call":
        k7 = host.game.question() in LAST_CALLS
        told = [t.t("explain-last-call" if k7 else "explain-before")]
    else:
        told = [t.explain(question)]
    if question in ("last-call", OPENING):
        now = t.t(f"openings.{host.openings.when_for(seat)}")
        told.append(t.t("explain-openings", now=now))
    return told
