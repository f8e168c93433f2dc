"""The table server: rooms, their truth on disk, and the protocol of docs/protocol.md."""
