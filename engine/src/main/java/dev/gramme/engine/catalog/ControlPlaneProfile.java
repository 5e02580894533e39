package dev.gramme.engine.catalog;

/**
 * The timing of the control plane: how long changes of tables take, and how often they are allowed.
 *
 * @param delays how long a change takes
 * @param limits whether rate limits apply to changes
 */
public record ControlPlaneProfile(StateDelays delays, ControlPlaneLimits limits) {
  /** Changes take no time and have no rate limits. */
  public static final ControlPlaneProfile IMMEDIATE =
      new ControlPlaneProfile(StateDelays.NONE, ControlPlaneLimits.NONE);

  /** Changes take as long, and have the same rate limits, as in the service. */
  public static final ControlPlaneProfile SERVICE =
      new ControlPlaneProfile(StateDelays.SERVICE, ControlPlaneLimits.SERVICE);
}
