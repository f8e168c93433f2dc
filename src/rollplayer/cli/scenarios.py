"""``rollplayer scenario``: run scenario files and report differences."""

import datetime as dt
import tomllib
from pathlib import Path
from typing import Any

from rollplayer.cli.common import (
    DIFFERENT,
    OK,
    Problem,
    Session,
    read_user_file,
    to_json,
    wrapped,
)
from rollplayer.scenario import ScenarioResult, run_file


def run_scenarios(session: Session, paths: list[str], *, json: bool) -> int:
    texts = session.texts()
    outcomes: list[ScenarioResult] = []
    for path in files_of(paths):
        check_values(path)
        for outcome in run_file(path):
            outcomes.append(outcome)
            if json:
                print(to_json(plain_outcome(outcome)))
                continue
            verdict = "scenario.holds" if outcome.passed else "scenario.differs"
            sign = session.style(texts.t(verdict), "good" if outcome.passed else "bad")
            print(f"{sign}  {outcome.scenario.name}")
            if not outcome.passed:
                print(wrapped(f"{path}: {outcome.message}", "    "))
    failed = len([outcome for outcome in outcomes if not outcome.passed])
    if not json:
        print(texts.t("scenario.summary", n=len(outcomes), failed=failed))
    return DIFFERENT if failed else OK


def files_of(paths: list[str]) -> list[Path]:
    """The given files and the files in given folders, in order."""
    files: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted(path.rglob("*.toml"))
            if not inside:
                raise Problem("no-scenarios", path=str(path))
            files += inside
        else:
            files.append(path)
    return files


def check_values(path: Path) -> None:
    """Refuse huge numbers and dates, which TOML allows but scenarios do not."""
    try:
        document = tomllib.loads(read_user_file(str(path)))
    except (ValueError, RecursionError) as error:
        raise Problem("not-toml", path=str(path), reason=str(error)) from error
    if holds_date(document):
        raise Problem("date", path=str(path))


def holds_date(value: Any) -> bool:
    if isinstance(value, dict):
        return any(holds_date(inner) for inner in value.values())
    if isinstance(value, list):
        return any(holds_date(inner) for inner in value)
    return isinstance(value, dt.date | dt.time)


def plain_outcome(outcome: ScenarioResult) -> dict[str, object]:
    scenario = outcome.scenario
    return {
        "file": str(scenario.path),
        "name": scenario.name,
        "rules": list(scenario.rules),
        "passed": outcome.passed,
        "message": outcome.message,
    }
