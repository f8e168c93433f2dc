"""What operators see at /metrics."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest

FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
THINKING = (0.001, 0.005, 0.025, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0)
TOGETHER = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)

MOST_NOTED = 1000


class Metrics:
    """The meters of one server; each has its own, so that tests can run several."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.answers = Counter(
            "rollplayer_answers", "Answers on the disk", ["actor"], registry=registry
        )
        self.refused = Counter(
            "rollplayer_refused", "Requests and messages refused", ["code"], registry=registry
        )
        self.acknowledged = Histogram(
            "rollplayer_acknowledge_seconds",
            "From reading a message to its acknowledgement",
            buckets=FAST,
            registry=registry,
        )
        self.committed = Histogram(
            "rollplayer_commit_seconds", "One transaction", buckets=FAST, registry=registry
        )
        self.together = Histogram(
            "rollplayer_commit_jobs", "Jobs in a transaction", buckets=TOGETHER, registry=registry
        )
        self.thought = Histogram(
            "rollplayer_bot_seconds", "One decision of a bot", buckets=THINKING, registry=registry
        )
        self.line = Gauge(
            "rollplayer_bot_line", "Questions waiting for a thinker", registry=registry
        )
        self.in_line = Histogram(
            "rollplayer_bot_line_seconds",
            "From asking a bot until it begins to think",
            buckets=THINKING,
            registry=registry,
        )
        self.quicker = Counter(
            "rollplayer_bot_quicker",
            "Answers of bots with the effort of a lower level, because people waited",
            ["level", "effort"],
            registry=registry,
        )
        self.far_thinkers = Gauge(
            "rollplayer_bot_workers_elsewhere",
            "Workers of the same version that take questions from the queue",
            registry=registry,
        )
        self.far_thoughts = Counter(
            "rollplayer_bot_elsewhere",
            "Questions for workers elsewhere: done, or left and thought about here",
            ["outcome"],
            registry=registry,
        )
        self.connections = Gauge("rollplayer_connections", "Open websockets", registry=registry)
        self.rooms = Gauge("rollplayer_rooms", "Games in memory", registry=registry)
        self.moved = Counter(
            "rollplayer_rooms_moved", "Rooms that another process has taken", registry=registry
        )
        self.handed_over = Counter(
            "rollplayer_rooms_handed_over",
            "Rooms that this process has left to others: before its end, or when they were back",
            registry=registry,
        )
        self.passed_on = Counter(
            "rollplayer_passed_on",
            "Sockets and requests passed on to the process that owns their room: done, failed",
            ["kind", "outcome"],
            registry=registry,
        )
        self.watched_late = Histogram(
            "rollplayer_watch_lag_seconds",
            "From what an owner tells to showing it to those who watch at another process",
            buckets=FAST,
            registry=registry,
        )
        self.bus = Gauge(
            "rollplayer_bus", "Whether the bus between processes is there", registry=registry
        )
        self.cut = Counter(
            "rollplayer_cut", "Clients cut off because they did not read", registry=registry
        )
        self.turned_away = Counter(
            "rollplayer_turned_away",
            "Connections ended before their first request",
            ["reason"],
            registry=registry,
        )
        self.rebuilt = Histogram(
            "rollplayer_rebuild_seconds",
            "Rebuilding a game from its log",
            buckets=FAST,
            registry=registry,
        )
        self.games = Counter("rollplayer_games", "Games by event", ["event"], registry=registry)
        self.notices = Counter(
            "rollplayer_notices",
            "Notices of turns by kind of channel: sent, again, given-up, gone",
            ["kind", "event"],
            registry=registry,
        )

        self.sockets = 0
        # Meters are slow, so values that come with every answer are noted and counted later.
        self._actors: dict[str, int] = {}
        self._served: list[float] = []
        self._commits: list[tuple[float, int]] = []

    def answered(self, actor: str) -> None:
        """Count an answer by its kind of actor: chance, human or bot."""
        self._actors[actor] = self._actors.get(actor, 0) + 1

    def served(self, seconds: float) -> None:
        """Note how many seconds passed from reading a message to acknowledging it."""
        self._served.append(seconds)
        if len(self._served) >= MOST_NOTED:
            self.count()

    def count(self) -> None:
        """Pass everything noted to the meters."""
        noted, self._served = self._served, []
        for seconds in noted:
            self.acknowledged.observe(seconds)
        commits, self._commits = self._commits, []
        for seconds, jobs in commits:
            self.committed.observe(seconds)
            self.together.observe(jobs)
        actors, self._actors = self._actors, {}
        for actor, answers in actors.items():
            self.answers.labels(actor).inc(answers)

    def opened(self) -> None:
        self.sockets += 1
        self.connections.set(self.sockets)

    def closed(self) -> None:
        self.sockets -= 1
        self.connections.set(self.sockets)

    def observe_commit(self, seconds: float, jobs: int) -> None:
        """Record how many jobs were written in one transaction."""
        self._commits.append((seconds, jobs))
        if len(self._commits) >= MOST_NOTED:
            self.count()

    def page(self) -> bytes:
        self.count()
        return generate_latest(self.registry)
