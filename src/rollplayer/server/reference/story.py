"""What a replayed game tells: stars by round, moments, and who came where for which reason."""

from typing import Final

from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.scoring import is_lost, own_color_dice, ranking_key
from rollplayer.engine.table import ROW_SIZE
from rollplayer.expansions import EXPANSIONS
from rollplayer.server.protocol import story as s
from rollplayer.text import Texts

BIG_PRICE: Final = 6
"""Gold from which on a card is a big purchase."""
BIG_GAIN: Final = 4
"""Stars from which on a card is one whatever it costs."""
GOAL_ICON: Final = "trophy"
LEAD_ICON: Final = "card-famous"
PURCHASE_ICON: Final = "gold"


class StoryTeller:
    """Sees a game frame by frame and notes what is worth telling."""

    def __init__(self, texts: Texts, expansions: tuple[str, ...]) -> None:
        self.texts = texts
        self.events: dict[str, tuple[str, str]] = {}
        """By event of a box: the kind of moment it is, and its icon."""
        for name in expansions:
            self.events |= getattr(EXPANSIONS.part(name, "server"), "MOMENTS", {})
        self.rounds: list[s.RoundStars] = []
        self.moments: list[s.Moment] = []
        self.frames: list[int] = []
        """The frames whose answers still count."""
        self.led_since = 0
        self.leader: int | None = None
        self.leader_before: int | None = None

    def saw(self, n: int, before: Plain, after: Plain, events: list[Plain], undo: int) -> None:
        """One frame of the replay: the tables before and after it, and what happened."""
        if undo:
            self._forget(undo, after)
        else:
            self.frames.append(n)
            self._goals(n, before, after)
            self._purchase(n, before, after, events)
            for event in events:
                if event["event"] in self.events:
                    kind, icon = self.events[event["event"]]
                    self._note(n, after, event["seat"], kind, icon, event["text"])
        self._round(n, after)

    def ended(self, game: Game) -> s.Story:
        self._lead()
        return {
            "rounds": self.rounds,
            "moments": sorted(self.moments, key=lambda moment: moment["n"]),
            "places": places(game) if game.over else [],
            "next_rank": next_rank(game) if game.over else None,
        }

    def _note(self, n: int, after: Plain, seat: int, kind: str, icon: str, text: str) -> None:
        moment: s.Moment = {
            "n": n,
            "round": after["round"],
            "seat": seat,
            "kind": kind,
            "icon": icon,
            "text": text,
        }
        self.moments.append(moment)

    def _forget(self, undo: int, after: Plain) -> None:
        """What was undone never happened."""
        gone = set(self.frames[-undo:])
        del self.frames[-undo:]
        self.leader = None
        self.moments = [moment for moment in self.moments if moment["n"] not in gone]
        while len(self.rounds) > 1 and self.rounds[-1]["round"] > after["round"]:
            self.rounds.pop()

    def _goals(self, n: int, before: Plain, after: Plain) -> None:
        for hero, earlier in zip(after["heroes"], before["heroes"], strict=True):
            for row, goal in hero["standing"]["goals"].items():
                full = len(hero["sheet"][row]) == ROW_SIZE
                was = earlier["standing"]["goals"].get(row, goal)
                was_met = was["met"] and len(earlier["sheet"][row]) == ROW_SIZE
                if full and goal["met"] and not was_met:
                    who = self.texts.hero(hero["seat"])
                    text = self.texts.t(
                        "server.story.goal",
                        hero=who,
                        row=self.texts.name("row", row),
                        n=goal["stars"],
                    )
                    self._note(n, after, hero["seat"], "goal", GOAL_ICON, text)

    def _purchase(self, n: int, before: Plain, after: Plain, events: list[Plain]) -> None:
        paid = sum(event["gold"] for event in events if event["event"] == "gold-paid")
        for event in events:
            if event["event"] != "card-bought":
                continue
            seat = event["seat"]
            gain = stars_of(after)[seat] - stars_of(before)[seat]
            if paid >= BIG_PRICE or gain >= BIG_GAIN:
                self._note(n, after, seat, "purchase", PURCHASE_ICON, event["text"])

    def _round(self, n: int, after: Plain) -> None:
        stars = stars_of(after)
        if after["round"] and (not self.rounds or self.rounds[-1]["round"] != after["round"]):
            self._lead()
            self.rounds.append({"round": after["round"], "n": n, "stars": stars})
        elif self.rounds:
            self.rounds[-1]["stars"] = stars
        best = [seat for seat, each in enumerate(stars) if each == max(stars)]
        leader = best[0] if len(best) == 1 and len(stars) > 1 else None
        if leader != self.leader:
            self.leader, self.led_since = leader, n

    def _lead(self) -> None:
        """Within a round the lead goes to and fro; who has it at the end has taken it."""
        if self.leader is None or not self.rounds:
            return
        if self.leader_before not in (None, self.leader):
            hero = self.texts.hero(self.leader)
            text = self.texts.t("server.story.lead", hero=hero)
            after = {"round": self.rounds[-1]["round"]}
            self._note(self.led_since, after, self.leader, "lead", LEAD_ICON, text)
        self.leader_before = self.leader


def stars_of(view: Plain) -> list[int]:
    return [hero["standing"]["total"] for hero in view["heroes"]]


def places(game: Game) -> list[s.Place]:
    """All seats, the best first, with what sets each apart from the one before (E8)."""
    if is_lost(game):
        return []
    keys = [ranking_key(game.rules, hero) for hero in game.heroes]
    order = sorted(range(len(keys)), key=lambda seat: keys[seat], reverse=True)
    ranked: list[s.Place] = []
    for at, seat in enumerate(order):
        stars, gold, _ = keys[seat]
        place: s.Place = {
            "seat": seat,
            "place": at + 1,
            "stars": stars,
            "gold": gold,
            "dice": own_color_dice(game.heroes[seat]),
            "decided": None,
            "behind": 0,
        }
        if at:
            better = ranked[-1]
            place["decided"], place["behind"] = apart(keys[order[at - 1]], keys[seat])
            if place["decided"] == "shared":
                place["place"] = better["place"]
        ranked.append(place)
    return ranked


def apart(better: tuple[int, int, int], worse: tuple[int, int, int]) -> tuple[s.Decided, int]:
    words: tuple[s.Decided, ...] = ("stars", "gold", "dice")
    for word, one, other in zip(words, better, worse, strict=True):
        if one != other:
            return word, one - other
    return "shared", 0


def next_rank(game: Game) -> s.NextRank | None:
    if not game.rules.solitaire or is_lost(game):
        return None
    stars, _, _ = ranking_key(game.rules, game.heroes[0])
    above = [(least, title) for least, title in game.rules.ranks if least > stars]
    if not above:
        return None
    least, title = min(above)
    return {"rank": title, "missing": least - stars}
