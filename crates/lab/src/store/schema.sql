-- Version 2 of the store. docs/store.md explains every column; upgrade.sql brings a store of version 1 here.

CREATE TABLE runs (
    run        INTEGER PRIMARY KEY,
    title      TEXT NOT NULL,
    experiment TEXT NOT NULL,
    version    TEXT NOT NULL,
    machine    TEXT NOT NULL,
    begun      TEXT NOT NULL,
    finished   TEXT
);

CREATE TABLE players (
    run    INTEGER NOT NULL REFERENCES runs,
    player INTEGER NOT NULL,
    spec   TEXT NOT NULL,
    PRIMARY KEY (run, player)
) WITHOUT ROWID;

CREATE TABLE games (
    run    INTEGER NOT NULL REFERENCES runs,
    game   INTEGER NOT NULL,
    pair   INTEGER NOT NULL,
    first  INTEGER NOT NULL,
    second INTEGER NOT NULL,
    start  TEXT NOT NULL,
    moves  TEXT NOT NULL,
    score  REAL NOT NULL,
    reason TEXT NOT NULL,
    ending TEXT NOT NULL,
    PRIMARY KEY (run, game)
) WITHOUT ROWID;

CREATE TABLE moves (
    run           INTEGER NOT NULL,
    game          INTEGER NOT NULL,
    ply           INTEGER NOT NULL,
    move          TEXT NOT NULL,
    nodes         INTEGER NOT NULL,
    iterations    INTEGER,
    depth         INTEGER NOT NULL,
    time_us       INTEGER NOT NULL,
    score         INTEGER NOT NULL,
    value         TEXT NOT NULL,
    table_entries INTEGER,
    PRIMARY KEY (run, game, ply)
) WITHOUT ROWID;

CREATE TABLE searches (
    run           INTEGER NOT NULL REFERENCES runs,
    search        INTEGER NOT NULL,
    player        INTEGER NOT NULL,
    position      INTEGER NOT NULL,
    budget        INTEGER NOT NULL,
    text          TEXT NOT NULL,
    plies         INTEGER,
    best          TEXT NOT NULL,
    nodes         INTEGER NOT NULL,
    iterations    INTEGER,
    depth         INTEGER NOT NULL,
    time_us       INTEGER NOT NULL,
    score         INTEGER NOT NULL,
    value         TEXT NOT NULL,
    expected      INTEGER,
    leaves        INTEGER NOT NULL,
    table_probes  INTEGER NOT NULL,
    table_hits    INTEGER NOT NULL,
    table_cuts    INTEGER NOT NULL,
    beta_cuts     INTEGER NOT NULL,
    late_cuts     INTEGER NOT NULL,
    table_entries INTEGER,
    PRIMARY KEY (run, search)
) WITHOUT ROWID;

-- Games with the players' specs, for people with a database browser.
CREATE VIEW results AS
    SELECT games.run, game, pair, a.spec AS first, b.spec AS second, score, reason, ending, start, moves
    FROM games
    JOIN players a ON a.run = games.run AND a.player = games.first
    JOIN players b ON b.run = games.run AND b.player = games.second;

PRAGMA user_version = 2;
