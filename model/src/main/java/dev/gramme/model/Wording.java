package dev.gramme.model;

/**
 * The two sets of validation messages of the service. In 2026 the service replaced its request
 * validation region by region, so both are in use.
 */
public enum Wording {
  /** The older messages: all constraint violations in one list, with the values. */
  CLASSIC,
  /** The messages that most regions sent in October 2026. */
  CURRENT
}
