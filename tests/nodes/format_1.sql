-- The tables as the first version of the program made them, with a session in them.
CREATE TABLE journal_format (format INT NOT NULL);
CREATE TABLE session (
    id BIGINT PRIMARY KEY,
    game TEXT NOT NULL,
    mode TEXT NOT NULL,
    title TEXT NOT NULL,
    setup TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    is_over BOOLEAN NOT NULL,
    closed BOOLEAN NOT NULL,
    opponent TEXT,
    total_you BIGINT,
    total_enemy BIGINT,
    owner BIGINT,
    epoch BIGINT NOT NULL
);
CREATE TABLE event (
    session BIGINT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    act_id TEXT,
    PRIMARY KEY (session, seq)
);
CREATE UNIQUE INDEX event_of_act ON event (session, act_id) WHERE act_id IS NOT NULL;
CREATE TABLE node (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    data TEXT NOT NULL,
    lease_until TIMESTAMPTZ NOT NULL,
    ended BOOLEAN NOT NULL
);
CREATE TABLE kept (
    name TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE SEQUENCE session_number;
CREATE SEQUENCE node_number;
INSERT INTO journal_format (format) VALUES (1);
INSERT INTO session VALUES (nextval('session_number'), 'queens-blood', 'live', 'an old one', '{}',
    1000, 1002, 2, 1, FALSE, FALSE, 'Chadley', NULL, NULL, NULL, 3);
INSERT INTO event VALUES (1, 1, 1001, 'act', 'act 1', 'first'), (1, 2, 1002, 'undo', '1', NULL);
INSERT INTO kept VALUES ('overlay', 4, '{"theme":"dark"}');
