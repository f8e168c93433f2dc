-- One game. The seed stays here until the end; the header is written when the game starts.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'finished', 'closed')),
    options TEXT NOT NULL,
    header TEXT,
    rules TEXT NOT NULL,
    content TEXT NOT NULL,
    seed BLOB NOT NULL,
    host_hash BLOB NOT NULL,
    listed INTEGER NOT NULL,
    watch INTEGER NOT NULL,
    pace TEXT NOT NULL,
    language TEXT NOT NULL,
    created INTEGER NOT NULL,
    started INTEGER,
    finished INTEGER,
    result TEXT,
    rematch TEXT,
    create_key BLOB UNIQUE
) STRICT;
CREATE INDEX games_by_status ON games (listed, status, created);
CREATE INDEX games_by_end ON games (listed, finished) WHERE finished IS NOT NULL;

-- The log. It only grows; a line is the one of the game file.
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who INTEGER NOT NULL,
    actor TEXT NOT NULL,
    command TEXT,
    line TEXT NOT NULL,
    PRIMARY KEY (game, n),
    UNIQUE (game, command)
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('open', 'human', 'bot')),
    level TEXT,
    stand_in TEXT,
    token_hash BLOB,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- When the disk was last seen to take a write.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT;

CREATE TABLE chat (
    game TEXT NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    command TEXT,
    PRIMARY KEY (game, n),
    UNIQUE (game, command)
) STRICT, WITHOUT ROWID;
