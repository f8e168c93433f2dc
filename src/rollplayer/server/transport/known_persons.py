"""What it means at a table that a person is known: who asks, what they hold, whether the host wants them."""

from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms.room import Room
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.requests import ApiRequest, tokens_of


async def person_asking(context: ApiContext, request: ApiRequest) -> str | None:
    """Whose device asks, among the tokens as they came; None for a guest."""
    persons = context.services.persons
    return None if persons is None else await persons.owner(tokens_of(request.raw))


async def learn_claims(context: ApiContext, person: str) -> None:
    """A person has something new: an operator's mute goes with it, and so do notices of turns."""
    if context.services.persons is not None:
        await context.services.persons.look_up_sanctions()
    if context.services.outbox is not None:
        await context.services.outbox.look_up(person)


async def is_welcome(context: ApiContext, request: ApiRequest, room: Room) -> bool:
    """Whether the host has not blocked whoever asks."""
    friends, person = context.services.friends, await person_asking(context, request)
    if friends is None or person is None:
        return True
    return not await friends.is_unwelcome(person, room.row.id, room.row.host_hash)


async def invite_the_others(context: ApiContext, request: ApiRequest, game: m.Room) -> None:
    """Tell the persons of the last table that it is laid again; guests find the link there."""
    invitations, person = context.services.invitations, await person_asking(context, request)
    if invitations is None or person is None or game.status != "open":
        return
    if await invitations.invite_table(game.id, person) and context.deliverer is not None:
        context.deliverer.wake.set()
