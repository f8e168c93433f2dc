-- Somebody who wants to be known again. Nothing here opens anything: of a recovery sentence and of the
-- secrets of devices only hashes are kept.
CREATE TABLE persons (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    portrait TEXT,
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    sentence BLOB NOT NULL UNIQUE,
    noted INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE devices (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    digest BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT;
CREATE INDEX devices_by_person ON devices (person);

-- The seats and tables whose tokens somebody has shown: by the hash of the token, so that a claim ends
-- when the seat gets another token.
CREATE TABLE claims (
    person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    digest BLOB NOT NULL,
    -- Which seat that was, so that a name is found also where somebody has got up since; null for the host.
    seat INTEGER,
    at INTEGER NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (person, game, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX claims_by_game ON claims (game);

-- What sentences are hashed with: another one in every store, so that no table of hashes fits two of them.
CREATE TABLE salts (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;
INSERT INTO salts (name, value) VALUES ('sentence', randomblob(32));
