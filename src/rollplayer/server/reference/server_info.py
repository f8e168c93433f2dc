"""What a server can do, in the reader's words: what clients ask first."""

from collections.abc import Sequence

from rollplayer import __version__
from rollplayer.bots import DEFAULT_LEVEL, Level
from rollplayer.chance import ENTROPY_LIMIT
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.expansion import Expansion
from rollplayer.rules.options import CLASS_DRAFTS, EDITIONS, VARIANTS, most_players
from rollplayer.rules.versions import CURRENT_RULES
from rollplayer.server.common.problems import texts_of
from rollplayer.server.common.settings import Settings
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.reference.lessons import offered
from rollplayer.text import Texts


def server_info(
    settings: Settings,
    language: str,
    levels: Sequence[Level],
    *,
    docs: bool,
    notices: b.NoticeOffer,
    passkeys: bool,
) -> b.ServerInfo:
    texts = texts_of(language)
    return b.ServerInfo(
        name="rollplayer",
        version=__version__,
        protocol=m.PROTOCOL,
        rules=CURRENT_RULES,
        content={edition: load(edition).hash for edition in EDITIONS},
        languages=list(LANGUAGES),
        editions=list(EDITIONS),
        class_drafts=list(CLASS_DRAFTS),
        variants=list(VARIANTS),
        expansions=[expansion_info(expansion, language) for expansion in EXPANSIONS.values()],
        lessons=[b.LessonInfo(**lesson) for lesson in offered(texts)],
        players={"min": 1, "max": most_players(())},
        paces=["live", "turns"],
        levels=[level.name for level in levels],
        default_level=DEFAULT_LEVEL,
        bots=[
            b.BotInfo(
                level=level.name,
                name=texts.bot(level.name),
                character=texts.bot_character(level.name),
                milliseconds=level.milliseconds,
            )
            for level in levels
        ],
        limits={
            "name": m.NAME_LIMIT,
            "chat": m.CHAT_LIMIT,
            "entropy": ENTROPY_LIMIT,
            "frame": m.FRAME_LIMIT,
            "away_seconds": settings.away_seconds,
            "last_call_seconds": settings.last_call_seconds,
            "wait_seconds": settings.wait_seconds,
            "waits_per_round": settings.waits_per_round,
        },
        docs=docs,
        notices=notices,
        passkeys=passkeys,
    )


def expansion_info(expansion: Expansion, language: str) -> b.ExpansionInfo:
    library = load(expansion.editions[0], expansions=(expansion.name,))
    texts = Texts(language, library)
    return b.ExpansionInfo(
        id=expansion.name,
        name=texts.name("expansion", expansion.name),
        text=texts.content("expansion", expansion.name, "text"),
        editions=list(expansion.editions),
        variants=list(expansion.variants),
        most_players=expansion.most_players,
        content=library.hash,
    )
