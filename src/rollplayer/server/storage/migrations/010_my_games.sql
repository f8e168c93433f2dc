-- What the list and the statistics of somebody's own games read of a finished one: its boxes, and by seat its
-- hero's race, side, class, stars, whether it won, and its stars by line. It follows from the result, and triggers keep it
-- so. Results from before faces were kept have classes alone.
CREATE TABLE summaries (
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    finished INTEGER NOT NULL,
    boxes TEXT NOT NULL,
    heroes TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- sqlite:
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

-- postgresql:
CREATE VIEW summaries_now AS
SELECT
    id AS game,
    finished,
    items(options -> 'expansions')::text AS boxes,
    coalesce(
        (
            SELECT jsonb_agg(
                jsonb_build_array(
                    sound #> ARRAY['faces', hero.key, 'race'],
                    coalesce(nullif(sound #> ARRAY['faces', hero.key, 'side'], 'null'), '"male"'),
                    sound #> ARRAY['classes', hero.key],
                    hero.value -> 'total',
                    CASE WHEN sound #> '{end,winners}' @> hero.key::jsonb THEN 1 ELSE 0 END,
                    coalesce(nullif(hero.value -> 'lines', 'null'), '{}')
                )
                ORDER BY hero.key::bigint
            )::text
            FROM (
                SELECT value, (place - 1)::text AS key
                FROM jsonb_array_elements(items(sound #> '{end,heroes}')) WITH ORDINALITY AS each (value, place)
            ) AS hero
        ),
        '[]'
    ) AS heroes
FROM (
    SELECT id, finished, sound_json(options) AS options, sound_json(result) AS sound
    FROM games
    WHERE status = 'finished' AND finished IS NOT NULL AND result IS NOT NULL
) AS ended;

-- both:
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

-- A person's games, one beside the other, so that all are read at once: each as the JSON that lists and
-- statistics begin with (storage/person_games.py). It follows from claims, games, seats and summaries, and
-- triggers keep it so. A claim holds while its token is the seat's or the host's.
CREATE TABLE own_rows (
    person TEXT NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    facts TEXT NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX own_rows_by_game ON own_rows (game);

-- sqlite:
-- The text is put together by hand: what is JSON already need not be read for it.
CREATE VIEW own_rows_now AS
SELECT
    claims.person AS person,
    claims.game AS game,
    format(
        '[%s,%d,%d,[%s],%s,"%w",%d,%s,%s,%s]',
        json_quote(claims.game),
        (SELECT max(hidden) FROM claims AS own WHERE own.person = claims.person AND own.game = claims.game),
        EXISTS (
            SELECT 1 FROM claims AS own
            WHERE own.person = claims.person AND own.game = claims.game AND own.digest = games.host_hash
        ),
        (
            SELECT group_concat(format(
                '[%d,%s,"%w",%s,%d]', seat, json_quote(name), kind, json_quote(coalesce(level, stand_in)),
                token_hash IS NOT NULL AND EXISTS (
                    SELECT 1 FROM claims AS own
                    WHERE own.person = claims.person AND own.game = claims.game AND own.digest = token_hash
                )
            ))
            FROM seats WHERE seats.game = claims.game
        ),
        json_quote(games.title),
        games.status,
        games.created,
        coalesce(games.finished, 'null'),
        coalesce(summaries.boxes, '[]'),
        coalesce(summaries.heroes, '[]')
    ) AS facts
FROM claims
CROSS JOIN games ON games.id = claims.game
LEFT JOIN summaries ON summaries.game = claims.game;

-- postgresql:
CREATE VIEW own_rows_now AS
SELECT
    claims.person AS person,
    claims.game AS game,
    json_build_array(
        claims.game,
        (SELECT max(hidden) FROM claims AS own WHERE own.person = claims.person AND own.game = claims.game),
        EXISTS (
            SELECT 1 FROM claims AS own
            WHERE own.person = claims.person AND own.game = claims.game AND own.digest = games.host_hash
        )::int,
        coalesce(
            (
                SELECT json_agg(
                    json_build_array(
                        seat, name, kind, coalesce(level, stand_in),
                        (
                            token_hash IS NOT NULL AND EXISTS (
                                SELECT 1 FROM claims AS own
                                WHERE own.person = claims.person AND own.game = claims.game
                                    AND own.digest = token_hash
                            )
                        )::int
                    )
                    ORDER BY seat
                )
                FROM seats WHERE seats.game = claims.game
            ),
            '[]'
        ),
        games.title,
        games.status,
        games.created,
        games.finished,
        coalesce(summaries.boxes, '[]')::json,
        coalesce(summaries.heroes, '[]')::json
    )::text AS facts
FROM claims
JOIN games ON games.id = claims.game
LEFT JOIN summaries ON summaries.game = claims.game;

-- both:
-- Deleted first instead of replaced: in a trigger the conflict clause of the statement that fired it counts.
CREATE TRIGGER own_rows_claimed AFTER INSERT ON claims BEGIN
    DELETE FROM own_rows WHERE person = new.person AND game = new.game;
    INSERT INTO own_rows SELECT DISTINCT * FROM own_rows_now WHERE game = new.game AND person = new.person;
END;
CREATE TRIGGER own_rows_archived AFTER UPDATE OF hidden ON claims BEGIN
    DELETE FROM own_rows WHERE person = new.person AND game = new.game;
    INSERT INTO own_rows SELECT DISTINCT * FROM own_rows_now WHERE game = new.game AND person = new.person;
END;
CREATE TRIGGER own_rows_dropped AFTER DELETE ON claims BEGIN
    DELETE FROM own_rows WHERE person = old.person AND game = old.game;
    INSERT INTO own_rows SELECT DISTINCT * FROM own_rows_now WHERE game = old.game AND person = old.person;
END;
CREATE TRIGGER own_rows_seated AFTER INSERT ON seats BEGIN
    DELETE FROM own_rows WHERE game = new.game;
    INSERT INTO own_rows SELECT DISTINCT * FROM own_rows_now WHERE game = new.game;
END;
CREATE TRIGGER own_rows_reseated AFTER UPDATE ON seats BEGIN
    DELETE FROM own_rows WHERE game = new.game;
    INSERT INTO own_rows SELECT DISTINCT * FROM own_rows_now WHERE game = new.game;
END;
CREATE TRIGGER own_rows_renamed AFTER UPDATE OF title, status, finished, host_hash ON games BEGIN
    DELETE FROM own_rows WHERE game = new.id;
    INSERT INTO own_rows SELECT DISTINCT * FROM own_rows_now WHERE game = new.id;
END;
CREATE TRIGGER own_rows_summed_up AFTER INSERT ON summaries BEGIN
    DELETE FROM own_rows WHERE game = new.game;
    INSERT INTO own_rows SELECT DISTINCT * FROM own_rows_now WHERE game = new.game;
END;

INSERT INTO own_rows SELECT DISTINCT * FROM own_rows_now;
