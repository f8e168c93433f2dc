"""How the game runs: setup, the four phases, the end, and what variants change."""

from importlib import import_module

# Expansions lie above the rules and are not named here: whatever lies in their folder adds to the
# lists of verbs, events, words and dice before anybody composes a game or reads content.
import_module("rollplayer.expansions")
