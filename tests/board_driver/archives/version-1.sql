PRAGMA application_id = 1413568082;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            options TEXT NOT NULL,
            start TEXT,
            tags TEXT NOT NULL,
            began TEXT,
            result TEXT NOT NULL DEFAULT '*',
            reason TEXT NOT NULL DEFAULT '',
            open TEXT NOT NULL DEFAULT '[]'
        ) STRICT;
INSERT INTO "games" VALUES(1,'tavreli','{}',NULL,'{"White": "White", "Black": "Black", "Site": "Moscow"}','2026-10-01T18:30:00+00:00','1-0','resignation','[]');
INSERT INTO "games" VALUES(2,'capture-go','{"target": 5}',NULL,'{}',NULL,'*','','[["e5", "e6"]]');
CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            game_id INTEGER NOT NULL REFERENCES games,
            at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')),
            ply INTEGER NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
INSERT INTO "history" VALUES(1,1,'2026-10-01T18:31:00.000Z',3,'amendment','g1-f3');
CREATE TABLE moves (
            game_id INTEGER NOT NULL REFERENCES games,
            ply INTEGER NOT NULL,
            text TEXT NOT NULL,
            t_ms INTEGER NOT NULL,
            PRIMARY KEY (game_id, ply)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "moves" VALUES(1,1,'e2-e4',1000);
INSERT INTO "moves" VALUES(1,2,'e7-e5',2000);
INSERT INTO "moves" VALUES(1,3,'f2-f4',4000);
INSERT INTO "moves" VALUES(2,1,'d4',500);
CREATE INDEX history_of_game ON history (game_id);
COMMIT;
