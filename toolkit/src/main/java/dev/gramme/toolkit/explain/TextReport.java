package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Explanation.Accepted;
import java.util.ArrayList;
import java.util.List;

/** An explanation as text. */
final class TextReport {
  private final Explanation explanation;
  private final StringBuilder out = new StringBuilder();

  private TextReport(Explanation explanation) {
    this.explanation = explanation;
  }

  static String of(Explanation explanation) {
    var report = new TextReport(explanation);
    report.out.append("Table ").append(explanation.schema().name()).append("\n\n");
    report.patterns();
    report.targets();
    report.bills();
    report.findings();
    return report.out.toString();
  }

  private void patterns() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Access pattern", "Call", "On", "One call", "Budget", "Calls/s", "A second"));
    for (PatternCost cost : explanation.patterns()) {
      rows.add(
          List.of(
              cost.pattern().name(),
              cost.pattern().shape().name(),
              cost.servedBy(explanation.schema().name()),
              cost.total().toString(),
              cost.pattern().budget().map(b -> b + " " + mark(cost)).orElse("-"),
              Figures.units(cost.callsPerSecond()),
              cost.perSecond().toString()));
    }
    table(rows);
    for (PatternCost cost : explanation.patterns()) {
      out.append("  ").append(cost.pattern().name()).append(": ");
      out.append(String.join("; ", cost.steps())).append(".\n");
    }
    out.append('\n');
  }

  private static String mark(PatternCost cost) {
    return switch (cost.verdict()) {
      case WITHIN -> "within";
      case EXCEEDED -> "EXCEEDED";
      case UNREADABLE -> "UNREADABLE";
      case NO_BUDGET -> "";
    };
  }

  private void targets() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Table or index", "Items", "Stored", "A second", "Hottest key", "Partitions"));
    for (TargetLoad target : explanation.targets()) {
      rows.add(
          List.of(
              target.index().isEmpty() ? explanation.schema().name() : target.index(),
              Figures.count(target.items()),
              Figures.bytes(target.storedBytes()),
              target.perSecond().toString(),
              target.hottestKey().toString(),
              target.local() ? "the table's" : Figures.count(target.partitions())));
    }
    table(rows);
    out.append('\n');
  }

  private void bills() {
    bill("A month on demand", explanation.onDemand());
    bill("A month provisioned, at 70 % utilization", explanation.provisioned());
    out.append("Prices of ")
        .append(explanation.prices().region())
        .append(" since ")
        .append(explanation.prices().date())
        .append(", ")
        .append(explanation.prices().source())
        .append("\n\n");
  }

  private void bill(String title, Bill bill) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(title, "Quantity", "Price", bill.currency()));
    for (Bill.Line line : bill.lines()) {
      rows.add(
          List.of(
              line.what(),
              Figures.quantity(line.quantity()) + " " + line.unit(),
              Figures.price(line.price()),
              Figures.money(line.amount())));
    }
    rows.add(List.of("together", "", "", Figures.money(bill.total())));
    table(rows);
    out.append('\n');
  }

  private void findings() {
    if (explanation.findings().isEmpty()) {
      out.append("Nothing is wrong as far as the rules know.\n");
    }
    for (Finding finding : explanation.findings()) {
      out.append(finding.severity()).append(' ').append(finding.id()).append(": ");
      out.append(finding.subject()).append('\n');
      out.append("  ").append(finding.explanation()).append('\n');
      out.append("  ").append(finding.advice()).append('\n');
    }
    for (Accepted accepted : explanation.suppressed()) {
      out.append("accepted ").append(accepted.finding().id()).append(": ");
      out.append(accepted.finding().subject()).append('\n');
      out.append("  ").append(accepted.reason()).append('\n');
    }
  }

  /** Pads columns to their widest cell, except the last one. */
  private void table(List<List<String>> rows) {
    int columns = rows.get(0).size();
    var widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row.get(i));
        if (i < columns - 1) {
          line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
