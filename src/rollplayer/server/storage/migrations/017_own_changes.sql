-- How often the rows of a person's games have changed: what was read of them stays true until it does
-- (storage/kept_games.py). Without a row there are no games yet.
CREATE TABLE own_changes (
    person TEXT PRIMARY KEY REFERENCES persons (id) ON DELETE CASCADE,
    n INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO own_changes (person, n) SELECT DISTINCT person, 1 FROM own_rows;

-- Rows are deleted and inserted, never updated. There is no conflict clause here, since in a trigger that of the
-- statement that fired it counts.
CREATE TRIGGER own_changes_added AFTER INSERT ON own_rows BEGIN
    UPDATE own_changes SET n = n + 1 WHERE person = new.person;
    INSERT INTO own_changes (person, n)
    SELECT new.person, 1 WHERE NOT EXISTS (SELECT 1 FROM own_changes WHERE person = new.person);
END;
CREATE TRIGGER own_changes_dropped AFTER DELETE ON own_rows BEGIN
    UPDATE own_changes SET n = n + 1 WHERE person = old.person;
END;
