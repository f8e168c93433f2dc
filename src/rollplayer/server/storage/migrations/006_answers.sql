-- What was answered to a request with an Idempotency-Key, written together with what the request did.
-- The key itself is not here, and only it opens the answer: there are tokens in it.
CREATE TABLE answers (
    mark BLOB PRIMARY KEY,
    print BLOB NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX answers_by_time ON answers (at);
