package dev.gramme.embedded;

/** Whether throughput is limited, see {@link Gramme.Builder#throttling}. */
public enum Throttling {
  /** Throughput is not limited. This is the default. */
  NONE,
  /** Throughput is limited as in the service. */
  SERVICE;

  dev.gramme.engine.throttle.Throttling ofEngine() {
    return switch (this) {
      case NONE -> dev.gramme.engine.throttle.Throttling.NONE;
      case SERVICE -> dev.gramme.engine.throttle.Throttling.SERVICE;
    };
  }
}
