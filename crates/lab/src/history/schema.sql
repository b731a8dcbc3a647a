-- Version 1 of the history of games that people played. docs/playing.md explains every column.

CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    played TEXT NOT NULL,
    game   TEXT NOT NULL,
    first  TEXT NOT NULL,
    second TEXT NOT NULL,
    start  TEXT NOT NULL,
    moves  TEXT NOT NULL,
    score  REAL NOT NULL,
    ending TEXT NOT NULL
);

-- Every position that occurred in a finished game, once a game.
CREATE TABLE positions (
    game   TEXT NOT NULL,
    key    INTEGER NOT NULL,
    first  INTEGER NOT NULL,
    draws  INTEGER NOT NULL,
    second INTEGER NOT NULL,
    PRIMARY KEY (game, key)
) WITHOUT ROWID;

PRAGMA application_id = 1936746860;
PRAGMA user_version = 1;
