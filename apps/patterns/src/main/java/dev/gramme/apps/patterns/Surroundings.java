package dev.gramme.apps.patterns;

/** What kind of database a pattern is shown on. */
public enum Surroundings {
  /** One that refuses nothing and asks for nobody's name. */
  PLAIN,

  /** One with the service's limits of throughput, and a client that does not try again. */
  THROTTLED,

  /** One that asks who somebody is: see the tenants of {@link Means}. */
  SECURED
}
