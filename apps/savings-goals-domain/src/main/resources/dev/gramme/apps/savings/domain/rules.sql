-- The business rules, which both pipelines read. A change of a rule raises the version.
CREATE SCHEMA IF NOT EXISTS rules;

CREATE TABLE IF NOT EXISTS rules.goal (
  goal_id text NOT NULL,
  segment text NOT NULL,
  target_amount numeric(12, 2) NOT NULL CHECK (target_amount > 0),
  special_rate numeric(5, 4) NOT NULL,
  minimum_deposit numeric(12, 2) NOT NULL DEFAULT 1,
  PRIMARY KEY (goal_id, segment)
);

INSERT INTO rules.goal (goal_id, segment, target_amount, special_rate, minimum_deposit) VALUES
  ('SAVINGS_ACCOUNT', 'STANDARD', 500, 0.08, 1),
  ('GOVERNMENT_BONDS', 'STANDARD', 1500, 0.12, 10),
  ('CERTIFICATE_OF_DEPOSIT', 'STANDARD', 2000, 0.14, 10),
  ('SAVINGS_ACCOUNT', 'PREMIUM', 1000, 0.09, 1),
  ('GOVERNMENT_BONDS', 'PREMIUM', 3000, 0.13, 10),
  ('CERTIFICATE_OF_DEPOSIT', 'PREMIUM', 5000, 0.15, 10)
ON CONFLICT DO NOTHING;
