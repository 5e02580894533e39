package dev.gramme.engine.throttle;

/** Whether throughput limits requests. */
public enum Throttling {
  /** Every request is carried out. */
  NONE,
  /** Throughput is limited as the service does. */
  SERVICE
}
