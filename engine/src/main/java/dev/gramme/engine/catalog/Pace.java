package dev.gramme.engine.catalog;

/**
 * How fast tables change, and how soon one change may follow another.
 *
 * @param delays how long a change takes
 * @param limits whether clients are asked for patience
 */
public record Pace(StateDelays delays, ControlPlaneLimits limits) {
  /** At once, and as often as one likes. */
  public static final Pace IMMEDIATE = new Pace(StateDelays.NONE, ControlPlaneLimits.NONE);

  /** As the service. */
  public static final Pace SERVICE = new Pace(StateDelays.SERVICE, ControlPlaneLimits.SERVICE);
}
