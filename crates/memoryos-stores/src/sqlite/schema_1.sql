-- Format 1. Every row belongs to an owner and carries the revision at which it was last put.
-- Ids are 16 bytes, highest first, so that they sort as the ids do. Times that SQL compares (jobs, calls) are
-- whole nanoseconds since 1970; times that are only kept are ISO 8601 texts, exact for every year.

CREATE TABLE owner (
    id        INTEGER PRIMARY KEY,
    user      TEXT NOT NULL,
    assistant TEXT NOT NULL,
    revision  INTEGER NOT NULL DEFAULT 0,
    UNIQUE (user, assistant)
) STRICT;

-- The words of a page never change; place, segment, chain, learned and revision move.
CREATE TABLE page (
    rowid             INTEGER PRIMARY KEY,
    owner             INTEGER NOT NULL REFERENCES owner (id),
    id                BLOB NOT NULL CHECK (length(id) = 16),
    ord               INTEGER NOT NULL,
    revision          INTEGER NOT NULL,
    turn_key          TEXT,
    user_speaker      TEXT,
    user_text         TEXT NOT NULL,
    assistant_speaker TEXT,
    assistant_text    TEXT NOT NULL,
    said_at           TEXT NOT NULL,
    said_offset_secs  INTEGER,
    recorded_at       TEXT NOT NULL,
    place             TEXT NOT NULL CHECK (place IN ('short_term', 'pending', 'segment')),
    segment           BLOB CHECK ((segment IS NULL) = (place <> 'segment')),
    chain             BLOB,
    learned           INTEGER NOT NULL CHECK (learned IN (0, 1)),
    UNIQUE (owner, id),
    UNIQUE (owner, ord),
    UNIQUE (owner, turn_key)
) STRICT;
-- Place and segment ride along, so that counting reads this index alone and none of the words.
CREATE INDEX page_revision ON page (owner, revision, place, segment);

-- Whole records as JSON.
CREATE TABLE chain (
    rowid    INTEGER PRIMARY KEY,
    owner    INTEGER NOT NULL REFERENCES owner (id),
    id       BLOB NOT NULL CHECK (length(id) = 16),
    revision INTEGER NOT NULL,
    record   TEXT NOT NULL,
    UNIQUE (owner, id)
) STRICT;
CREATE INDEX chain_revision ON chain (owner, revision);

CREATE TABLE segment (
    rowid    INTEGER PRIMARY KEY,
    owner    INTEGER NOT NULL REFERENCES owner (id),
    id       BLOB NOT NULL CHECK (length(id) = 16),
    revision INTEGER NOT NULL,
    record   TEXT NOT NULL,
    UNIQUE (owner, id)
) STRICT;
CREATE INDEX segment_revision ON segment (owner, revision);

CREATE TABLE fact (
    rowid    INTEGER PRIMARY KEY,
    owner    INTEGER NOT NULL REFERENCES owner (id),
    id       BLOB NOT NULL CHECK (length(id) = 16),
    revision INTEGER NOT NULL,
    record   TEXT NOT NULL,
    UNIQUE (owner, id)
) STRICT;
CREATE INDEX fact_revision ON fact (owner, revision);

-- The id is the version: 1, 2, 3…
CREATE TABLE profile (
    rowid    INTEGER PRIMARY KEY,
    owner    INTEGER NOT NULL REFERENCES owner (id),
    id       INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    record   TEXT NOT NULL,
    UNIQUE (owner, id)
) STRICT;
CREATE INDEX profile_revision ON profile (owner, revision);

CREATE TABLE model (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- All vectors of an item under one model: f32, lowest byte first, one vector after the other.
-- A rowid table: WITHOUT ROWID would put the vectors into the tree's inner nodes and double the file.
CREATE TABLE vectors (
    rowid      INTEGER PRIMARY KEY,
    owner      INTEGER NOT NULL REFERENCES owner (id),
    kind       TEXT NOT NULL CHECK (kind IN ('page', 'fact')),
    item       BLOB NOT NULL CHECK (length(item) = 16),
    model      INTEGER NOT NULL REFERENCES model (id),
    revision   INTEGER NOT NULL,
    dimensions INTEGER NOT NULL,
    numbers    BLOB NOT NULL,
    UNIQUE (owner, item, kind, model)
) STRICT;
CREATE INDEX vectors_revision ON vectors (owner, revision);

CREATE TABLE job (
    rowid        INTEGER PRIMARY KEY,
    owner        INTEGER NOT NULL REFERENCES owner (id),
    id           BLOB NOT NULL CHECK (length(id) = 16),
    kind         TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    not_before   INTEGER NOT NULL,
    attempts     INTEGER NOT NULL,
    leased_until INTEGER,
    token        INTEGER NOT NULL DEFAULT 0,
    last_error   TEXT,
    UNIQUE (owner, id)
) STRICT;

CREATE TABLE call (
    rowid             INTEGER PRIMARY KEY,
    owner             INTEGER NOT NULL REFERENCES owner (id),
    at                INTEGER NOT NULL,
    purpose           TEXT NOT NULL,
    model             TEXT NOT NULL,
    prompt_tokens     INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    latency_nanos     INTEGER NOT NULL,
    failed            INTEGER NOT NULL CHECK (failed IN (0, 1))
) STRICT;
CREATE INDEX call_time ON call (owner, at);
