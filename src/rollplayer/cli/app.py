"""The commands and their options. Their help is in ``locale/<language>/commands.json``.

Each command imports what it needs when it runs, so that the others start quickly.
"""

from functools import cache
from typing import Annotated, Any, Final

import typer
from typer.main import get_command

from rollplayer.cli import admin
from rollplayer.cli.admin_nodes import nodes
from rollplayer.cli.admin_reports import persons, reports
from rollplayer.cli.common import ChosenContent, ChosenGame, Session
from rollplayer.cli.serve import serve
from rollplayer.cli.work import work
from rollplayer.expansions import EXPANSIONS
from rollplayer.openings import NEW
from rollplayer.rules.options import most_players

DEFAULTS: Final = {"cards": "list"}
"""Groups and their default subcommand."""

File = Annotated[str, typer.Argument(metavar="FILE")]
Json = Annotated[bool, typer.Option("--json")]
Edition = Annotated[str, typer.Option(metavar="second|first")]
Draft = Annotated[str, typer.Option(metavar="dice|reverse|forward")]
Variants = Annotated[list[str] | None, typer.Option("--variant", metavar="NAME")]
Expansions = Annotated[list[str] | None, typer.Option("--expansion", metavar="NAME")]
Packs = Annotated[list[str] | None, typer.Option("--pack", metavar="FOLDER")]
Seed = Annotated[str, typer.Option(metavar="TEXT")]
Ray = Annotated[str, typer.Option(metavar="ADDRESS")]
OwnBots = Annotated[list[str] | None, typer.Option("--bot", metavar="BOT")]
When = Annotated[str, typer.Option("--openings", metavar="new|always|never")]


@cache
def app() -> Any:
    """The command line, ready to parse arguments."""
    cli = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    cli.callback()(root)
    for command in (
        play,
        resume,
        replay,
        verify,
        score,
        odds,
        review,
        simulate,
        tournament,
        lab,
        scenario,
        serve,
        work,
    ):
        cli.command()(command)
    cards = typer.Typer(rich_markup_mode=None)
    cards.callback()(root)
    cards.command("list")(list_cards)
    cards.command("show")(show_cards)
    cards.command("check")(check_cards)
    cards.command("export")(export_cards)
    cards.command("compare")(compare_cards)
    cli.add_typer(cards, name="cards")
    admin_commands = typer.Typer(rich_markup_mode=None)
    admin_commands.callback()(root)
    for order in (
        admin.backup,
        admin.restore,
        admin.copy,
        admin.check,
        admin.games,
        admin.export,
        admin.delete,
        admin.prune,
        admin.rename,
        admin.title,
        admin.mute,
        reports,
        persons,
        nodes,
    ):
        admin_commands.command()(order)
    cli.add_typer(admin_commands, name="admin")
    return get_command(cli)


def root() -> None:
    """A group does nothing by itself."""


def session_of(context: typer.Context) -> Session:
    session = context.obj
    assert isinstance(session, Session)
    return session


def play(
    context: typer.Context,
    players: Annotated[str, typer.Option(metavar=f"1-{most_players(tuple(EXPANSIONS))}")] = "",
    seats: Annotated[str, typer.Option(metavar="SEATS")] = "",
    bot: OwnBots = None,
    edition: Edition = "second",
    draft: Draft = "dice",
    variant: Variants = None,
    expansion: Expansions = None,
    pack: Packs = None,
    seed: Seed = "",
    save: Annotated[str, typer.Option(metavar="FILE")] = "",
    yes: Annotated[bool, typer.Option("--yes")] = False,
    openings: When = NEW,
) -> int:
    from rollplayer.cli.game import start

    return start(
        session_of(context),
        players=players,
        seats=seats,
        own=bot or [],
        chosen=ChosenGame(edition, expansion, pack, draft, variant),
        seed=seed,
        save=save,
        yes=yes,
        openings=openings,
    )


def resume(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="[FILE]")] = "",
    bot: OwnBots = None,
    openings: When = NEW,
) -> int:
    from rollplayer.cli.game import go_on

    return go_on(session_of(context), file, bot or [], openings)


def replay(
    context: typer.Context,
    file: File,
    json: Json = False,
    all: Annotated[bool, typer.Option("--all")] = False,  # noqa: A002  the option's name
    at: Annotated[str, typer.Option(metavar="N")] = "",
    pack: Packs = None,
) -> int:
    from rollplayer.cli.replay import replay_file

    return replay_file(session_of(context), file, json=json, everything=all, at=at, packs=pack)


def verify(context: typer.Context, file: File, json: Json = False, pack: Packs = None) -> int:
    from rollplayer.cli.verify import verify_file

    return verify_file(session_of(context), file, json=json, packs=pack)


def score(
    context: typer.Context,
    file: File,
    json: Json = False,
    edition: Edition = "second",
    expansion: Expansions = None,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.score import score_file

    box = ChosenContent(edition, expansion, pack)
    return score_file(session_of(context), file, box, json=json)


def odds(
    context: typer.Context,
    file: File,
    at: Annotated[str, typer.Option(metavar="N")] = "",
    seat: Annotated[str, typer.Option(metavar="N")] = "",
    json: Json = False,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.coach import odds_file

    return odds_file(session_of(context), file, at=at, seat=seat, json=json, packs=pack)


def review(
    context: typer.Context,
    file: File,
    seat: Annotated[str, typer.Option(metavar="N")] = "",
    json: Json = False,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.coach import review_file

    return review_file(session_of(context), file, seat=seat, json=json, packs=pack)


def simulate(
    context: typer.Context,
    players: Annotated[str, typer.Option(metavar="BOTS")] = "random,random,random",
    bot: OwnBots = None,
    games: Annotated[str, typer.Option(metavar="N")] = "100",
    seed: Seed = "",
    jobs: Annotated[str, typer.Option(metavar="N")] = "1",
    ray: Ray = "",
    out: Annotated[str, typer.Option(metavar="FILE")] = "",
    log: Annotated[str, typer.Option(metavar="FOLDER")] = "",
    json: Json = False,
    edition: Edition = "second",
    draft: Draft = "dice",
    variant: Variants = None,
    expansion: Expansions = None,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.simulate import simulate_games

    return simulate_games(
        session_of(context),
        bots=players,
        own=bot or [],
        games=games,
        seed=seed,
        jobs=jobs,
        ray=ray,
        out=out,
        log=log,
        json=json,
        chosen=ChosenGame(edition, expansion, pack, draft, variant),
    )


def tournament(
    context: typer.Context,
    players: Annotated[
        str, typer.Option(metavar="BOTS")
    ] = "legend,champion,adventurer,squire,random",
    bot: OwnBots = None,
    games: Annotated[str, typer.Option(metavar="N")] = "100",
    seed: Seed = "",
    jobs: Annotated[str, typer.Option(metavar="N")] = "1",
    ray: Ray = "",
    out: Annotated[str, typer.Option(metavar="FILE")] = "",
    table: Annotated[bool, typer.Option("--table")] = False,
    solitaire: Annotated[bool, typer.Option("--solitaire")] = False,
    adjusted: Annotated[bool, typer.Option("--adjusted")] = False,
    json: Json = False,
    edition: Edition = "second",
    draft: Draft = "dice",
    variant: Variants = None,
    expansion: Expansions = None,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.tournament import hold_tournament

    return hold_tournament(
        session_of(context),
        players=players,
        own=bot or [],
        games=games,
        seed=seed,
        jobs=jobs,
        ray=ray,
        out=out,
        table=table,
        solitaire=solitaire,
        adjusted=adjusted,
        json=json,
        chosen=ChosenGame(edition, expansion, pack, draft, variant),
    )


def lab(
    context: typer.Context,
    level: Annotated[str, typer.Option(metavar="BOT")] = "adventurer",
    players: Annotated[str, typer.Option(metavar=f"1-{most_players(tuple(EXPANSIONS))}")] = "2",
    bot: OwnBots = None,
    games: Annotated[str, typer.Option(metavar="N")] = "100",
    gifts: Annotated[str, typer.Option(metavar="N")] = "2",
    pairs: Annotated[str, typer.Option(metavar="N")] = "0",
    card: Annotated[list[str] | None, typer.Option("--card", metavar="NAME")] = None,
    seed: Seed = "",
    jobs: Annotated[str, typer.Option(metavar="N")] = "1",
    ray: Ray = "",
    out: Annotated[str, typer.Option(metavar="FILE")] = "",
    picture: Annotated[str, typer.Option(metavar="FILE")] = "",
    json: Json = False,
    edition: Edition = "second",
    draft: Draft = "dice",
    variant: Variants = None,
    expansion: Expansions = None,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.lab import look_at_cards

    return look_at_cards(
        session_of(context),
        level=level,
        players=players,
        own=bot or [],
        games=games,
        gifts=gifts,
        pairs=pairs,
        cards=card or [],
        seed=seed,
        jobs=jobs,
        ray=ray,
        out=out,
        picture=picture,
        json=json,
        chosen=ChosenGame(edition, expansion, pack, draft, variant),
    )


def scenario(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...")],
    json: Json = False,
) -> int:
    from rollplayer.cli.scenarios import run_scenarios

    return run_scenarios(session_of(context), files, json=json)


def list_cards(
    context: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="[TEXT]...")] = None,
    kind: Annotated[str, typer.Option(metavar="KIND")] = "",
    armor: Annotated[str, typer.Option("--set", metavar="ARMOR")] = "",
    dots: Annotated[str, typer.Option(metavar="1|2")] = "",
    cost_max: Annotated[str, typer.Option(metavar="GOLD")] = "",
    house: Annotated[bool, typer.Option("--house")] = False,
    json: Json = False,
    edition: Edition = "second",
    expansion: Expansions = None,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.cards import Filters, list_entries

    filters = Filters(words or [], kind, armor, dots, cost_max, house)
    box = ChosenContent(edition, expansion, pack)
    return list_entries(session_of(context), filters, box, json=json)


def show_cards(
    context: typer.Context,
    names: Annotated[list[str], typer.Argument(metavar="NAME...")],
    json: Json = False,
    edition: Edition = "second",
    expansion: Expansions = None,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.cards import show_entry

    return show_entry(
        session_of(context), names, ChosenContent(edition, expansion, pack), json=json
    )


def check_cards(
    context: typer.Context,
    folders: Annotated[list[str], typer.Argument(metavar="FOLDER...")],
    json: Json = False,
    edition: Edition = "second",
    expansion: Expansions = None,
) -> int:
    from rollplayer.cli.pack import check_packs

    return check_packs(session_of(context), folders, ChosenContent(edition, expansion), json=json)


def export_cards(
    context: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="FOLDER")],
    json: Json = False,
    edition: Edition = "second",
    expansion: Expansions = None,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.export import export_facts

    box = ChosenContent(edition, expansion, pack)
    return export_facts(session_of(context), folder, box, json=json)


def compare_cards(
    context: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="FOLDER")],
    json: Json = False,
    edition: Edition = "second",
    expansion: Expansions = None,
    pack: Packs = None,
) -> int:
    from rollplayer.cli.compare import compare_facts

    box = ChosenContent(edition, expansion, pack)
    return compare_facts(session_of(context), folder, box, json=json)
