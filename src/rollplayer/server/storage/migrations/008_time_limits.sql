-- What was agreed on the time for a turn, and the time that each seat has left. Both are JSON; null in a game
-- without a time limit.
ALTER TABLE games ADD COLUMN time_limit TEXT;
ALTER TABLE games ADD COLUMN times TEXT;
CREATE INDEX games_with_times ON games (status) WHERE times IS NOT NULL;

-- How far the two counts of milliseconds have come by which times are counted: while a server was running, and with
-- what lay in between; and the time of day then. One row.
CREATE TABLE server_time (
    n INTEGER PRIMARY KEY CHECK (n = 1),
    running INTEGER NOT NULL,
    passed INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
