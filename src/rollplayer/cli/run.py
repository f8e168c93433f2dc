"""Run the command line, from its arguments to its exit code.

Only here do errors become one clear line on standard error and an exit code.
"""

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from io import TextIOWrapper
from typing import Any, Final

from rollplayer.cli.common import (
    BAD_INPUT,
    OK,
    STOPPED,
    Problem,
    Session,
    default_language,
    environment,
    interactive,
    known_language,
    wants_color,
)
from rollplayer.cli.guard import guarded
from rollplayer.cli.likely import likely_command, say_the_other
from rollplayer.cli.version import version

HELP: Final = ("--help", "-h")
NAME: Final = "rollplayer"


def run(arguments: Sequence[str]) -> int:
    """Run a command; mistakes of the user end in a message and an exit code."""
    be_writable()
    with guarded():
        return attempt(arguments)


def attempt(arguments: Sequence[str]) -> int:
    session = Session()
    try:
        session = Session(language_of_system(arguments), wants_color(environment()))
        session, folders, rest = read_global_options(session, list(arguments))
        name_boxes(folders)
        code = dispatch(session, rest)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return STOPPED
    except (BrokenPipeError, SystemExit):
        # The reader is gone, as with `head`. Nothing is wrong, and nothing more can be written.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as error:
        message = explain(session, error)
        if message is None:
            raise  # Our bug: keep the traceback.
        complain(session, message)
        return BAD_INPUT


def be_writable() -> None:
    """Escape characters that the terminal cannot show instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def language_of_system(arguments: Sequence[str]) -> str:
    """The language of the environment; --lang overrides it later."""
    try:
        return default_language(environment())
    except Problem:
        if any(argument.startswith("--lang") for argument in arguments):
            return default_language({})
        raise


def read_global_options(
    session: Session, arguments: list[str]
) -> tuple[Session, list[str], list[str]]:
    """Read --lang, --no-color and --box, which may appear anywhere: the session, folders of boxes, the rest."""
    rest: list[str] = []
    folders: list[str] = []
    while arguments:
        argument = arguments.pop(0)
        if argument == "--":
            rest += ["--", *arguments]
            break
        if argument == "--lang" or argument.startswith("--lang="):
            value = argument[7:] if "=" in argument else arguments.pop(0) if arguments else ""
            session = replace(session, language=known_language(value))
        elif argument == "--box" or argument.startswith("--box="):
            value = argument[6:] if "=" in argument else arguments.pop(0) if arguments else ""
            folders.append(value)
        elif argument == "--no-color":
            session = replace(session, color=False)
        else:
            rest.append(argument)
    return session, folders, rest


def name_boxes(folders: list[str]) -> None:
    """Boxes that lie in folders of somebody's own, for this command and all it starts."""
    if folders:
        from rollplayer.expansions import EXPANSIONS

        EXPANSIONS.name_folders(folders)


def dispatch(session: Session, arguments: list[str]) -> int:
    from rollplayer.cli.app import DEFAULTS, app
    from rollplayer.cli.help import help_text

    command = app()
    arguments = spelled_out(arguments)
    asked = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if "--version" in asked:
        print(version())
        return OK
    if not arguments:
        arguments = list(likely_command(sys.platform, environment(), interactive()))
        asked = arguments
        say_the_other(session, tuple(arguments))
    wants_help = any(argument in HELP for argument in asked)
    path = command_path(command, arguments, wants_help)
    if wants_help:
        print(help_text(session, command, path))
        return OK
    if len(path) == 1 and path[0] in DEFAULTS:
        # `cards armor` is short for `cards list armor`.
        arguments = [path[0], DEFAULTS[path[0]], *arguments[1:]]
    result = command.main(arguments, prog_name=NAME, standalone_mode=False, obj=session)
    return result if isinstance(result, int) else OK


def spelled_out(arguments: list[str]) -> list[str]:
    """Expand the short options of expansions."""
    from rollplayer.expansions import EXPANSIONS

    short = {f"--{box.short}": ["--expansion", name] for name, box in EXPANSIONS.items()}
    written: list[str] = []
    for at, argument in enumerate(arguments):
        if argument == "--":
            return [*written, *arguments[at:]]
        written += short.get(argument, [argument])
    return written


def command_path(command: Any, arguments: list[str], lenient: bool) -> list[str]:
    """The command and subcommand at the start of the arguments."""
    path: list[str] = []
    for argument in arguments:
        known: dict[str, Any] = getattr(command, "commands", {})
        if argument not in known:
            if not path and not (lenient and argument.startswith("-")):
                near = get_close_matches(argument, known, 1)
                raise Problem(
                    "command", value=argument, near=near[0] if near else "", known=", ".join(known)
                )
            break
        path.append(argument)
        command = known[argument]
    return path


def explain(session: Session, error: Exception) -> str | None:
    """The message for an error, translated if it is ours; None for a bug."""
    from rollplayer.api.bots import BotError
    from rollplayer.content import ContentError
    from rollplayer.engine.answers import IllegalAnswer
    from rollplayer.engine.pieces import BoxFault
    from rollplayer.expansions import EXPANSIONS
    from rollplayer.expansions.places import BoxError
    from rollplayer.log import LogError
    from rollplayer.rules.options import MOST_PLAYERS, NeedsExpansion, RefusedOptions, UnknownBox
    from rollplayer.runs.sharing import WorkersError
    from rollplayer.scorer import ScoreError

    if isinstance(error, BoxError):
        # Its texts may be what cannot be read.
        EXPANSIONS.leave_out_others()
        return session.texts().t(f"problem.{error.problem}", **error.arguments)
    texts = session.texts()
    if isinstance(error, UnknownBox):
        return texts.t("problem.box-unknown", name=error.name, known=error.known)
    if isinstance(error, Problem):
        return texts.t(error.key, **error.arguments)
    if isinstance(error, BotError | WorkersError):
        return texts.t(f"problem.{error.problem}", **error.arguments)
    if isinstance(error, ScoreError):
        return texts.t(error.remark.key, **error.remark.arguments)
    if isinstance(error, NeedsExpansion):
        box = EXPANSIONS[error.expansion]
        arguments = {"value": error.value, "title": box.title, "how": f"--{box.short}"}
        return texts.t(f"needs-expansion.{error.option}", most=MOST_PLAYERS, **arguments)
    if isinstance(error, BoxFault | ContentError | LogError | RefusedOptions | IllegalAnswer):
        return str(error)
    if isinstance(error, ValueError):
        from rollplayer.scenario import ScenarioError

        return str(error) if isinstance(error, ScenarioError) else None
    if isinstance(error, OSError):
        reason = error.strerror or type(error).__name__
        return texts.t("problem.file", path=str(error.filename or "-"), reason=reason)
    return explain_usage(session, error)


def explain_usage(session: Session, error: Exception) -> str | None:
    """The message for a parser error, which the parser has in English only."""
    from typer import BadParameter

    texts = session.texts()
    usage_error = BadParameter.__mro__[1]  # Its module differs between versions of typer.
    if not isinstance(error, usage_error):
        return None
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else NAME
    if hasattr(error, "possibilities"):
        near = ", ".join(getattr(error, "possibilities", None) or ())
        option = getattr(error, "option_name", "")
        return texts.t("problem.option", option=option, near=near, command=command)
    if hasattr(error, "option_name"):
        option = getattr(error, "option_name", "")
        return texts.t("problem.option-value", option=option, command=command)
    parameter = getattr(error, "param", None)
    if parameter is not None:
        missing = parameter.metavar or parameter.name
        return texts.t("problem.missing", argument=missing, command=command)
    extra = re.search(r" \((.*)\)$", str(error), re.DOTALL)
    return texts.t("problem.extra", value=extra[1] if extra else str(error), command=command)


def complain(session: Session, message: str) -> None:
    """Print the message as one line without control codes, whatever a file contains."""
    line = " ".join(message.split())
    clean = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
    with suppress(OSError):
        sys.stdout.flush()
    print(session.texts().t("problem.line", text=clean), file=sys.stderr)
