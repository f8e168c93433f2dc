-- Keys that sign for a person: kept by a phone, a computer or a stick, of which only the public half is here.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    -- What the browser calls it, and what its signatures are checked with.
    credential BLOB NOT NULL UNIQUE,
    key BLOB NOT NULL,
    -- How often it has signed, if it counts; 0 if it does not.
    count INTEGER NOT NULL,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    -- When it was last used; null if never.
    used INTEGER,
    -- Set when it has counted backwards: there may be a copy, and it opens nothing any more.
    doubted INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX passkeys_by_person ON passkeys (person);
