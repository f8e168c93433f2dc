-- What the list and the statistics of somebody's own games read of a finished one: its boxes, and by seat its
-- hero's race, side, class, stars, whether it won, and its stars by line. It follows from the result, and triggers keep it
-- so. Results from before faces were kept have classes alone.
CREATE TABLE summaries (
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    finished INTEGER NOT NULL,
    boxes TEXT NOT NULL,
    heroes TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One damaged row must not keep anything from being written, and is in no statistics.
CREATE VIEW summaries_now AS
SELECT
    id AS game,
    finished,
    coalesce(json_extract(options, '$.expansions'), '[]') AS boxes,
    (
        SELECT json_group_array(
            json_array(
                json_extract(sound, '$.faces[' || hero.key || '].race'),
                coalesce(json_extract(sound, '$.faces[' || hero.key || '].side'), 'male'),
                json_extract(sound, '$.classes[' || hero.key || ']'),
                json_extract(hero.value, '$.total'),
                EXISTS (SELECT 1 FROM json_each(sound, '$.end.winners') WHERE value = hero.key),
                json(coalesce(json_extract(hero.value, '$.lines'), '{}'))
            )
        )
        FROM json_each(sound, '$.end.heroes') AS hero
    ) AS heroes
FROM (
    SELECT
        id,
        finished,
        CASE WHEN json_valid(options) THEN options ELSE '{}' END AS options,
        CASE WHEN json_valid(result) THEN result ELSE '{}' END AS sound
    FROM games
    WHERE status = 'finished' AND finished IS NOT NULL AND result IS NOT NULL
);

CREATE TRIGGER summaries_added AFTER INSERT ON games WHEN new.status = 'finished' BEGIN
    INSERT INTO summaries (game, finished, boxes, heroes)
    SELECT game, finished, boxes, heroes FROM summaries_now WHERE game = new.id;
END;
CREATE TRIGGER summaries_changed AFTER UPDATE OF status, finished, options, result ON games
WHEN old.status = 'finished' OR new.status = 'finished' BEGIN
    DELETE FROM summaries WHERE game = new.id;
    INSERT INTO summaries (game, finished, boxes, heroes)
    SELECT game, finished, boxes, heroes FROM summaries_now WHERE game = new.id;
END;

INSERT INTO summaries (game, finished, boxes, heroes) SELECT game, finished, boxes, heroes FROM summaries_now;

-- How far a game that goes on has come, written together with the answer that changed it: whom it asks and
-- since when, its round, and the faces of its heroes. Without a row the log says it.
CREATE TABLE progress (
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    asked INTEGER,
    since INTEGER NOT NULL,
    round INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    faces TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How much of a game somebody has seen: the version of its log, and the last line of its chat.
CREATE TABLE looks (
    person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    chat INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_by_game ON looks (game);
-- Whoever had games before has seen what there is.
INSERT INTO looks (person, game, version, chat, at)
SELECT
    person, game,
    (SELECT coalesce(max(n), 0) FROM entries WHERE entries.game = claims.game),
    (SELECT coalesce(max(n), 0) FROM chat WHERE chat.game = claims.game),
    max(at)
FROM claims GROUP BY person, game;

CREATE TRIGGER progress_ended AFTER UPDATE OF status ON games WHEN new.status IN ('finished', 'closed') BEGIN
    DELETE FROM progress WHERE game = new.id;
END;
