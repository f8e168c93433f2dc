"""Quiet hours and digests, by the clock on the reader's wall."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from rollplayer.server.storage.outbox import NoticeTimes


def zone_of(name: str) -> tzinfo | None:
    """A zone such as Europe/Berlin; None if this machine knows none of that name."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        return None


def on_the_wall(at: int, times: NoticeTimes) -> datetime:
    return datetime.fromtimestamp(at / 1000, zone_of(times.zone) or UTC)


def at_minute(day: datetime, minute: int) -> int:
    """Milliseconds at a minute of a day. Where a clock is put forward over it, the next one there is."""
    wall = day.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    return round(wall.timestamp() * 1000)


def end_of_quiet(at: int, times: NoticeTimes) -> int | None:
    """When the quiet hours end in which a moment lies; None if it lies in none."""
    wall = on_the_wall(at, times)
    minute, begin, end = wall.hour * 60 + wall.minute, times.quiet_from, times.quiet_to
    if begin <= end:
        return at_minute(wall, end) if begin <= minute < end else None
    if minute < end:
        return at_minute(wall, end)
    return at_minute(wall + timedelta(days=1), end) if minute >= begin else None


def next_digest(at: int, times: NoticeTimes) -> int:
    """When the digest comes that tells of a moment; never in quiet hours."""
    wall = on_the_wall(at, times)
    today = at_minute(wall, times.digest_at)
    due = today if today > at else at_minute(wall + timedelta(days=1), times.digest_at)
    return end_of_quiet(due, times) or due
