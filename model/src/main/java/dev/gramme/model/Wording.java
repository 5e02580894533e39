package dev.gramme.model;

/**
 * Which of the service's two sets of validation messages is spoken. In 2026 the service replaced
 * its request validation region by region; both are real.
 */
public enum Wording {
  /** The messages of the decade before: constraint violations as one list, with the values. */
  CLASSIC,
  /** The messages that most regions gave in October 2026. */
  CURRENT
}
