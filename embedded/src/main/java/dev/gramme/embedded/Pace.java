package dev.gramme.embedded;

/** How long changes of tables take, see {@link Gramme.Builder#pace}. */
public enum Pace {
  /** Changes are immediate, and their rate is not limited. This is the default. */
  IMMEDIATE,
  /** Changes have the delays and the rate limits of the service. */
  SERVICE;

  dev.gramme.engine.catalog.Pace ofEngine() {
    return switch (this) {
      case IMMEDIATE -> dev.gramme.engine.catalog.Pace.IMMEDIATE;
      case SERVICE -> dev.gramme.engine.catalog.Pace.SERVICE;
    };
  }
}
