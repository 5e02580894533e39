package dev.gramme.auth.policy;

/** What a statement does to an access that it is about. */
enum Effect {
  ALLOW,
  DENY
}
