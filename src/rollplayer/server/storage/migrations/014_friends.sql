-- Who has sat at a begun game: claims whose token was valid there after the start, or still is.
CREATE VIEW players AS
SELECT claims.person, claims.game, claims.digest, claims.seat, games.started
FROM claims
JOIN games ON games.id = claims.game AND games.started IS NOT NULL
JOIN seats ON seats.game = claims.game AND seats.seat = claims.seat
WHERE claims.at >= games.started
    OR seats.token_hash = claims.digest
    OR (seats.token_hash IS NULL AND seats.kind = 'open');

-- One has asked the other to be friends.
CREATE TABLE friendships (
    person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    -- Null once it was withdrawn.
    asked INTEGER,
    agreed INTEGER,
    -- Whoever asked does not learn of it, and cannot ask again and again.
    declined INTEGER,
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX friendships_by_other ON friendships (other);

CREATE TABLE blocks (
    person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_other ON blocks (other);

-- Kept for a month, to count how many there were.
CREATE TABLE invitations (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    -- accepted, declined or withdrawn; null while it is open.
    answer TEXT,
    PRIMARY KEY (game, other, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_other ON invitations (other, at);
CREATE INDEX invitations_by_person ON invitations (person, at);

-- What somebody at a table has told the operator about somebody else there.
CREATE TABLE reports (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- The report stays when the game goes.
    game TEXT NOT NULL,
    -- Null for a host without a seat.
    seat INTEGER,
    name TEXT NOT NULL,
    -- Null for a guest.
    about TEXT REFERENCES persons (id) ON DELETE CASCADE,
    reporter TEXT REFERENCES persons (id) ON DELETE CASCADE,
    reporter_seat INTEGER,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    resolved INTEGER,
    outcome TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX reports_by_game ON reports (game);
CREATE INDEX reports_by_about ON reports (about);
CREATE INDEX reports_by_reporter ON reports (reporter);

-- The chat of the game as it was when the report came.
CREATE TABLE evidence (
    report INTEGER NOT NULL REFERENCES reports (n) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (report, n)
) STRICT, WITHOUT ROWID;

-- What an operator has done about a person.
CREATE TABLE sanctions (
    person TEXT PRIMARY KEY REFERENCES persons (id) ON DELETE CASCADE,
    -- Shown until it was read.
    warning TEXT,
    muted INTEGER,
    barred INTEGER
) STRICT, WITHOUT ROWID;

-- By which everybody knows others by handles of their own.
INSERT INTO salts (name, value) VALUES ('handles', randomblob(32));
