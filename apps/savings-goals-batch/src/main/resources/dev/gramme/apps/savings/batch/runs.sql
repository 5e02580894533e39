-- What the batch has done: the manifest of its runs.
CREATE SCHEMA IF NOT EXISTS batch;

CREATE TABLE IF NOT EXISTS batch.run (
  generation bigint PRIMARY KEY,
  export_id bigint NOT NULL,
  -- Whose staged customers are loaded: its own, or after a rollback those of an earlier run.
  staged_by bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('STAGING', 'LOADING', 'LOADED', 'ABANDONED')),
  began_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);

CREATE TABLE IF NOT EXISTS batch.chunk (
  generation bigint NOT NULL REFERENCES batch.run,
  chunk int NOT NULL,
  PRIMARY KEY (generation, chunk)
);
