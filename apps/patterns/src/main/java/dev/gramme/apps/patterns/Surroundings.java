package dev.gramme.apps.patterns;

/** The kind of database that a pattern runs on. */
public enum Surroundings {
  /** Without limits and authentication. */
  PLAIN,

  /** With the service's throughput limits, and a client that does not retry. */
  THROTTLED,

  /** With authentication: see the tenants of {@link Means}. */
  SECURED,

  /** With a limit of 100,000 bytes for item collections instead of 10 GB. */
  SMALL_COLLECTIONS
}
