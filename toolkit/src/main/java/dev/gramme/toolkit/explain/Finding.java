package dev.gramme.toolkit.explain;

/**
 * A property of a design that costs too much, throttles or fails.
 *
 * @param id the rule's id, by which the finding can be suppressed
 * @param severity the severity
 * @param subject the access pattern, index, entity or attribute concerned
 * @param explanation the problem, in one sentence
 * @param advice what to do
 */
public record Finding(
    String id, Severity severity, String subject, String explanation, String advice) {

  /** The severity of a finding. */
  public enum Severity {
    /** The design does not work, or not at this rate, or exceeds a budget: a check fails. */
    ERROR,
    /** The design works, but will cause problems. */
    WARNING,
    /** Information only. */
    NOTE
  }

  @Override
  public String toString() {
    return severity + " " + id + ": " + subject + ": " + explanation + " " + advice;
  }
}
