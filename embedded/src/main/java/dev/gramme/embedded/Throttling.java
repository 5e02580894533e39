package dev.gramme.embedded;

import dev.gramme.engine.throttle.ThrottlingMode;

/** Whether throughput is limited, see {@link Gramme.Builder#throttling}. */
public enum Throttling {
  /** Throughput is not limited. This is the default. */
  NONE,
  /** Throughput is limited as in the service. */
  SERVICE;

  ThrottlingMode ofEngine() {
    return switch (this) {
      case NONE -> ThrottlingMode.NONE;
      case SERVICE -> ThrottlingMode.SERVICE;
    };
  }
}
