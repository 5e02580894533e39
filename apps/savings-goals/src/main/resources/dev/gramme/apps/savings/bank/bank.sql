-- The bank's books. Not a part of the system: a stand-in for where deposits come from.
CREATE SCHEMA IF NOT EXISTS bank;

CREATE TABLE IF NOT EXISTS bank.customer (
  person_id text PRIMARY KEY,
  name text NOT NULL,
  segment text NOT NULL,
  notifications boolean NOT NULL,
  language text NOT NULL,
  goals text[] NOT NULL
);

CREATE TABLE IF NOT EXISTS bank.account (
  person_id text NOT NULL,
  goal_id text NOT NULL,
  month date NOT NULL,
  balance numeric(12, 2) NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, goal_id)
);

CREATE TABLE IF NOT EXISTS bank.export (
  export_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  closed_at timestamptz NOT NULL
);

-- Customers of whom something was still open when the books were closed, and the moment before it.
CREATE TABLE IF NOT EXISTS bank.export_open (
  export_id bigint NOT NULL REFERENCES bank.export,
  person_id text NOT NULL,
  reconciled_until timestamptz NOT NULL,
  PRIMARY KEY (export_id, person_id)
);

CREATE TABLE IF NOT EXISTS bank.contribution (
  event_id text PRIMARY KEY,
  person_id text NOT NULL,
  goal_id text NOT NULL,
  amount numeric(12, 2) NOT NULL,
  occurred_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('PENDING', 'CONFIRMED', 'FAILED')),
  -- The export that has it, once it is reconciled.
  export_id bigint REFERENCES bank.export
);

CREATE INDEX IF NOT EXISTS contribution_open ON bank.contribution (person_id, goal_id)
  WHERE export_id IS NULL;
CREATE INDEX IF NOT EXISTS contribution_export ON bank.contribution (export_id);

-- Events that Kafka has not acknowledged yet.
CREATE TABLE IF NOT EXISTS bank.outbox (
  event_id text PRIMARY KEY,
  person_id text NOT NULL,
  event text NOT NULL
);

-- The rewards: amounts that reached a goal, invested at its special rate.
CREATE TABLE IF NOT EXISTS bank.investment (
  person_id text NOT NULL,
  goal_id text NOT NULL,
  month date NOT NULL,
  amount numeric(12, 2) NOT NULL,
  rate numeric(5, 4) NOT NULL,
  PRIMARY KEY (person_id, goal_id, month)
);
