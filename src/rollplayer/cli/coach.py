"""``rollplayer odds`` and ``rollplayer review``: forecast a position, review a game."""

from collections.abc import Sequence
from typing import Final

from rollplayer.analysis.forecast import Forecast, forecast
from rollplayer.analysis.hints import coach
from rollplayer.analysis.review import LUCK, Review, ReviewedChoice, Reviewer, explain
from rollplayer.cli.common import OK, Problem, Session, columns, to_json, whole, wrapped
from rollplayer.cli.files import named, open_game_file
from rollplayer.cli.runs import progress
from rollplayer.coach import number, percents, reason, signed, way_in_words
from rollplayer.content import Library
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain, plain_hero, plain_standing
from rollplayer.engine.table import ROWS
from rollplayer.engine.view import View
from rollplayer.log import GameFile, replay, set_up
from rollplayer.text import Texts

DIGITS: Final = 2
CHANCE_DIGITS: Final = 4


def read_seat(seat: str, file: GameFile) -> list[int]:
    """The chosen seat, or none. People count from 1."""
    return [whole("--seat", seat, 1, len(file.header.seats)) - 1] if seat else []


# -- odds -------------------------------------------------------------------------------------------


def odds_file(
    session: Session,
    path: str,
    *,
    at: str,
    seat: str,
    json: bool,
    packs: Sequence[str] | None,
) -> int:
    file, library = open_game_file(path, packs)
    texts = session.texts(library, [str(player["name"]) for player in file.header.seats])
    most = len(file.entries)
    after = whole("--at", at, 0, 10**9) if at else most
    if after > most:
        raise Problem("position", value=after, most=most)
    seats = read_seat(seat, file) or list(range(len(file.header.seats)))
    with named(path):
        game = game_after(file, library, after)
    judge = coach(game.rules)
    # Each forecast uses only what the seat itself can know.
    forecasts = {place: forecast(judge, View(game, place).world, place) for place in seats}
    if json:
        print(to_json(plain_odds(game, texts, after, forecasts)))
    else:
        print("\n".join(odds_lines(session, texts, game, forecasts)))
    return OK


def game_after(file: GameFile, library: Library, answers: int) -> Game:
    """The game after this many answers. Checks the whole file."""
    game = set_up(file.header, library)
    for line, _, now in replay(file, library):
        if line - 1 <= answers:
            # Copy it, because later answers change the same object.
            game = now.copy()
    return game


def plain_odds(game: Game, texts: Texts, at: int, forecasts: dict[int, Forecast]) -> Plain:
    heroes = []
    for seat, expected in forecasts.items():
        standing = plain_standing(game, game.heroes[seat])
        goals = [
            {"row": row, **standing["goals"][row], "chance": round(chance, CHANCE_DIGITS)}
            for row, chance in zip(ROWS, expected.goals, strict=True)
            if row in standing["goals"]
        ]
        heroes.append(
            {
                "seat": seat,
                "name": texts.hero(seat),
                "goals": goals,
                "lines": {line: round(stars, DIGITS) for line, stars in expected.lines.items()},
                "stars": round(expected.total, DIGITS),
            }
        )
    return {
        "at": at,
        "round": game.round,
        "phase": game.rules.vocabulary.phases[game.phase],
        "over": game.over,
        "heroes": heroes,
    }


def odds_lines(
    session: Session, texts: Texts, game: Game, forecasts: dict[int, Forecast]
) -> list[str]:
    phase = heading = texts.name("phase", game.rules.vocabulary.phases[game.phase])
    if game.round:
        heading = texts.t("position.round", round=game.round, rounds=game.rules.rounds, phase=phase)
    lines = [session.style(heading, "bold")]
    for seat, expected in forecasts.items():
        hero = plain_hero(game, game.heroes[seat])
        who = " ".join(texts.name(part, hero[part]) for part in ("race", "class") if hero[part])
        name = ", ".join(filter(None, [texts.hero(seat), who]))
        title = texts.t(
            "odds.over" if game.over else "odds.hero",
            hero=name,
            stars=number(texts, expected.total),
        )
        lines += ["", session.style(title, "bold"), *goal_lines(texts, game, seat, expected)]
        rows = [
            [texts.t(f"score.line.{line}"), number(texts, stars)]
            for line, stars in expected.lines.items()
        ]
        lines += ["  " + line for line in columns(rows, right=(1,))]
    return lines


def goal_lines(texts: Texts, game: Game, seat: int, expected: Forecast) -> list[str]:
    goals = plain_standing(game, game.heroes[seat])["goals"]
    if not goals:
        return ["  " + texts.t("score.no-class")]
    rows = [
        [texts.t(key) for key in ("odds.row", "odds.score", "odds.goal", "odds.worth", "odds.met")]
    ]
    for row, chance in zip(ROWS, expected.goals, strict=True):
        goal = goals[row]
        rows.append(
            [
                texts.content("row", row, "short"),
                str(goal["score"]),
                goal["goal"],
                f"{goal['stars']} ★",
                f"{percents(chance)} %",
            ]
        )
    return ["  " + line for line in columns(rows, right=(1, 2, 3, 4))]


# -- review -----------------------------------------------------------------------------------------


def review_file(
    session: Session, path: str, *, seat: str, json: bool, packs: Sequence[str] | None
) -> int:
    file, library = open_game_file(path, packs)
    texts = session.texts(library, [str(player["name"]) for player in file.header.seats])
    everybody = list(range(len(file.header.seats)))
    people = [place for place in everybody if not file.header.seats[place].get("bot")]
    seats = read_seat(seat, file) or people or everybody
    with named(path):
        reviewer = Reviewer(file, library, seats)
        if not json:
            print(texts.t("review.worth", name=reviewer.worth.name))
        with progress(texts, len(reviewer.standing), "review.progress") as step:
            for _ in reviewer.walk():
                step.one_more()
    if json:
        heroes = [plain_review(texts, reviewer, review) for review in reviewer.reviews]
        over = reviewer.game.over
        print(to_json({"worth": reviewer.worth.name, "over": over, "heroes": heroes}))
        return OK
    for review in reviewer.reviews:
        print()
        print("\n".join(review_lines(session, texts, reviewer, review)))
    return OK


def plain_review(texts: Texts, reviewer: Reviewer, review: Review) -> Plain:
    costliest = []
    for choice in review.costliest:
        answered, better = explain(reviewer.judge, choice, review.seat)
        costliest.append(
            {
                "at": choice.number,
                "round": choice.world.round,
                "question": choice.world.question(),
                "lost": round(choice.lost, DIGITS),
                "answered": answered.plain(choice.world),
                "better": better.plain(choice.world),
            }
        )
    return {"name": texts.hero(review.seat), **review.plain(), "costliest": costliest}


def review_lines(session: Session, texts: Texts, reviewer: Reviewer, review: Review) -> list[str]:
    over = reviewer.game.over
    title = texts.t(
        "review.over" if over else "review.unfinished",
        hero=texts.hero(review.seat),
        stars=number(texts, review.stars),
    )
    rows = [[texts.t("review.start"), number(texts, review.start)]]
    rows += [[texts.t(f"review.luck.{kind}"), signed(texts, review.luck[kind])] for kind in LUCK]
    if len(reviewer.game.heroes) > 1:
        rows.append([texts.t("review.others"), signed(texts, review.others)])
    rows.append([texts.t("review.lost", n=review.decisions), signed(texts, -review.lost)])
    rows.append([texts.t("review.correction"), signed(texts, review.correction)])
    rows.append([texts.t("review.stars" if over else "review.now"), number(texts, review.stars)])
    lines = [session.style(title, "bold"), *("  " + line for line in columns(rows, right=(1,)))]
    if not review.costliest:
        return [*lines, "", wrapped(texts.t("review.flawless"))]
    lines += ["", session.style(texts.t("review.costliest"), "bold")]
    for place, choice in enumerate(review.costliest, 1):
        lines += choice_lines(session, texts, reviewer, review.seat, place, choice)
    return lines


def choice_lines(
    session: Session,
    texts: Texts,
    reviewer: Reviewer,
    seat: int,
    place: int,
    choice: ReviewedChoice,
) -> list[str]:
    game = choice.world
    answered, better = explain(reviewer.judge, choice, seat)
    where = texts.name("phase", game.rules.vocabulary.phases[game.phase])
    if game.round:
        where = texts.t("position.round", round=game.round, rounds=game.rules.rounds, phase=where)
    title = texts.t(
        "review.choice",
        place=place,
        where=where,
        number=choice.number,
        stars=number(texts, choice.lost),
    )
    lines = [session.style(title, "mark")]
    for key, hint in (("review.answered", answered), ("review.better", better)):
        way, why = way_in_words(texts, game, hint), reason(texts, hint)
        lines.append(wrapped(texts.t(key, way=way, reason=why), "   ", "     "))
    return lines
