package dev.gramme.toolkit.explain;

/**
 * Something about a design that will cost, throttle or fail.
 *
 * @param id the rule that found it, by which it can be suppressed
 * @param severity how bad it is
 * @param subject the access pattern, index, entity or attribute that it is about
 * @param explanation what is so, in a sentence
 * @param advice what to do
 */
public record Finding(
    String id, Severity severity, String subject, String explanation, String advice) {

  /** How bad a finding is. */
  public enum Severity {
    /** It does not work, or not at this rate, or costs more than it may: a check fails. */
    ERROR,
    /** It works, and will be regretted. */
    WARNING,
    /** Worth knowing. */
    NOTE
  }

  @Override
  public String toString() {
    return severity + " " + id + ": " + subject + ": " + explanation + " " + advice;
  }
}
