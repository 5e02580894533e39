package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.price.PriceTable;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a design costs and what is wrong with it. Made by {@link Explain}.
 *
 * @param schema the table
 * @param settings how it is run
 * @param workload what it has to bear
 * @param prices what was reckoned with
 * @param patterns the cost of each access pattern, in the order of the source
 * @param targets what the table, first, and each index have to bear
 * @param onDemand what it costs in a month, paid for by request
 * @param provisioned what it costs in a month, paid for by the hour
 * @param findings what is wrong, the worst first
 * @param suppressed what would be in the findings if nobody had accepted it
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

  /** A finding that somebody accepted, and why. */
  public record Accepted(Finding finding, String reason) {}

  /**
   * The cost of an access pattern.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public PatternCost pattern(String name) {
    return patterns.stream()
        .filter(cost -> cost.pattern().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no access pattern " + name));
  }

  /**
   * Nothing if the design can be built.
   *
   * @throws CheckFailure with all findings if one of them is an error, such as a budget that is
   *     exceeded
   */
  public Explanation check() {
    if (findings.stream().anyMatch(finding -> finding.severity() == Finding.Severity.ERROR)) {
      throw new CheckFailure(schema.name(), findings);
    }
    return this;
  }

  /** Calls an access pattern and compares what it consumed with what it should have. */
  public Comparison measure(String pattern, CapacityMeter meter, Supplier<?> call) {
    return compare(pattern, meter.measure(call).consumed());
  }

  /** Compares what an access pattern consumed with what it should have. */
  public Comparison compare(String pattern, Consumption consumed) {
    return new Comparison(pattern(pattern), schema.name(), consumed);
  }

  /** As text with lines of at most about 120 characters. */
  public String text() {
    return TextReport.of(this);
  }

  /** As JSON. */
  public String json() {
    return JsonReport.of(this).pretty();
  }

  /** As one page of HTML that needs nothing else. */
  public String html() {
    return HtmlReport.of(this);
  }
}
