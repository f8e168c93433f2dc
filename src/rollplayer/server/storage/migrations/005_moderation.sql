-- Who may not write in the chat, by seat; the host may write without one.
ALTER TABLE seats ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN host_muted INTEGER NOT NULL DEFAULT 0;

-- What an operator asks of a server that runs: it carries it out and writes its answer beside.
CREATE TABLE orders (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    answer TEXT
) STRICT;
