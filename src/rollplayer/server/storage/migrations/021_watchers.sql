-- Who watches a game at a process that does not own its room, and what its owner tells them beyond the log
-- (storage/watching.py). An SQLite file has one process.
-- postgresql:
CREATE TABLE watching (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    node TEXT COLLATE "C" NOT NULL REFERENCES nodes (name) ON DELETE CASCADE,
    watchers BIGINT NOT NULL,
    PRIMARY KEY (game, node)
);
-- Nobody misses it after a crash: it is told again, and only as long as somebody watches.
CREATE UNLOGGED TABLE told (
    game TEXT COLLATE "C" PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    -- The owner's lease; what an earlier owner has told holds no longer.
    epoch BIGINT NOT NULL,
    -- Grows by one with everything that is told.
    n BIGINT NOT NULL,
    version BIGINT NOT NULL,
    -- Empty once nobody watches any more.
    what TEXT NOT NULL
);
-- both:
