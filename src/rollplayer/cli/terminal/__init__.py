"""The game in the terminal: the table as text, menus of answers, one keyboard for everybody."""
