package dev.gramme.embedded;

import dev.gramme.engine.catalog.ControlPlaneProfile;

/** The delays and rate limits of table changes, see {@link Gramme.Builder#controlPlane}. */
public enum ControlPlaneTiming {
  /** Changes are immediate, and their rate is not limited. This is the default. */
  IMMEDIATE,
  /** Changes have the delays and the rate limits of the service. */
  SERVICE;

  ControlPlaneProfile ofEngine() {
    return switch (this) {
      case IMMEDIATE -> ControlPlaneProfile.IMMEDIATE;
      case SERVICE -> ControlPlaneProfile.SERVICE;
    };
  }
}
