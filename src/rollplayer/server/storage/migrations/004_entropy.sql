-- What the holder of a seat has added to chance before the start.
ALTER TABLE seats ADD COLUMN entropy TEXT NOT NULL DEFAULT '';
