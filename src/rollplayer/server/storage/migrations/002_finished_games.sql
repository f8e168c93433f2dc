-- What the search of finished games reads, in the order in which they ended: every listed one, with
-- its title and the names of its seats. It follows from games and seats, and triggers keep it so.
-- A number is the time of the end in milliseconds, times 65536 for those that ended together.
CREATE TABLE finished_games (
    n INTEGER PRIMARY KEY,
    game TEXT NOT NULL UNIQUE,
    players INTEGER,
    edition TEXT,
    expansions TEXT NOT NULL,
    text TEXT NOT NULL
);

-- sqlite:
-- Parts of words are found by three characters each. What is shorter must begin a word, which is
-- why every word begins with two marks here.
CREATE VIRTUAL TABLE finished_texts USING fts5 (
    text, content = 'finished_games', content_rowid = 'n', tokenize = 'trigram'
);

-- One damaged row must not keep anything from being written.
CREATE VIEW finished_now AS
SELECT
    id AS game,
    finished,
    json_extract(sound, '$.players') AS players,
    json_extract(sound, '$.edition') AS edition,
    coalesce((SELECT ' ' || group_concat(value, ' ') || ' ' FROM json_each(sound, '$.expansions')), '')
        AS expansions,
    replace(replace(char(10) || title || names, char(10), char(10) || '^^'), ' ', ' ^^') AS text
FROM (
    SELECT
        id,
        finished,
        title,
        CASE WHEN json_valid(options) THEN options ELSE '{}' END AS sound,
        coalesce(
            (SELECT char(10) || group_concat(name, char(10)) FROM seats WHERE game = games.id), ''
        ) AS names
    FROM games
    WHERE listed = 1 AND status = 'finished' AND finished IS NOT NULL
);

CREATE TRIGGER finished_games_added AFTER INSERT ON finished_games BEGIN
    INSERT INTO finished_texts (rowid, text) VALUES (new.n, new.text);
END;
CREATE TRIGGER finished_games_removed AFTER DELETE ON finished_games BEGIN
    INSERT INTO finished_texts (finished_texts, rowid, text) VALUES ('delete', old.n, old.text);
END;
CREATE TRIGGER finished_games_changed AFTER UPDATE OF text ON finished_games BEGIN
    INSERT INTO finished_texts (finished_texts, rowid, text) VALUES ('delete', old.n, old.text);
    INSERT INTO finished_texts (rowid, text) VALUES (new.n, new.text);
END;

-- postgresql:
-- Texts are compared without regard to case, whatever the locale of the database. As in SQLite, every word begins with
-- two marks here.
DO $do$ BEGIN
    EXECUTE format(
        'CREATE FUNCTION folded(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE '
        'AS $$ SELECT lower(written COLLATE %I) $$',
        coalesce(
            (SELECT min(collname) FROM pg_collation WHERE collname IN ('pg_c_utf8', 'und-x-icu')), 'default'
        )
    );
END $do$;

-- An index finds parts of words where its extension is at hand; elsewhere all texts are read.
DO $do$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX finished_games_text ON finished_games USING gin (folded(text) gin_trgm_ops);
EXCEPTION WHEN others THEN
    RAISE LOG 'rollplayer: no index of texts: %', sqlerrm;
END $do$;

-- One damaged row must not keep anything from being written.
CREATE FUNCTION sound_json(written text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
    RETURN coalesce(written::jsonb, '{}');
EXCEPTION WHEN others THEN
    RETURN '{}';
END $$;
CREATE FUNCTION items(sound jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE jsonb_typeof(sound) WHEN 'array' THEN sound ELSE '[]' END
$$;

CREATE VIEW finished_now AS
SELECT
    id AS game,
    finished,
    CASE jsonb_typeof(sound -> 'players') WHEN 'number' THEN (sound ->> 'players')::numeric::bigint END AS players,
    sound ->> 'edition' AS edition,
    coalesce(
        (
            SELECT ' ' || string_agg(box.name, ' ' ORDER BY box.place) || ' '
            FROM jsonb_array_elements_text(items(sound -> 'expansions')) WITH ORDINALITY AS box (name, place)
        ),
        ''
    ) AS expansions,
    replace(replace(chr(10) || title || names, chr(10), chr(10) || '^^'), ' ', ' ^^') AS text
FROM (
    SELECT
        id,
        finished,
        title,
        sound_json(options) AS sound,
        coalesce(
            (SELECT chr(10) || string_agg(name, chr(10) ORDER BY seat) FROM seats WHERE game = games.id), ''
        ) AS names
    FROM games
    WHERE listed = 1 AND status = 'finished' AND finished IS NOT NULL
) AS ended;

-- both:
CREATE TRIGGER games_added AFTER INSERT ON games WHEN new.status = 'finished' BEGIN
    INSERT INTO finished_games (n, game, players, edition, expansions, text)
    SELECT
        coalesce(
            (SELECT max(n) + 1 FROM finished_games WHERE n >= finished * 65536 AND n < (finished + 1) * 65536),
            finished * 65536
        ),
        game, players, edition, expansions, text
    FROM finished_now WHERE game = new.id;
END;
CREATE TRIGGER games_changed AFTER UPDATE OF status, finished, listed, title, options ON games
WHEN old.status = 'finished' OR new.status = 'finished' BEGIN
    DELETE FROM finished_games WHERE game = new.id;
    INSERT INTO finished_games (n, game, players, edition, expansions, text)
    SELECT
        coalesce(
            (SELECT max(n) + 1 FROM finished_games WHERE n >= finished * 65536 AND n < (finished + 1) * 65536),
            finished * 65536
        ),
        game, players, edition, expansions, text
    FROM finished_now WHERE game = new.id;
END;
CREATE TRIGGER games_removed AFTER DELETE ON games BEGIN
    DELETE FROM finished_games WHERE game = old.id;
END;
CREATE TRIGGER seats_added AFTER INSERT ON seats BEGIN
    UPDATE finished_games SET text = (SELECT text FROM finished_now WHERE game = new.game)
    WHERE game = new.game;
END;
CREATE TRIGGER seats_changed AFTER UPDATE OF name ON seats BEGIN
    UPDATE finished_games SET text = (SELECT text FROM finished_now WHERE game = new.game)
    WHERE game = new.game;
END;

INSERT INTO finished_games (n, game, players, edition, expansions, text)
SELECT
    finished * 65536 + row_number() OVER (PARTITION BY finished ORDER BY game) - 1,
    game, players, edition, expansions, text
FROM finished_now;

-- Statistics look at the latest ended ones, listed or not. The old index was used by nothing.
DROP INDEX games_by_end;
-- sqlite:
CREATE INDEX games_by_end ON games (finished) WHERE status = 'finished';
-- postgresql:
CREATE INDEX games_by_end ON games (finished DESC NULLS LAST) WHERE status = 'finished';
