"""Telling people of their turns: what is said, when, and how it reaches them."""
