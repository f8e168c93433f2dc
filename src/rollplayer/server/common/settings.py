"""The settings of a server: a flag overrides ROLLPLAYER_*, which overrides the TOML file."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from platformdirs import user_config_path, user_data_path

PREFIX: Final = "ROLLPLAYER_"
CONFIG_VARIABLE: Final = "ROLLPLAYER_CONFIG"
SECTION: Final = "server"
LOG_LEVELS: Final = ("debug", "info", "warning", "error")
LOG_FORMATS: Final = ("auto", "json", "text")
SMTP_SECURITY: Final = ("starttls", "tls", "none")

NODE: Final = re.compile(r"[A-Za-z0-9._-]{1,40}")
LEAST_LEASE: Final = 0.5
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  compared, not listened on

DATABASES: Final = ("postgresql", "postgres")


class BadSetting(ValueError):
    """An invalid setting: which one, where it was set, and what is allowed."""

    def __init__(self, name: str, where: str, reason: str) -> None:
        super().__init__(f"{name} ({where}): {reason}")
        self.name, self.where, self.reason = name, where, reason


def _data() -> str:
    return str(user_data_path("rollplayer") / "server")


@dataclass(frozen=True)
class Settings:
    """Everything an operator can choose. Rates of 0 mean no limit."""

    host: str = "127.0.0.1"
    port: int = 8080
    data: str = field(default_factory=_data)
    store: str = field(default="", repr=False)
    """The PostgreSQL database that keeps the games instead of a file in ``data``; it may name a password."""
    node: str = ""
    """The name of this process among those that share the database; without one it has the games for itself."""
    address: str = ""
    """Where the other processes reach this one, such as http://10.0.0.5:8080."""
    lease_seconds: float = 5.0
    """After so long, others take the rooms of a process that stands still."""
    drain_seconds: float = 5.0
    """How long a process that ends goes on passing callers to the others at least, so that proxies notice."""
    bus: str = field(default="", repr=False)
    """The NATS server over which these processes tell each other of news; it may name a password."""
    public_url: str = ""
    """Where browsers reach the server, if not at host and port: behind a proxy."""
    hosts: tuple[str, ...] = ()
    """Other names it may be reached by, besides public_url, addresses and the machine's own."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may play here."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose X-Forwarded-For is believed."""
    log_level: str = "info"
    log_format: str = "auto"
    """json: one object per line; text: only problems, for a person; auto: text on a terminal."""
    last_call_seconds: float = 6.0
    away_seconds: float = 120.0
    bot_delay: float = 0.7
    interrupt_seconds: float = 1.2
    """The least time a bot takes to answer while a person at the table could use something."""
    wait_seconds: float = 15.0
    """How long a person who could interrupt may pause a live game; 0: not at all."""
    waits_per_round: int = 2
    """How often each seat may pause per round; 0: never."""
    order_seconds: float = 20.0
    """The longest time that an order takes to answer, as a quick person would; 0: at once."""
    bot_workers: int = 1
    """Processes for bots; with 0 they think in a thread of the server."""
    bot_patience: float = 1.0
    """How many seconds anyone should wait for a bot at most. While the queue is longer, bots answer
    with the effort of a lower level; with 0 they think as long as they like."""
    bots: tuple[str, ...] = ()
    """The operator's own bots that people may choose: FILE.py:CLASS, or an entry point."""
    stand_in: str = ""
    """The level of bots that stand in; the usual one (``bots.DEFAULT_LEVEL``) if empty."""
    messages_per_20_seconds: int = 100
    messages_per_address: int = 1000
    """The same for all sockets of an address; a reply with the whole table counts as several."""
    requests_per_minute: int = 300
    games_per_hour: int = 60
    persons_per_hour: int = 30
    """How often somebody at one address may become a person, recover one, or use a link or a passkey."""
    sockets_per_address: int = 50
    connections_per_address: int = 200
    """Connections of any kind, counted before anything is read; proxies have no limit."""
    outbox_messages: int = 256
    outbox_bytes: int = 1 << 20
    most_connections: int = 10_000
    hello_seconds: float = 10.0
    idle_seconds: float = 600.0
    """A game that nobody watches leaves memory after this time; a finished one much sooner."""
    rooms_megabytes: int = 256
    """How much memory games may take before unwatched ones are unloaded early."""
    keep_finished_days: float = 0.0
    """Games are deleted this many days after their end; 0 keeps them forever."""
    keep_abandoned_days: float = 0.0
    """Unfinished games are deleted this many days after the last change; 0 keeps them forever."""
    notice_origins: tuple[str, ...] = ()
    """Where webhooks and push messages may go besides https on the public internet."""
    smtp_host: str = ""
    """The server that sends mail; without it nobody is offered any."""
    smtp_port: int = 587
    smtp_security: str = "starttls"
    """starttls, tls from the first byte on, or none: only for a server on this machine."""
    smtp_user: str = ""
    smtp_password: str = field(default="", repr=False)
    smtp_from: str = ""
    """Whom mails come from, such as "Roll Player <table@example.org>"."""

    @property
    def folder(self) -> Path:
        return Path(self.data)

    def __post_init__(self) -> None:
        if self.log_level not in LOG_LEVELS:
            raise BadSetting("log_level", self.log_level, f"one of {', '.join(LOG_LEVELS)}")
        if self.log_format not in LOG_FORMATS:
            raise BadSetting("log_format", self.log_format, f"one of {', '.join(LOG_FORMATS)}")
        if self.smtp_security not in SMTP_SECURITY:
            known = ", ".join(SMTP_SECURITY)
            raise BadSetting("smtp_security", self.smtp_security, f"one of {known}")
        if self.store and not is_database(self.store):
            shown = without_password(self.store)
            raise BadSetting("store", shown, "such as postgresql://user@host/database")
        if self.node and not self.store:
            raise BadSetting("node", self.node, "only with store: a folder has one server")
        if self.node and not NODE.fullmatch(self.node):
            raise BadSetting("node", self.node, "up to 40 of A-Z a-z 0-9 . _ -")
        if self.node and self.lease_seconds < LEAST_LEASE:
            raise BadSetting("lease_seconds", str(self.lease_seconds), f"not below {LEAST_LEASE}")
        if self.address and (not self.node or not is_site(self.address)):
            raise BadSetting("address", self.address, "such as http://10.0.0.5:8080, with a node")
        if self.node and not self.address and self.host in EVERYWHERE:
            raise BadSetting("address", "node", "where the others find it, http://10.0.0.5:8080")
        if self.bus and (not self.node or not is_bus(self.bus)):
            shown = without_user(self.bus)
            raise BadSetting("bus", shown, "such as nats://host:4222, with a node")
        if not 0 <= self.port <= 65535:
            raise BadSetting("port", str(self.port), "0 (any free one) to 65535")
        for setting in fields(self):
            value = getattr(self, setting.name)
            if isinstance(value, int | float) and value < 0:
                raise BadSetting(setting.name, str(value), "not below 0")
        for url in (self.public_url, *self.origins):
            if url and not is_site(url):
                raise BadSetting("public_url, origins", url, "such as https://play.example.org")
        for url in self.notice_origins:
            if not is_site(url) or urlsplit(url).path:
                raise BadSetting("notice_origins", url, "such as http://10.0.0.7:8065")


def is_database(url: str) -> bool:
    try:
        return urlsplit(url).scheme in DATABASES
    except ValueError:
        return False


def is_bus(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme == "nats" and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def without_password(address: str) -> str:
    """An address as it may be shown.

    >>> without_password("postgresql://ada:secret@db.example.org:5432/games?password=secret")
    'postgresql://ada@db.example.org:5432/games'
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return address.partition(":")[0] + ":..."
    user, at, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=user.split(":")[0] + at + host, query="", fragment="").geturl()


def without_user(address: str) -> str:
    """The same where a name alone may be a secret.

    >>> without_user("nats://token@bus.example.org:4222")
    'nats://bus.example.org:4222'
    """
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def is_site(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not parts.query


TYPES: Final[dict[str, type]] = {
    setting.name: type(getattr(Settings(data="."), setting.name)) for setting in fields(Settings)
}


def read_settings(flags: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    """The settings in force. ``flags`` holds only the flags given, and perhaps ``config``."""
    given = dict(flags)
    values: dict[str, Any] = from_file(str(given.pop("config", "")), environment)
    for name, kind in TYPES.items():
        variable = PREFIX + name.upper()
        if variable in environment:
            values[name] = convert(name, environment[variable], kind, variable)
    for name, value in given.items():
        values[name] = convert(name, value, TYPES[name], f"--{name.replace('_', '-')}")
    return Settings(**values)


def from_file(named: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """The [server] table of the TOML file. A file given by name must exist."""
    named = named or environment.get(CONFIG_VARIABLE, "")
    path = Path(named) if named else user_config_path("rollplayer") / "server.toml"
    if not named and not path.exists():
        return {}
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting("config", str(path), f"is not valid TOML: {error}") from error
    table = plain.pop(SECTION, {})
    if plain or not isinstance(table, dict):
        raise BadSetting("config", str(path), f"has only one table, [{SECTION}]")
    for name in table:
        if name not in TYPES:
            raise BadSetting(name, str(path), f"is unknown; known: {', '.join(TYPES)}")
    return {name: convert(name, value, TYPES[name], str(path)) for name, value in table.items()}


def convert(name: str, value: Any, kind: type, where: str) -> Any:
    """Convert a value to the type of its setting."""
    if kind is tuple:
        if isinstance(value, str):
            return tuple(filter(None, (part.strip() for part in value.split(","))))
        if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
            return tuple(value)
        raise BadSetting(name, where, "must be a list of strings")
    if kind is str:
        if isinstance(value, str):
            return value
        raise BadSetting(name, where, f"must be a string, not {value!r}")
    try:
        allowed = str | int if kind is int else str | int | float
        if isinstance(value, bool) or not isinstance(value, allowed):
            raise ValueError
        number: float = kind(value)
        if number != number or number in (float("inf"), float("-inf")):
            raise ValueError
        return number
    except ValueError as error:
        wanted = "a whole number" if kind is int else "a number"
        raise BadSetting(name, where, f"must be {wanted}, not {value!r}") from error
