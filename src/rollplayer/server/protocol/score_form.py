"""What the scorer asks for, so that a client can ask it without knowing any expansion."""

from msgspec import Struct

from rollplayer.content import Library
from rollplayer.engine.table import HIGHEST, LOWEST
from rollplayer.rules.expansion import ScoreField, expansions_of
from rollplayer.rules.options import most_players
from rollplayer.server.protocol.score_program import ScoreProgram, score_program
from rollplayer.text import Texts


class AskedField(Struct, kw_only=True):
    """A field that an expansion adds to a hero or to the table, with its name for people."""

    name: str
    sort: str
    kind: str
    low: int
    high: int
    text: str


class ScoreForm(Struct, kw_only=True):
    """How many heroes at most, the dice (lowest and highest face), more fields, how stars are counted."""

    most_heroes: int
    dice: dict[str, tuple[int, int]]
    table: list[AskedField]
    hero: list[AskedField]
    program: ScoreProgram


def score_form(library: Library, language: str, edition: str) -> ScoreForm:
    texts = Texts(language, library)
    boxes = expansions_of(library.components.boxes)
    known = library.components.vocabulary
    return ScoreForm(
        most_heroes=most_players(library.expansions),
        dice={
            name: (LOWEST[kind], HIGHEST[kind])
            for kind, name in zip(known.dice, known.colors, strict=True)
        },
        table=[asked(each, texts) for box in boxes for each in box.table_fields],
        hero=[
            *[asked(each, texts) for box in boxes for each in box.hero_fields],
            *[asked(beside(name, spots), texts) for name, spots in known.spaces.items()],
        ],
        program=score_program(library, edition),
    )


def beside(name: str, spots: list[int]) -> ScoreField:
    """Spaces for dice beside the sheet: a list of dice, null where one is open."""
    return ScoreField(name, "dice", low=0, high=len(spots))


def asked(field: ScoreField, texts: Texts) -> AskedField:
    return AskedField(
        name=field.name,
        sort=field.sort,
        kind=field.kind,
        low=field.low,
        high=field.high,
        text=texts.t(f"score-field.{field.name}"),
    )
