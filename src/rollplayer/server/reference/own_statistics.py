"""What somebody has reached: counted from the summaries of their finished games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import msgspec

from rollplayer.bots import all_names
from rollplayer.server.protocol import own_statistics as p
from rollplayer.server.rooms.own_games import all_texts, named
from rollplayer.server.rooms.own_list import (
    ALONE,
    PEOPLE,
    level_among,
    opponents,
    own_seat,
)
from rollplayer.server.storage.person_games import GameFacts, HeroFacts, SeatFacts

MOST_MONTHS: Final = 36
MOST_OPPONENTS: Final = 12
MILLISECONDS_A_DAY: Final = 86_400_000
LINES: Final = msgspec.json.Decoder(dict[str, int])


@dataclass(slots=True)
class Played:
    """A finished game and one's hero in it."""

    game: GameFacts
    seat: int
    hero: HeroFacts
    stars: int
    others: list[SeatFacts]
    contested: bool
    won: bool
    at: int


def played(game: GameFacts) -> Played | None:
    """None if it is not finished, or if one only looked after the table."""
    seat = own_seat(game) if game.status == "finished" else None
    if seat is None or seat >= len(game.heroes):
        return None
    hero = game.heroes[seat]
    # A game that nobody won was lost at once: no stars (Y5).
    stars = hero.total if any(each.won for each in game.heroes) else 0
    others = opponents(game)
    contested = len(others) > 0
    won = contested and hero.won > 0
    return Played(game, seat, hero, stars, others, contested, won, game.finished or 0)


def mean(numbers: Sequence[int]) -> float:
    return round(sum(numbers) / len(numbers), 1) if numbers else 0.0


def tally(key: str, name: str, some: Sequence[Played]) -> p.Tally:
    return p.Tally(
        key=key,
        name=name,
        games=len(some),
        contested=sum([each.contested for each in some]),
        won=sum([each.won for each in some]),
        mean=mean([each.stars for each in some]),
        best=max([each.stars for each in some]),
    )


def grouped(all_of: Sequence[Played], key: Callable[[Played], str]) -> dict[str, list[Played]]:
    found: dict[str, list[Played]] = {}
    for each in all_of:
        found.setdefault(key(each), []).append(each)
    return found


def count(games: Sequence[GameFacts], language: str) -> p.OwnStatistics:
    """Archived games count as well: they were played."""
    heroes = [each for each in map(played, games) if each is not None]
    heroes.sort(key=lambda each: (each.at, each.game.id))
    whole = tally("", "", heroes) if heroes else None
    return p.OwnStatistics(
        games=len(heroes),
        contested=whole.contested if whole else 0,
        won=whole.won if whole else 0,
        mean=whole.mean if whole else 0.0,
        best=whole.best if whole else 0,
        streak=longest_streak(heroes),
        classes=by_piece(heroes, "class", language),
        races=by_piece(heroes, "race", language),
        levels=by_level(heroes, language),
        boxes=sorted({box for each in heroes for box in each.game.boxes}),
        lines=by_line(heroes),
        months=by_month(heroes),
        records=records(heroes, language),
        opponents=by_opponent(heroes),
    )


def longest_streak(heroes: Sequence[Played]) -> int:
    best = now = 0
    for each in heroes:
        if each.contested:
            now = now + 1 if each.won else 0
            best = max(best, now)
    return best


def by_piece(heroes: Sequence[Played], section: str, language: str) -> list[p.Tally]:
    """By class or race, the most played first. Results from before races were kept have none."""
    texts = all_texts(language)
    groups = grouped(heroes, lambda each: getattr(each.hero, PIECES[section]) or "")
    found = [
        tally(key, texts.name(section, key) or key, some) for key, some in groups.items() if key
    ]
    return sorted(found, key=lambda each: (-each.games, each.name))


PIECES: Final = {"class": "cls", "race": "race"}


def by_level(heroes: Sequence[Played], language: str) -> list[p.Tally]:
    """From nobody over bots, the weakest first, to people."""
    texts = all_texts(language)
    groups = grouped(heroes, lambda each: level_among(each.others))
    order = [ALONE, *all_names()]
    order += [level for level in sorted(groups) if level not in (*order, PEOPLE)]
    return [
        tally(level, texts.bot(level) if level in all_names() else "", groups[level])
        for level in (*order, PEOPLE)
        if level in groups
    ]


def by_line(heroes: Sequence[Played]) -> list[p.LineTally]:
    """In the order of the score sheet. A line of a box counts where the box was played."""
    found: dict[str, p.LineTally] = {}
    sums: dict[str, int] = {}
    for each in heroes:
        for line, stars in LINES.decode(each.hero.lines).items():
            one = found.get(line)
            if one is None:
                id = each.game.id
                found[line] = p.LineTally(line=line, games=1, mean=0.0, best=stars, game=id)
                sums[line] = stars
                continue
            sums[line] += stars
            one.games += 1
            if stars > one.best:
                one.best, one.game = stars, each.game.id
    for line, one in found.items():
        one.mean = round(sums[line] / one.games, 1)
    return list(found.values())


def by_month(heroes: Sequence[Played]) -> list[p.Month]:
    """The latest months, the latest last."""
    days = grouped(heroes, lambda each: str(each.at // MILLISECONDS_A_DAY))
    groups: dict[str, list[Played]] = {}
    for day, some in days.items():
        date = datetime.fromtimestamp(int(day) * MILLISECONDS_A_DAY / 1000, UTC)
        groups.setdefault(f"{date:%Y-%m}", []).extend(some)
    return [
        p.Month(
            month=month,
            games=len(some),
            contested=sum([each.contested for each in some]),
            won=sum([each.won for each in some]),
            mean=mean([each.stars for each in some]),
        )
        for month, some in sorted(groups.items())[-MOST_MONTHS:]
    ]


def lead(each: Played) -> int:
    """How many stars ahead of everybody else."""
    others = [hero.total for seat, hero in enumerate(each.game.heroes) if seat != each.seat]
    return each.stars - max(others, default=each.stars)


def records(heroes: Sequence[Played], language: str) -> list[p.Best]:
    """The first who reached it keeps it."""
    measures: dict[str, Callable[[Played], int]] = {"stars": lambda each: each.stars, "lead": lead}
    found: list[p.Best] = []
    for what, measure in measures.items():
        able = [each for each in heroes if what != "lead" or each.won]
        best = max(able, key=measure, default=None)
        if best is not None and measure(best) > 0:
            hero = best.hero
            face = named({"race": hero.race, "side": hero.side, "class": hero.cls}, language)
            name = best.game.seats[best.seat].name
            found.append(
                p.Best(
                    what=what,
                    value=measure(best),
                    game=best.game.id,
                    at=best.at,
                    name=name,
                    hero=face,
                )
            )
    return found


def by_opponent(heroes: Sequence[Played]) -> list[p.Opponent]:
    """The people one has met most often, by their names, however these were written."""
    met: dict[str, p.Opponent] = {}
    for each in heroes:
        for name in {seat.name for seat in each.others if seat.kind == "human" and seat.name}:
            one = met.get(name.casefold())
            if one is None:
                one = met[name.casefold()] = p.Opponent(name=name, games=0, won=0)
            one.games += 1
            one.won += each.won
    return sorted(met.values(), key=lambda one: (-one.games, one.name))[:MOST_OPPONENTS]
