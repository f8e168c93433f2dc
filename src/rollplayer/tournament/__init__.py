"""Tournaments between bots: all of them play the same deals in every seat.

A deal is a seed. It is played once for each rotation of the seats, so that no level gets better
heroes or seats than another. Every game is one JSON line, and an interrupted tournament continues
where its file ends.
"""
