"""``rollplayer admin reports`` and ``persons``: what people have reported, who is known, and what is done about it."""

from typing import TYPE_CHECKING, Annotated

import typer

from rollplayer.cli.admin import (
    Config,
    Data,
    Json,
    StoreAt,
    day_of,
    games_of,
    have_done,
    place_for,
    show_all,
)
from rollplayer.cli.common import OK, Problem, Session, whole
from rollplayer.text import Texts

if TYPE_CHECKING:
    from rollplayer.server.operation.sanctions import KnownPerson, ReportRow

MOST_REPORTS = 1_000_000_000


def reports(
    context: typer.Context,
    number: Annotated[str, typer.Argument(metavar="NUMBER")] = "",
    everything: Annotated[bool, typer.Option("--all")] = False,
    resolve: Annotated[bool, typer.Option("--resolve")] = False,
    warn: Annotated[str, typer.Option(metavar="TEXT")] = "",
    mute: Annotated[bool, typer.Option("--mute")] = False,
    bar: Annotated[bool, typer.Option("--bar")] = False,
    lift: Annotated[bool, typer.Option("--lift")] = False,
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation import sanctions

    session: Session = context.obj
    place = place_for(data, store, config)
    chosen = {"resolve": resolve, "warn": bool(warn), "mute": mute, "bar": bar, "lift": lift}
    action = action_of(chosen, number, "report-what")
    n = whole("NUMBER", number, 1, MOST_REPORTS) if number else None
    if action and n is not None:
        return have_done(
            context, place, lambda: sanctions.act(n, action, warn), "admin.report.done", json
        )
    with games_of(place):
        found = sanctions.find(place, number=n, everything=everything)
    if n is not None and not found:
        raise Problem("no-such-report")
    if n is None or json:
        return show_all(context, json, found, row_of, "admin.reports")
    print("\n".join(shown(session.texts(), found[0])))
    return OK


def persons(
    context: typer.Context,
    part: Annotated[str, typer.Argument(metavar="TEXT")] = "",
    rename: Annotated[str, typer.Option(metavar="NAME")] = "",
    hide: Annotated[bool, typer.Option("--hide")] = False,
    warn: Annotated[str, typer.Option(metavar="TEXT")] = "",
    mute: Annotated[bool, typer.Option("--mute")] = False,
    bar: Annotated[bool, typer.Option("--bar")] = False,
    lift: Annotated[bool, typer.Option("--lift")] = False,
    data: Data = "",
    store: StoreAt = "",
    config: Config = "",
    json: Json = False,
) -> int:
    from rollplayer.server.operation import sanctions

    session: Session = context.obj
    place = place_for(data, store, config)
    chosen = {
        "rename": bool(rename),
        "hide": hide,
        "warn": bool(warn),
        "mute": mute,
        "bar": bar,
        "lift": lift,
    }
    action = action_of(chosen, part, "person-what")
    if action:
        act_on = sanctions.act_on
        return have_done(
            context, place, lambda: act_on(part, action, rename or warn), "admin.done", json
        )
    with games_of(place):
        found = sanctions.find_persons(place, part)
    texts = session.texts()
    return show_all(context, json, found, lambda each: person_row(texts, each), "admin.persons")


def action_of(chosen: dict[str, bool], whom: str, problem: str) -> str:
    """What is to be done, empty if nothing: one thing at a time, about somebody who is named."""
    actions = [name for name, is_chosen in chosen.items() if is_chosen]
    if len(actions) > 1 or (actions and not whom):
        raise Problem(problem)
    return actions[0] if actions else ""


def person_row(texts: Texts, person: "KnownPerson") -> tuple[str, ...]:
    states = {
        "ladder": person.shown,
        "hidden": person.hidden,
        "muted": person.muted,
        "barred": person.barred,
    }
    said = [texts.t(f"admin.person.{name}") for name, holds in states.items() if holds]
    return (person.id, day_of(person.created), day_of(person.seen), person.name, ", ".join(said))


def row_of(report: "ReportRow") -> tuple[str, ...]:
    seat = "-" if report.seat is None else str(report.seat + 1)
    return (
        str(report.n),
        day_of(report.at),
        report.game,
        seat,
        report.name,
        report.reason,
        report.outcome,
    )


def shown(texts: Texts, report: "ReportRow") -> list[str]:
    """One report with all that goes with it."""
    host = texts.t("admin.report.host")
    who = texts.t("admin.report.guest")
    if report.person is not None:
        who = texts.t("admin.report.person", times=report.times)
    lines = [
        texts.t(
            "admin.report",
            n=report.n,
            date=day_of(report.at),
            name=report.name or host,
            seat=host if report.seat is None else report.seat + 1,
            who=who,
            game=report.game,
            reason=report.reason,
        )
    ]
    if report.text:
        lines.append(report.text)
    lines.append(texts.t("admin.report.chat" if report.chat else "admin.report.no-chat"))
    for said in report.chat:
        lines.append(f"  {said['name'] or host}: {said['text']}")
    if report.resolved is not None:
        lines.append(texts.t("admin.report.outcome", outcome=report.outcome))
    return lines
