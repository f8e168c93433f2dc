"""What all rooms of a server share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from rollplayer.bots import DEFAULT_LEVEL, all_names, current_name
from rollplayer.engine.game import Game
from rollplayer.server.common.limits import Addresses
from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.settings import Settings
from rollplayer.server.rooms.fairness import EntryCache, Turns
from rollplayer.server.rooms.server_time import ServerTime
from rollplayer.server.storage.bus import Bus, NoBus
from rollplayer.server.storage.leases import Alone, Leases
from rollplayer.server.storage.reports import Reports
from rollplayer.server.storage.shared import InMemory, Shared
from rollplayer.server.storage.store import GameStore

if TYPE_CHECKING:  # A server without persons, as in a browser, does not wait for their tables.
    from rollplayer.server.storage.friends import Friends
    from rollplayer.server.storage.invitations import Invitations
    from rollplayer.server.storage.outbox import Outbox
    from rollplayer.server.storage.passkeys import Passkeys
    from rollplayer.server.storage.persons import Persons
    from rollplayer.server.storage.ratings import Ratings
    from rollplayer.server.storage.watching import Watching

T = TypeVar("T")

PLAYER: Final = "player"
WATCHER: Final = "watcher"
NOBODY: Final = "nobody"
HINTS: Final = 10
HINT_SECONDS: Final = 60.0
"""How many hints a seat may request in how many seconds; they cost more than an answer."""
ODDS: Final = 60
ODDS_SECONDS: Final = 60.0
"""How often a seat may ask in how many seconds how likely it meets its goals."""
SAYINGS: Final = 20
SAYING_SECONDS: Final = 20.0
"""How often a seat may chat, or change its name or its text for the dice: each reaches everybody at once."""
PREVIEWS: Final = 600
PREVIEW_SECONDS: Final = 20.0
"""How many options a seat may look at in how many seconds; each costs less than an answer."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked: all it needs to know about where the game stands."""

    game_id: str
    seat: int
    level: str
    interrupt: bool
    game: Game
    header: str
    answers: tuple[tuple[int, str], ...]
    """The answers that stand, for a bot in another process."""
    advice: tuple[str, tuple[str, ...], str] | None = None
    """Edition, expansions and language, if a person wants advice instead: the level is its kind."""
    audience: str = PLAYER
    """Who is at the table and waits for the answer: a player, only somebody who watches, or nobody."""
    seed: str = ""
    """What the bot's own chance comes from: with the same, it answers alike wherever it thinks."""
    is_rated: bool = False
    """Whether the strength of its level counts: then it is never answered with less effort."""


@dataclass(frozen=True)
class Thought:
    """The answer to a question, and the level whose effort it took."""

    answer: Any
    """A bot's answer, None if it does not interrupt; or advice."""
    level: str


class BotWorkers(Protocol):
    """Where bots think, off the event loop."""

    async def ask(self, question: Question) -> Thought:
        """The bot's answer, or None if it does not interrupt; and how it was found."""

    async def advise(self, question: Question) -> Any:
        """Hints or odds for a person."""

    def forget(self, game_id: str) -> None: ...

    async def close(self) -> None: ...


@dataclass
class Services:
    """Settings, store, meters and bots."""

    settings: Settings
    store: GameStore
    metrics: Metrics
    bot_workers: BotWorkers
    leases: Leases = field(default_factory=Alone)
    """Which rooms are this process's own, if several share the store."""
    shared: Shared = field(default_factory=InMemory)
    """What all processes must see, and nobody keeps for long."""
    bus: Bus = field(default_factory=NoBus)
    """Over which processes that share the store tell each other of news."""
    watching: "Watching | None" = None
    """Who watches at which of them; None where this process is alone."""
    on_moved: Callable[[str], None] | None = None
    """Called when a room turns out to belong to another process."""
    entry_cache: EntryCache = field(default_factory=EntryCache)
    turns: Turns = field(default_factory=Turns)
    hints: Addresses = field(default_factory=lambda: Addresses(HINTS, HINT_SECONDS))
    """What each seat may ask for, by its game and number."""
    odds: Addresses = field(default_factory=lambda: Addresses(ODDS, ODDS_SECONDS))
    sayings: Addresses = field(default_factory=lambda: Addresses(SAYINGS, SAYING_SECONDS))
    previews: Addresses = field(default_factory=lambda: Addresses(PREVIEWS, PREVIEW_SECONDS))
    persons: "Persons | None" = None
    """Who is known again, if the store can keep that."""
    passkeys: "Passkeys | None" = None
    ratings: "Ratings | None" = None
    """How strong persons are, if the store can keep that."""
    friends: "Friends | None" = None
    invitations: "Invitations | None" = None
    reports: Reports | None = None
    time: ServerTime = field(default_factory=ServerTime)
    """What the times of players are counted by."""
    outbox: "Outbox | None" = None
    """Notices for those who are asked and not there, if the store can keep them."""
    on_asked: Callable[[], None] | None = None
    """Called when a notice is on disk: whoever delivers it need not look again and again."""
    work: Addresses = field(init=False)
    """What the sockets of each address may ask for."""

    def __post_init__(self) -> None:
        self.work = self.shared.addresses("work", self.settings.messages_per_address, 20.0)

    def stand_in(self, level: str | None = None) -> str:
        """The level of a bot that stands in; Refused if there is none of that name."""
        chosen = level or self.settings.stand_in or DEFAULT_LEVEL
        return known_level(chosen)


def needed(part: T | None, what: str) -> T:
    """A part that not every store has; Refused where it is missing."""
    if part is None:
        raise Refused("not-saved", reason=f"this store keeps no {what}")
    return part


def known_level(level: str) -> str:
    """The level as it is called now; Refused if there is none of that name."""
    level = current_name(level)
    if level not in all_names():
        raise Refused("unknown-level", level=level, known=", ".join(all_names()))
    return level
