-- Since when a person is kept off the ladder, whatever they want themselves.
ALTER TABLE sanctions ADD COLUMN hidden INTEGER;
