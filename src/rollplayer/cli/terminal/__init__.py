"""The game in the terminal: the table as text, menus of answers, and the one keyboard for all."""
