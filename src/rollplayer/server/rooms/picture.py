"""The table at one version, as everybody sees it and as each seat sees it."""

import msgspec

from rollplayer.engine.plain import Plain
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms import wording
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.text import Texts


class Picture:
    """The table at one version, for all who look at it. Nothing in it is ever changed."""

    def __init__(self, table: RecordedMatch, pieces: wording.Pieces | None = None) -> None:
        self.table = table
        self.pieces = pieces or wording.Pieces()
        self.view = wording.public_view(table, self.pieces)
        self._encoded_view: msgspec.Raw | None = None
        self._pending: dict[str, Plain | None] = {}
        self._seats: dict[tuple[int, str, str], Plain] = {}

    @property
    def encoded_view(self) -> msgspec.Raw:
        if self._encoded_view is None:
            self._encoded_view = msgspec.Raw(encode(self.view))
        return self._encoded_view

    def pending(self, texts: Texts) -> Plain | None:
        if texts.language not in self._pending:
            self._pending[texts.language] = wording.pending(self.table, texts)
        return self._pending[texts.language]

    def seat(self, texts: Texts, seat: int, bar: str) -> Plain:
        """What only this seat may know; ``bar`` is why it may not undo at all."""
        key = (seat, texts.language, bar)
        if key not in self._seats:
            self._seats[key] = wording.seat_part(self.table, texts, seat, bar, self.pieces)
        return self._seats[key]
