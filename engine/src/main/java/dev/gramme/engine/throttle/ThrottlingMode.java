package dev.gramme.engine.throttle;

/** Whether requests are limited in throughput. */
public enum ThrottlingMode {
  /** No request is refused for its throughput. */
  NONE,
  /** Throughput is limited as on the service. */
  SERVICE
}
