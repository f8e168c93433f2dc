-- Whether the results of a game change ratings.
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

-- How strong a person is thought to be (Glicko-2), as of a time: since then the deviation has grown.
CREATE TABLE ratings (
    -- Nobody learns the id of a person from a place on the ladder.
    n INTEGER PRIMARY KEY,
    person TEXT NOT NULL UNIQUE REFERENCES persons (id) ON DELETE CASCADE,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL DEFAULT 0,
    at INTEGER NOT NULL,
    -- Until then the deviation is small enough for the ladder, if no game comes before; 0 while it is not.
    settled_until INTEGER NOT NULL DEFAULT 0,
    -- Whether the person wants to be seen on the ladder.
    shown INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX ladder ON ratings (rating DESC, n) WHERE shown = 1;

-- Who sits at a rated table and, once its game is rated, what it has changed.
CREATE TABLE rated_seats (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    -- The round in which they left or had no time left, and when; null while they stay.
    left_in INTEGER,
    left_at INTEGER,
    -- When the game was rated; the ratings and deviations before and after it.
    ended INTEGER,
    rating_before REAL,
    deviation_before REAL,
    rating_after REAL,
    deviation_after REAL,
    PRIMARY KEY (game, seat),
    -- Nobody plays against themselves.
    UNIQUE (game, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_seats_by_person ON rated_seats (person, ended);
