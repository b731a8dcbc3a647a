-- From version 1 to version 2: what was not written down then stays unknown.

ALTER TABLE moves ADD COLUMN table_entries INTEGER;
ALTER TABLE searches ADD COLUMN table_entries INTEGER;

PRAGMA user_version = 2;
