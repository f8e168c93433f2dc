"""The results of a tournament."""

from collections import Counter, defaultdict
from itertools import combinations

from rollplayer.engine.plain import Plain
from rollplayer.ratings.places import ahead
from rollplayer.simulation import DIGITS, SeatSums, mean, scored
from rollplayer.tournament.adjusted import Adjusted
from rollplayer.tournament.deals import DealSums
from rollplayer.tournament.elo import elo_of
from rollplayer.tournament.play import SOLITAIRE, STEP, Tournament


class Times:
    """The times of decisions, in steps."""

    def __init__(self) -> None:
        self.decisions = 0
        self.milliseconds = 0.0
        self.most = 0.0
        self.steps: Counter[int] = Counter()

    def add(self, times: Plain) -> None:
        self.decisions += times["decisions"]
        self.milliseconds += times["ms"]
        self.most = max(self.most, times["most"])
        for step, count in times["steps"]:
            self.steps[step] += count

    def below(self, share: float) -> float:
        """The time in milliseconds that this share of decisions stays below, to within one step."""
        counted = 0
        for step, count in sorted(self.steps.items()):
            counted += count
            if counted >= share * self.decisions:
                return round(min(STEP**step, self.most), DIGITS)
        return 0.0

    def plain(self) -> Plain:
        return {
            "decisions": self.decisions,
            "ms": mean(self.milliseconds, self.decisions),
            "ms_p99": self.below(0.99),
            "ms_most": self.most,
        }


class Results:
    """The sums over the games of a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.tables = tournament.tables()
        self.games = [0] * len(self.tables)
        levels = list(dict.fromkeys(tournament.levels))
        self.at_table = [{level: SeatSums() for level in lineup} for lineup in self.tables]
        self.sums = {level: SeatSums() for level in levels}
        self.deals_at_table = [{level: DealSums() for level in lineup} for lineup in self.tables]
        self.deals = {level: DealSums() for level in levels}
        self.played = dict.fromkeys(levels, 0)
        self.times = {level: Times() for level in levels}
        self.ranks: dict[str, Counter[str]] = {level: Counter() for level in levels}
        self.ahead: dict[tuple[str, str], float] = defaultdict(float)
        """By pair of levels: in how many games the first beat the second; a tie counts half."""
        self.adjusted = {level: Adjusted() for level in levels}
        self.peak = 0

    def add(self, game: Plain) -> None:
        table, winners = game["table"], game["winners"]
        if game["game"] > self.tournament.games:
            return  # From an earlier run with more games.
        self.games[table] += 1
        seats = list(enumerate(game["seats"]))
        # A deal is played once from each seat, and at each table.
        deal = (game["game"] - 1) // len(seats)
        for level in dict.fromkeys(game["seats"]):
            self.played[level] += 1
        for seat, level in seats:
            for sums in (self.at_table[table][level], self.sums[level]):
                sums.add(*scored(game, seat))
                if seat in winners:
                    sums.wins[len(winners)] += 1
            stars = scored(game, seat)[0]
            self.deals_at_table[table][level].add(deal, stars)
            self.deals[level].add(deal, stars)
            if self.tournament.adjusted:
                self.adjusted[level].add(deal, stars, game["luck"][seat])
            self.times[level].add(game["cost"]["thinking"][seat])
            if game["rank"] is not None:
                self.ranks[level][game["rank"]] += 1
        for (seat, level), (other_seat, other) in combinations(seats, 2):
            if level != other:
                first = ahead(winners, game["totals"], seat, other_seat)
                self.ahead[level, other] += first
                self.ahead[other, level] += 1 - first
        self.peak = max(self.peak, game["cost"]["peak_mib"] or 0)

    def known_by(self, game: Plain) -> tuple[int, int]:
        """Count a game and say which it is; an error if it is none of this tournament."""
        self.add(game)
        return game["table"], game["game"]

    def plain(self) -> Plain:
        tournament = self.tournament
        alone = tournament.kind == SOLITAIRE
        elo = {} if alone else elo_of(list(self.sums), self.ahead)
        levels = []
        for level, sums in self.sums.items():
            entry: Plain = {"level": level, "games": self.played[level]}
            if not alone:
                entry |= {"elo": elo[level][0], "elo_95": elo[level][1]}
            entry |= plain_sums(sums, self.deals[level], self.played[level], alone)
            if tournament.adjusted:
                entry["adjusted"] = self.adjusted[level].plain()
            if alone:
                entry["ranks"] = {
                    title: mean(count, self.played[level])
                    for title, count in self.ranks[level].most_common()
                }
            levels.append(entry | self.times[level].plain())
        return {
            "tournament": {
                **tournament.head(),
                "games": tournament.games,
                "levels": levels,
                "tables": [
                    {
                        "players": list(lineup),
                        "games": self.games[at],
                        "results": {
                            level: plain_sums(
                                sums, self.deals_at_table[at][level], self.games[at], alone
                            )
                            for level, sums in self.at_table[at].items()
                        },
                    }
                    for at, lineup in enumerate(self.tables)
                ],
                "peak_mib": self.peak or None,
            }
        }


def plain_sums(sums: SeatSums, deals: DealSums, games: int, alone: bool) -> Plain:
    """The sums as plain data; without wins in solitaire."""
    plain = sums.plain(games) | deals.plain()
    return {key: plain[key] for key in ("stars", "stars_95", "lines")} if alone else plain
