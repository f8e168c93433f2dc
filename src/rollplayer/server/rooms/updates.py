"""Send a table to all who listen: whole, or as the difference from what each got last."""

from rollplayer.engine.plain import Plain
from rollplayer.server.protocol.differences import Difference, difference
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms import permissions, views
from rollplayer.server.rooms.room_state import Listener, RoomState

Class = tuple[str, tuple[int, ...]]
"""Those who get the same update: their language and the seats they hold."""


def class_of(room: RoomState, listener: Listener) -> Class:
    return listener.language, tuple(permissions.held_seats(room, listener.hashes))


def send_state(room: RoomState, listener: Listener, since: int | None) -> None:
    """Everything, as after a hello; later updates may be differences from this."""
    language, held = class_of(room, listener)
    listener.sent_table = views.what_lies(room, held, language) if listener.differences else None
    state = views.state(room, since, listener.hashes, language, listener.unheard)
    listener.send(encode(state))


class Updates:
    """One change of a table, built and encoded once for all who know the same."""

    def __init__(self, room: RoomState, since: int) -> None:
        self.room = room
        self.since = since
        self._tables: dict[Class, Plain] = {}
        self._whole: dict[Class, bytes] = {}
        self._different: dict[tuple[Class, int], tuple[Plain, bytes]] = {}
        """By identity; with what it differs from, so that nothing else can take its place."""
        self._views: dict[tuple[int, int], tuple[Plain, Difference]] = {}

    def tell(self, listener: Listener, ack: Plain | None = None) -> None:
        """The update; with the acknowledgement of what this listener did, if that made it."""
        its_class = class_of(self.room, listener)
        if listener.sent_table is None:
            if ack is not None:
                listener.send(encode(ack))
            listener.send(self.whole(its_class, listener))
            return
        message = self.different(its_class, listener.sent_table)
        if ack is not None:
            # The rest is the same for all of a class, so this is put behind it.
            message = b'%b,"ack":%b}' % (message[:-1], encode(ack))
        listener.sent_table = self.table(its_class)
        listener.send(message)

    def table(self, its_class: Class) -> Plain:
        if its_class not in self._tables:
            language, held = its_class
            self._tables[its_class] = views.what_lies(self.room, held, language)
        return self._tables[its_class]

    def whole(self, its_class: Class, listener: Listener) -> bytes:
        if its_class not in self._whole:
            update = views.update(
                self.room, "update", self.since, listener.hashes, listener.language
            )
            self._whole[its_class] = encode(update)
        return self._whole[its_class]

    def different(self, its_class: Class, sent: Plain) -> bytes:
        # Most sockets of a class last got the same object; one that has just come did not.
        key = (its_class, id(sent))
        if key not in self._different:
            language, held = its_class
            message = {
                "type": "difference",
                **views.heading(self.room, self.since, held, language),
                "changes": self.changes(sent, self.table(its_class)),
            }
            self._different[key] = sent, encode(message)
        return self._different[key][1]

    def changes(self, old: Plain, new: Plain) -> Difference:
        """The difference of two tables. The view's part is the same for nearly all who listen."""
        before, view = old["view"], new["view"]
        if before is None or view is None or before is view:
            return difference(old, new)
        delta = difference(old, new, "view")
        pair = (id(before), id(view))
        if pair not in self._views:
            self._views[pair] = (before, difference(before, view))
        within = self._views[pair][1]
        if within:
            delta.setdefault("in", {})["view"] = within
        return delta
