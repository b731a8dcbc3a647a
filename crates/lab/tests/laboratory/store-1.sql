-- A store as version 1 of the schema made it, with a match and a few searches.
PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
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
INSERT INTO "games" VALUES(1,0,0,0,1,'.../OX./...','b1 a1 b3',1.0,'rules','X wins');
INSERT INTO "games" VALUES(1,1,0,1,0,'.../OX./...','c3 a1 b3 a3',0.0,'rules','O wins');
CREATE TABLE moves (
    run        INTEGER NOT NULL,
    game       INTEGER NOT NULL,
    ply        INTEGER NOT NULL,
    move       TEXT NOT NULL,
    nodes      INTEGER NOT NULL,
    iterations INTEGER,
    depth      INTEGER NOT NULL,
    time_us    INTEGER NOT NULL,
    score      INTEGER NOT NULL,
    value      TEXT NOT NULL,
    PRIMARY KEY (run, game, ply)
) WITHOUT ROWID;
INSERT INTO "moves" VALUES(1,0,1,'b1',154,NULL,3,147,3,'about +3');
INSERT INTO "moves" VALUES(1,0,2,'a1',20,20,0,1432,167,'about +167');
INSERT INTO "moves" VALUES(1,0,3,'b3',41,NULL,3,20,999999,'win in 1');
INSERT INTO "moves" VALUES(1,1,1,'c3',20,20,0,185,1000,'about +1000');
INSERT INTO "moves" VALUES(1,1,2,'a1',38,NULL,3,74,-1,'about -1');
INSERT INTO "moves" VALUES(1,1,3,'b3',20,20,0,57,0,'about +0');
INSERT INTO "moves" VALUES(1,1,4,'a3',16,NULL,3,16,999999,'win in 1');
CREATE TABLE players (
    run    INTEGER NOT NULL REFERENCES runs,
    player INTEGER NOT NULL,
    spec   TEXT NOT NULL,
    PRIMARY KEY (run, player)
) WITHOUT ROWID;
INSERT INTO "players" VALUES(1,0,'pvs:depth=3');
INSERT INTO "players" VALUES(1,1,'mcts:iterations=20');
INSERT INTO "players" VALUES(2,0,'alphabeta');
INSERT INTO "players" VALUES(2,1,'pvs');
CREATE TABLE runs (
    run        INTEGER PRIMARY KEY,
    title      TEXT NOT NULL,
    experiment TEXT NOT NULL,
    version    TEXT NOT NULL,
    machine    TEXT NOT NULL,
    begun      TEXT NOT NULL,
    finished   TEXT
);
INSERT INTO "runs" VALUES(1,'tic-tac-toe: pvs:depth=3, mcts:iterations=20','title = "tic-tac-toe: pvs:depth=3, mcts:iterations=20"
kind = "round-robin"
game = "tic-tac-toe"
seed = 1
players = ["pvs:depth=3", "mcts:iterations=20"]
games = 2
openings = "random:2"
margin = "1000ms"
','0.1.0','AMD EPYC, 2 cores, linux','2026-11-16T13:47:28Z','2026-11-16T13:47:28Z');
INSERT INTO "runs" VALUES(2,'tic-tac-toe','title = "tic-tac-toe"
kind = "searches"
game = "tic-tac-toe"
seed = 1
players = ["alphabeta", "pvs"]
plies = [2]
each = 1
depth = [3]
','0.1.0','AMD EPYC, 2 cores, linux','2026-11-16T13:47:28Z','2026-11-16T13:47:28Z');
CREATE TABLE searches (
    run          INTEGER NOT NULL REFERENCES runs,
    search       INTEGER NOT NULL,
    player       INTEGER NOT NULL,
    position     INTEGER NOT NULL,
    budget       INTEGER NOT NULL,
    text         TEXT NOT NULL,
    plies        INTEGER,
    best         TEXT NOT NULL,
    nodes        INTEGER NOT NULL,
    iterations   INTEGER,
    depth        INTEGER NOT NULL,
    time_us      INTEGER NOT NULL,
    score        INTEGER NOT NULL,
    value        TEXT NOT NULL,
    expected     INTEGER,
    leaves       INTEGER NOT NULL,
    table_probes INTEGER NOT NULL,
    table_hits   INTEGER NOT NULL,
    table_cuts   INTEGER NOT NULL,
    beta_cuts    INTEGER NOT NULL,
    late_cuts    INTEGER NOT NULL,
    PRIMARY KEY (run, search)
) WITHOUT ROWID;
INSERT INTO "searches" VALUES(2,0,0,0,0,'..O/X../...',2,'b2',106,NULL,3,85,3,'about +3',NULL,78,0,0,0,14,11);
INSERT INTO "searches" VALUES(2,1,1,0,0,'..O/X../...',2,'b2',126,NULL,3,106,3,'about +3',NULL,89,36,9,4,18,13);
CREATE VIEW results AS
    SELECT games.run, game, pair, a.spec AS first, b.spec AS second, score, reason, ending, start, moves
    FROM games
    JOIN players a ON a.run = games.run AND a.player = games.first
    JOIN players b ON b.run = games.run AND b.player = games.second;
COMMIT;
PRAGMA user_version = 1;
