package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.price.PriceTable;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The costs and problems of a design, computed by {@link Explain}.
 *
 * @param schema the table
 * @param settings the settings of the table
 * @param workload the load of the table
 * @param prices the prices of the bills
 * @param patterns the cost of each access pattern, in the order of the source
 * @param targets the load of the table, first, and of each index
 * @param onDemand the monthly bill in on-demand mode
 * @param provisioned the monthly bill in provisioned mode
 * @param findings the problems, most severe first
 * @param suppressed the suppressed findings
 * @param samples items to show
 */
public record Explanation(
    TableSchema schema,
    TableSettings settings,
    Workload workload,
    PriceTable prices,
    List<PatternCost> patterns,
    List<TargetLoad> targets,
    Bill onDemand,
    Bill provisioned,
    List<Finding> findings,
    List<Accepted> suppressed,
    List<Map<String, AttributeValue>> samples) {

  public Explanation {
    patterns = List.copyOf(patterns);
    targets = List.copyOf(targets);
    findings = List.copyOf(findings);
    suppressed = List.copyOf(suppressed);
    samples = List.copyOf(samples);
  }

  /** A suppressed finding and the reason. */
  public record Accepted(Finding finding, String reason) {}

  /**
   * The cost of an access pattern.
   *
   * @throws IllegalArgumentException if there is no pattern with this name
   */
  public PatternCost pattern(String name) {
    return patterns.stream()
        .filter(cost -> cost.pattern().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no access pattern " + name));
  }

  /**
   * Passes if the design has no errors.
   *
   * @throws CheckFailure with all findings, if one of them is an error, such as an exceeded budget
   */
  public Explanation check() {
    if (findings.stream().anyMatch(finding -> finding.severity() == Finding.Severity.ERROR)) {
      throw new CheckFailure(schema.name(), findings);
    }
    return this;
  }

  /** Calls an access pattern and compares its consumption with the estimate. */
  public Comparison measure(String pattern, CapacityMeter meter, Supplier<?> call) {
    return compare(pattern, meter.measure(call).consumed());
  }

  /** Calls an access pattern that returns nothing, and compares its consumption likewise. */
  public Comparison measure(String pattern, CapacityMeter meter, Runnable call) {
    return compare(pattern, meter.measure(call));
  }

  /** Compares the measured consumption of an access pattern with the estimate. */
  public Comparison compare(String pattern, Consumption consumed) {
    return new Comparison(pattern(pattern), schema.name(), consumed);
  }

  /** The explanation as text, with lines of at most about 120 characters. */
  public String text() {
    return TextReport.of(this);
  }

  /** The explanation as JSON. */
  public String json() {
    return JsonReport.of(this).pretty();
  }

  /** The explanation as a self-contained HTML page. */
  public String html() {
    return HtmlReport.of(this);
  }
}
