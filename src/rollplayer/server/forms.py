"""What the scorer asks for, so that a client can ask it without knowing any expansion."""

from msgspec import Struct

from rollplayer.content import Library
from rollplayer.engine.table import COLORS, HIGHEST, LOWEST
from rollplayer.rules.compose import compose
from rollplayer.rules.expansion import EXPANSIONS, ScoreField
from rollplayer.rules.options import Options, most_players
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
    """At most so many heroes, with these dice (lowest and highest face) and more fields."""

    most_heroes: int
    dice: dict[str, tuple[int, int]]
    table: list[AskedField]
    hero: list[AskedField]


def score_form(library: Library, language: str, edition: str) -> ScoreForm:
    texts = Texts(language, library)
    boxes = [EXPANSIONS[name] for name in library.expansions]
    options = Options(edition=edition, expansions=library.expansions)
    kinds = len(compose(options, library.components).dice)
    return ScoreForm(
        most_heroes=most_players(library.expansions),
        dice={COLORS[kind]: (LOWEST[kind], HIGHEST[kind]) for kind in range(kinds)},
        table=[asked(each, texts) for box in boxes for each in box.table_fields],
        hero=[asked(each, texts) for box in boxes for each in box.hero_fields],
    )


def asked(field: ScoreField, texts: Texts) -> AskedField:
    return AskedField(
        name=field.name,
        sort=field.sort,
        kind=field.kind,
        low=field.low,
        high=field.high,
        text=texts.t(f"score-field.{field.name}"),
    )
