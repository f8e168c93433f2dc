-- Whether somebody wants notices of their turns in this game; those of others are not touched.
ALTER TABLE claims ADD COLUMN told INTEGER NOT NULL DEFAULT 1;
