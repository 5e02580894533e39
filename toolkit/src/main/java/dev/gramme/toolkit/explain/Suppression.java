package dev.gramme.toolkit.explain;

/**
 * Suppresses a finding.
 *
 * @param id the rule's id
 * @param subject the subject of the finding; {@code *} for all
 * @param reason why the finding is acceptable
 */
public record Suppression(String id, String subject, String reason) {
  public Suppression {
    if (reason.isBlank()) {
      throw new IllegalArgumentException(
          "a reason is required to suppress " + id + " for " + subject);
    }
  }

  /** Whether this suppresses a finding. */
  public boolean accepts(Finding finding) {
    return id.equals(finding.id()) && (subject.equals("*") || subject.equals(finding.subject()));
  }
}
