-- What bots are asked, where workers of other machines think for them (storage/thinking.py), and who these are.
-- Nobody misses it after a crash: whoever has asked asks again. An SQLite file has one process.
-- postgresql:
CREATE UNLOGGED TABLE thinkers (
    name TEXT COLLATE "C" PRIMARY KEY,
    -- Those of another version would answer otherwise.
    code TEXT COLLATE "C" NOT NULL,
    seen BIGINT NOT NULL
);
CREATE UNLOGGED TABLE thoughts (
    n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code TEXT COLLATE "C" NOT NULL,
    question TEXT NOT NULL,
    -- Nobody waits for it after that.
    until BIGINT NOT NULL,
    thinker TEXT COLLATE "C",
    taken BIGINT,
    answer TEXT
);
CREATE INDEX open_thoughts ON thoughts (code, n) WHERE thinker IS NULL;
-- both:
