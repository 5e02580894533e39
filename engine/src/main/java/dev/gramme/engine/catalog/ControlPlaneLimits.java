package dev.gramme.engine.catalog;

/**
 * Whether the service's rate limits of the control plane apply: the rate of requests that change
 * tables, and the minimum wait between two changes of the same resource. Limits on quantities
 * always apply.
 */
public enum ControlPlaneLimits {
  /** No rate limits, so that tests need not wait. */
  NONE,
  SERVICE
}
