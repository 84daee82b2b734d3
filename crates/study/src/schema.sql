-- The store of a study, schema 8. Every table can be read with pandas, R, DuckDB or the sqlite3 shell; begin with the
-- view `results`, which has a line for the latest attempt at every job of the present study. A column `plan` holds moves.

-- The study files as they were when jobs were laid out, the present one last.
CREATE TABLE specs (
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    toml TEXT NOT NULL,
    program TEXT NOT NULL,
    expected TEXT NOT NULL,              -- a checksum of the expected verdicts; empty if there are none
    added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ'))
);

CREATE TABLE sets (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    x REAL,
    position INTEGER NOT NULL
);

CREATE TABLE configurations (
    id INTEGER PRIMARY KEY,
    setting TEXT NOT NULL UNIQUE,        -- canonical JSON: rows of equal settings are comparable
    name TEXT NOT NULL,
    position INTEGER NOT NULL
);

CREATE TABLE instances (
    id INTEGER PRIMARY KEY,
    set_id INTEGER NOT NULL REFERENCES sets (id),
    key TEXT NOT NULL,                   -- what it is: its name, or the board and the name that a file gives it
    name TEXT NOT NULL,                  -- what tables call it
    game TEXT,                           -- GAME[+RULES] and board, where the name does not give them
    board TEXT,
    UNIQUE (key, set_id)
);

-- The verdicts that the study expects.
CREATE TABLE expectations (
    id INTEGER PRIMARY KEY REFERENCES instances (id),
    verdict TEXT NOT NULL                -- solved or unsolvable
);

-- What an instance is, told by the first job that opened it.
CREATE TABLE boards (
    instance INTEGER PRIMARY KEY REFERENCES instances (id),
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    board TEXT NOT NULL,
    checksum INTEGER NOT NULL            -- of the other columns
);

CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    configuration INTEGER NOT NULL REFERENCES configurations (id),
    instance INTEGER NOT NULL REFERENCES instances (id),
    set_id INTEGER NOT NULL REFERENCES sets (id),
    repetition INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    solvers INTEGER NOT NULL,            -- the version of the solvers
    planned INTEGER NOT NULL DEFAULT 1,  -- 0: the present study does not ask for it any more
    attempts INTEGER NOT NULL DEFAULT 1, -- how many are wanted; a rerun asks for one more
    turn INTEGER NOT NULL,               -- jobs run in this order: configurations take turns to be first
    UNIQUE (instance, configuration, seed, solvers)
);
CREATE INDEX unplanned ON jobs (id) WHERE planned = 0;
CREATE INDEX turns ON jobs (turn) WHERE planned;

-- Who made a row: program, build and machine. Text is empty where a thing is not known.
CREATE TABLE origins (
    id INTEGER PRIMARY KEY,              -- a checksum of the other columns: rows keep their origin
    program TEXT NOT NULL,
    schema INTEGER NOT NULL,
    revision TEXT NOT NULL,              -- the commit of the sources
    dirty INTEGER NOT NULL,              -- 1: they were changed since; -1: not known
    build TEXT NOT NULL,                 -- a checksum of sources, dependencies, compiler and flags
    compiler TEXT NOT NULL,
    target TEXT NOT NULL,
    features TEXT NOT NULL,              -- of the target, separated by commas
    profile TEXT NOT NULL,
    machine TEXT NOT NULL,
    system TEXT NOT NULL,
    processor TEXT NOT NULL,
    cores INTEGER NOT NULL,
    memory INTEGER NOT NULL              -- bytes
);

-- The rows. They are never changed; a rerun adds a row with the next attempt.
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES jobs (id),
    attempt INTEGER NOT NULL,
    origin INTEGER NOT NULL REFERENCES origins (id),
    finished INTEGER NOT NULL,           -- milliseconds since 1970
    verdict TEXT NOT NULL,
    stop TEXT,
    length INTEGER,
    optimal INTEGER NOT NULL,
    seconds REAL NOT NULL,
    expanded INTEGER NOT NULL,
    generated INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    reopened INTEGER NOT NULL,
    dead_ends INTEGER NOT NULL,
    peak_open INTEGER NOT NULL,
    peak_closed INTEGER NOT NULL,
    peak_bytes INTEGER NOT NULL,
    lower_bound INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    algorithm TEXT NOT NULL,
    heuristic TEXT,
    error TEXT,
    details TEXT,                        -- JSON
    plan TEXT,                           -- the solution's moves
    started INTEGER NOT NULL,            -- milliseconds since 1970
    cpu_seconds REAL,                    -- processor time, of all threads of the job
    cores TEXT,                          -- those that the job was held to; NULL: it ran on any
    watch TEXT,                          -- who kept the limit on memory besides the solver: cgroup or process
    energy REAL,                         -- joules used meanwhile; NULL: the system does not expose them
    isolation TEXT,                      -- how a program was isolated; NULL: a solver ran
    tool TEXT,                           -- the program's checksum and version; NULL: a solver ran
    nodes TEXT,                          -- the memory regions that the job was bound to; NULL: to none
    checksum INTEGER NOT NULL,           -- of the columns from job to nodes
    UNIQUE (job, attempt)
);
CREATE INDEX reruns ON runs (job, attempt) WHERE attempt > 1;

CREATE TRIGGER rows_are_never_changed BEFORE UPDATE ON runs
BEGIN SELECT raise(ABORT, 'rows are never changed'); END;
CREATE TRIGGER rows_are_never_deleted BEFORE DELETE ON runs
BEGIN SELECT raise(ABORT, 'rows are never deleted'); END;

-- The rows with what they are of and how they compare with the expected verdict. A wrong answer counts as undecided; the
-- table `runs` has it as it was. A plan that the rules replayed cannot be wrong, so that the expectation is.
CREATE VIEW judged AS
SELECT id, job, attempt, origin, finished,
       iif(answer = 'wrong', 'unknown', verdict) AS verdict, iif(answer = 'wrong', 'wrong', stop) AS stop,
       iif(answer = 'wrong', NULL, length) AS length, iif(answer = 'wrong', 0, optimal) AS optimal,
       seconds, expanded, generated, duplicates, reopened, dead_ends, peak_open, peak_closed, peak_bytes, lower_bound,
       seed, algorithm, heuristic, error, details, iif(answer = 'wrong', NULL, plan) AS plan, started, cpu_seconds, cores,
       watch, energy, isolation, tool, nodes, instance_id, configuration_id, set_id, repetition, planned, solvers, expected, answer
FROM (SELECT r.*, j.instance AS instance_id, j.configuration AS configuration_id, j.set_id, j.repetition, j.planned,
             j.solvers, e.verdict AS expected,
             CASE WHEN e.verdict IS NULL OR r.verdict = 'unknown' THEN NULL
                  WHEN r.verdict = e.verdict THEN 'right'
                  WHEN r.verdict = 'solved' AND r.plan IS NOT NULL AND i.game IS NOT 'file' THEN 'unexpected'
                  ELSE 'wrong' END AS answer
      FROM runs r JOIN jobs j ON j.id = r.job LEFT JOIN expectations e ON e.id = j.instance
      LEFT JOIN instances i ON i.id = e.id);

-- Verdicts counted as rows come in, so that the status of a million jobs is read at once.
CREATE TABLE tallies (
    configuration INTEGER NOT NULL,
    set_id INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    stop TEXT NOT NULL,                  -- '' if there is none
    jobs INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (configuration, set_id, verdict, stop)
) WITHOUT ROWID;

CREATE TRIGGER tally AFTER INSERT ON runs
BEGIN
    UPDATE tallies SET jobs = jobs - 1, seconds = seconds - earlier.s
    FROM (SELECT r.configuration_id AS c, r.set_id AS t, r.verdict AS v, coalesce(r.stop, '') AS p, r.seconds AS s
          FROM judged r
          WHERE new.attempt > 1 AND r.job = new.job AND r.attempt < new.attempt AND r.planned
          ORDER BY r.attempt DESC LIMIT 1) AS earlier
    WHERE configuration = earlier.c AND set_id = earlier.t AND verdict = earlier.v AND stop = earlier.p;
    INSERT INTO tallies
    SELECT configuration_id, set_id, verdict, coalesce(stop, ''), 1, seconds FROM judged WHERE id = new.id AND planned
    ON CONFLICT DO UPDATE SET jobs = jobs + 1, seconds = seconds + excluded.seconds;
END;

-- Checksums of the tables that change only when a study is laid out.
CREATE TABLE seals (
    part TEXT PRIMARY KEY,
    checksum INTEGER NOT NULL
) WITHOUT ROWID;

-- Jobs that a running process has taken. A process that died is known by the lock that it no longer holds.
CREATE TABLE owners (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    machine TEXT NOT NULL,
    process INTEGER NOT NULL
);
CREATE TABLE claims (
    job INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL
);

-- How far the files of shards are merged; merging resumes there.
CREATE TABLE shards (
    name TEXT PRIMARY KEY,               -- of the file
    study TEXT NOT NULL,                 -- the fingerprint of the study that it was merged for
    bytes INTEGER NOT NULL,
    header TEXT NOT NULL                 -- the line that says what the rows from there on are of
) WITHOUT ROWID;

CREATE VIEW results AS
SELECT r.id AS run, r.job, r.attempt, s.name AS "set", s.x, s.position AS set_position, r.instance_id,
       i.name AS instance,
       c.name AS configuration, c.position AS configuration_position, r.repetition, r.verdict, r.stop, r.length,
       r.optimal, r.seconds, r.expanded, r.generated, r.duplicates, r.reopened, r.dead_ends, r.peak_open,
       r.peak_closed, r.peak_bytes, r.lower_bound, r.seed, r.algorithm, r.heuristic, r.error, r.details, r.plan,
       r.finished, o.program, o.machine, b.game, b.rules, b.board, r.started, r.cpu_seconds, r.cores, r.watch, c.setting,
       r.solvers, r.origin, o.revision, o.dirty, o.build, r.energy, r.isolation, r.tool, r.expected, r.answer, r.nodes
FROM judged r
JOIN configurations c ON c.id = r.configuration_id
JOIN sets s ON s.id = r.set_id
JOIN instances i ON i.id = r.instance_id
LEFT JOIN origins o ON o.id = r.origin
LEFT JOIN boards b ON b.instance = r.instance_id
WHERE r.planned
  AND NOT EXISTS (SELECT 1 FROM runs later WHERE later.attempt > 1 AND later.job = r.job AND later.attempt > r.attempt);
