-- Which process owns the room of a game, where several share a database (storage/leases.py). An SQLite file has one
-- process, which a lock on its folder keeps alone.
-- postgresql:
CREATE TABLE nodes (
    name TEXT COLLATE "C" PRIMARY KEY,
    address TEXT COLLATE "C" NOT NULL,
    started BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    -- Until then all leases of this node hold; one row is renewed for all of them.
    until BIGINT NOT NULL,
    -- How many leases others have taken from it: it looks which ones when this has changed.
    lost BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE leases (
    game TEXT COLLATE "C" PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    -- NULL once it was given back. The row stays for its epoch, which only ever grows.
    node TEXT COLLATE "C",
    epoch BIGINT NOT NULL
);
CREATE INDEX leases_of_node ON leases (node) WHERE node IS NOT NULL;
-- both:
