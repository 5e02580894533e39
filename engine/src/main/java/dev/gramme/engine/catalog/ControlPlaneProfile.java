package dev.gramme.engine.catalog;

/**
 * How fast tables change, and how soon one change may follow another.
 *
 * @param delays how long a change takes
 * @param limits whether clients are asked for patience
 */
public record ControlPlaneProfile(StateDelays delays, ControlPlaneLimits limits) {
  /** At once, and as often as one likes. */
  public static final ControlPlaneProfile IMMEDIATE =
      new ControlPlaneProfile(StateDelays.NONE, ControlPlaneLimits.NONE);

  /** As the service. */
  public static final ControlPlaneProfile SERVICE =
      new ControlPlaneProfile(StateDelays.SERVICE, ControlPlaneLimits.SERVICE);
}
