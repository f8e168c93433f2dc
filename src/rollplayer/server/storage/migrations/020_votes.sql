-- A vote on an undo that people have still to agree to, as JSON, with the version of the log that it is about: at another
-- version it is void. Null where there is none.
ALTER TABLE games ADD COLUMN vote TEXT;
