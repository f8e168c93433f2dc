"""The vocabulary of card effects: one small class a word, each of which both asks and happens."""
