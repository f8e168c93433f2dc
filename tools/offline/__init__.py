"""The whole game without a server: what `make offline` builds."""
