"""Roll Player for people, bots and research: one rules engine and many faces."""

from rollplayer.build import choose

__version__ = "0.1.0"

choose()

# Only now, since it imports what is compiled: expansions add to the lists of verbs, events, words
# and dice before anybody reads them.
import rollplayer.expansions  # noqa: E402, F401
