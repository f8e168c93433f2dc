"""The server inside a page: rooms as everywhere, kept by the browser and reached by messages."""
