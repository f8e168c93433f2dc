"""Levels of bots against each other: the same deals for all of them, in every seat.

A deal is a seed. It is played once for each way round the table, so that no level is dealt better
heroes or better seats than another. Every game is one JSON line, and a tournament that was stopped
goes on where its file ends.
"""
