package dev.gramme.auth.policy;

/** The effect of a statement on the accesses that it applies to. */
enum Effect {
  ALLOW,
  DENY
}
