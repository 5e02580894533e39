package dev.gramme.toolkit.explain;

import java.util.List;

/** A design that exceeds a budget or has errors; the message lists every finding. */
public final class CheckFailure extends AssertionError {
  private static final long serialVersionUID = 1;

  private final transient List<Finding> findings;

  CheckFailure(String table, List<Finding> findings) {
    super(message(table, findings));
    this.findings = List.copyOf(findings);
  }

  /** All findings, the most severe first. */
  public List<Finding> findings() {
    return findings;
  }

  private static String message(String table, List<Finding> findings) {
    var text = new StringBuilder("the design of ").append(table).append(" has to be corrected:");
    findings.forEach(finding -> text.append("\n  ").append(finding));
    return text.toString();
  }
}
