package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Explanation.Accepted;
import dev.gramme.toolkit.price.PriceTable;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Explains a design: the call that serves each access pattern, its cost, where it throttles, the
 * monthly bill, and problems of the design.
 *
 * <pre>{@code
 * Explain.of(ShopTable.schema(), workload)
 *     .suppress("scan-on-request-path", "export", "runs once a night")
 *     .check();
 * }</pre>
 *
 * <p>Immutable: methods that change a setting return a new instance.
 */
public final class Explain {
  /** The maximum number of sample items. */
  private static final int MAX_SAMPLES = 200;

  private final TableSchema schema;
  private final Workload workload;
  private final TableSettings settings;
  private final PriceTable prices;
  private final List<Suppression> suppressions;
  private final List<Map<String, AttributeValue>> samples;

  private Explain(
      TableSchema schema,
      Workload workload,
      TableSettings settings,
      PriceTable prices,
      List<Suppression> suppressions,
      List<Map<String, AttributeValue>> samples) {
    this.schema = schema;
    this.workload = workload;
    this.settings = settings;
    this.prices = prices;
    this.suppressions = List.copyOf(suppressions);
    this.samples = List.copyOf(samples);
  }

  /** Explains a table under a load, with the default settings and the prices of US East. */
  public static Explain of(TableSchema schema, Workload workload) {
    return new Explain(
        schema, workload, TableSettings.DEFAULT, PriceTable.usEast1(), List.of(), List.of());
  }

  /** Sets the table's settings. */
  public Explain settings(TableSettings other) {
    return new Explain(schema, workload, other, prices, suppressions, samples);
  }

  /** Sets the prices. */
  public Explain prices(PriceTable other) {
    return new Explain(schema, workload, settings, other, suppressions, samples);
  }

  /**
   * Suppresses the findings of a rule about a subject, or with {@code *} about all subjects, and
   * records the reason.
   */
  public Explain suppress(String id, String subject, String reason) {
    var more = new ArrayList<>(suppressions);
    more.add(new Suppression(id, subject, reason));
    return new Explain(schema, workload, settings, prices, more, samples);
  }

  /** Shows these items instead of generated ones. */
  public Explain samples(List<Map<String, AttributeValue>> items) {
    return new Explain(schema, workload, settings, prices, suppressions, items);
  }

  /** Shows the first items of a scan of the table, at most 200. */
  public Explain samples(DynamoDbClient client) {
    return samples(
        client
            .scan(ScanRequest.builder().tableName(schema.name()).limit(MAX_SAMPLES).build())
            .items());
  }

  /** Computes the explanation. */
  public Explanation explanation() {
    var sizes = new Sizes(schema, workload);
    var arithmetic = new Costs(schema, settings, workload, sizes);
    List<PatternCost> costs = schema.accessPatterns().stream().map(arithmetic::of).toList();
    List<TargetLoad> targets = new TargetLoads(schema, workload, sizes, costs).all();
    var bills = new Bills(prices, settings, workload, targets);
    var findings = new ArrayList<Finding>();
    var accepted = new ArrayList<Accepted>();
    var design = new Design(schema, settings, workload, sizes, arithmetic, costs, targets);
    for (Finding finding : Rules.findings(design)) {
      reason(finding)
          .ifPresentOrElse(
              reason -> accepted.add(new Accepted(finding, reason)), () -> findings.add(finding));
    }
    return new Explanation(
        schema,
        settings,
        workload,
        prices,
        costs,
        targets,
        bills.onDemand(),
        bills.provisioned(),
        findings,
        accepted,
        samples.isEmpty() ? SampleItems.of(schema) : samples);
  }

  /**
   * Computes the explanation and fails if the design exceeds its budgets.
   *
   * @throws CheckFailure see {@link Explanation#check}
   */
  public Explanation check() {
    return explanation().check();
  }

  private Optional<String> reason(Finding finding) {
    return suppressions.stream()
        .filter(suppression -> suppression.accepts(finding))
        .map(Suppression::reason)
        .findFirst();
  }
}
