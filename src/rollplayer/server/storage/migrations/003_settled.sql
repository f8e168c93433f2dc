-- How many entries nobody can agree to take back any more: whoever left took their say with them.
ALTER TABLE games ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
-- In games from before only the seats that nobody has taken since tell that somebody left.
UPDATE games SET settled = (SELECT coalesce(max(n), 0) FROM entries WHERE game = games.id)
WHERE status = 'running'
  AND EXISTS (SELECT 1 FROM seats WHERE game = games.id AND kind = 'open' AND stand_in IS NOT NULL);
