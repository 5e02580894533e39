package dev.gramme.engine.catalog;

/**
 * Whether the service's limits hold that only ask for patience: rates of requests that change
 * tables, and waits between two changes of the same thing. Limits of quantity always hold.
 */
public enum ControlPlaneLimits {
  /** Tests on one machine wait for nothing. */
  NONE,
  SERVICE
}
