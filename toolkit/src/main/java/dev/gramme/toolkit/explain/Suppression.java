package dev.gramme.toolkit.explain;

/**
 * A finding that is accepted.
 *
 * @param id the rule's id
 * @param subject what it is about; {@code *} for everything
 * @param reason why it is accepted
 */
public record Suppression(String id, String subject, String reason) {
  public Suppression {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("say why " + id + " is accepted for " + subject);
    }
  }

  /** Whether this accepts a finding. */
  public boolean accepts(Finding finding) {
    return id.equals(finding.id()) && (subject.equals("*") || subject.equals(finding.subject()));
  }
}
