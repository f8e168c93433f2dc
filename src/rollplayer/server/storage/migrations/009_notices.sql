-- Where somebody wants to be told that it is their turn, or where a table tells it everybody.
CREATE TABLE channels (
    id TEXT PRIMARY KEY,
    -- One of the two: whose notices go there.
    person TEXT REFERENCES persons (id) ON DELETE CASCADE,
    game TEXT REFERENCES games (id) ON DELETE CASCADE,
    -- The browser that a push message wakes; it ends when that is signed out.
    device TEXT REFERENCES devices (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    -- What push messages are encrypted for.
    keys TEXT,
    -- Where the client was when this was made: links lead there unless the server has a public address.
    site TEXT NOT NULL,
    digest INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    -- Null until somebody has followed the link in the first mail.
    confirmed INTEGER,
    CHECK ((person IS NULL) <> (game IS NULL))
) STRICT;
CREATE INDEX channels_by_person ON channels (person);
CREATE INDEX channels_by_game ON channels (game);
CREATE INDEX channels_by_device ON channels (device);

-- When somebody does not want to be disturbed, and when they want their digest: minutes of a day in their zone.
CREATE TABLE notice_times (
    person TEXT PRIMARY KEY REFERENCES persons (id) ON DELETE CASCADE,
    zone TEXT NOT NULL,
    quiet_from INTEGER NOT NULL,
    quiet_to INTEGER NOT NULL,
    digest_at INTEGER NOT NULL
) STRICT;

-- What is to be delivered, written together with the answer that caused it.
CREATE TABLE outbox (
    -- The same however often it is sent.
    id TEXT PRIMARY KEY,
    channel TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    -- Null in the mail that asks whether an address is right.
    game TEXT REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER,
    turn TEXT,
    version INTEGER,
    at INTEGER NOT NULL,
    next INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Put off by quiet hours or for a digest.
    held INTEGER NOT NULL DEFAULT 0,
    -- The id of the message in which several go together.
    batch TEXT,
    done INTEGER,
    UNIQUE (channel, game, seat, turn)
) STRICT;
CREATE INDEX outbox_due ON outbox (next) WHERE done IS NULL;
CREATE INDEX outbox_done ON outbox (done) WHERE done IS NOT NULL;
CREATE INDEX outbox_by_game ON outbox (game);

-- What links in mails are proved with.
INSERT INTO salts (name, value) VALUES ('notices', randomblob(32));
