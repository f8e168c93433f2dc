-- What seats have ordered for their next turns, as JSON: the orders of each seat, and whether one of them is about to
-- answer. Null where there are none.
ALTER TABLE games ADD COLUMN orders TEXT;
CREATE INDEX games_with_orders ON games (status) WHERE orders IS NOT NULL;
