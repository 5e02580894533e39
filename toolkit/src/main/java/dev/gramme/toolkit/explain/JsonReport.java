package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.json.Json;
import java.util.List;
import java.util.function.Function;

/** An explanation as JSON, for other programs. */
final class JsonReport {
  private JsonReport() {}

  static Json.Members of(Explanation explanation) {
    return Json.object()
        .put("table", explanation.schema().name())
        .put("schema", SchemaJson.of(explanation.schema()))
        .put("accessPatterns", all(explanation.patterns(), JsonReport::pattern))
        .put("targets", all(explanation.targets(), JsonReport::target))
        .put(
            "monthly",
            Json.object()
                .put("currency", explanation.prices().currency())
                .put("region", explanation.prices().region())
                .put("pricesSince", explanation.prices().date().toString())
                .put("onDemand", bill(explanation.onDemand()))
                .put("provisioned", bill(explanation.provisioned()))
                .build())
        .put("findings", all(explanation.findings(), finding -> finding(finding).build()))
        .put(
            "accepted",
            all(
                explanation.suppressed(),
                accepted -> finding(accepted.finding()).put("reason", accepted.reason()).build()))
        .build();
  }

  private static Json pattern(PatternCost cost) {
    var parts = Json.object();
    cost.sorted()
        .forEach((index, units) -> parts.put(index.isEmpty() ? "table" : index, units(units)));
    return Json.object()
        .put("name", cost.pattern().name())
        .put("shape", cost.pattern().shape().name())
        .put("index", cost.pattern().index().map(Json::of))
        .put("entities", Json.texts(cost.pattern().entities()))
        .put("key", cost.pattern().key())
        .put("filter", cost.pattern().filter().map(Json::of))
        .put("requests", cost.requests())
        .put("itemsRead", cost.itemsRead())
        .put("bytesRead", cost.bytesRead())
        .put("perCall", units(cost.total()))
        .put("parts", parts.build())
        .put("callsPerSecond", cost.callsPerSecond())
        .put("perSecond", units(cost.perSecond()))
        .put("budget", cost.pattern().budget().map(Json::of))
        .put("verdict", cost.verdict().name())
        .put("steps", Json.texts(cost.steps()))
        .build();
  }

  private static Json target(TargetLoad target) {
    return Json.object()
        .put("index", target.index())
        .put("local", target.local())
        .put("perSecond", units(target.perSecond()))
        .put("hottestKey", units(target.hottestKey()))
        .put("items", target.items())
        .put("storedBytes", target.storedBytes())
        .put("partitionKeys", target.keys())
        .put("partitions", target.partitions())
        .build();
  }

  private static Json bill(Bill bill) {
    return Json.object()
        .put(
            "lines",
            all(
                bill.lines(),
                line ->
                    Json.object()
                        .put("what", line.what())
                        .put("quantity", line.quantity())
                        .put("unit", line.unit())
                        .put("price", line.price())
                        .put("amount", line.amount())
                        .build()))
        .put("total", bill.total())
        .build();
  }

  private static Json.Builder finding(Finding finding) {
    return Json.object()
        .put("id", finding.id())
        .put("severity", finding.severity().name())
        .put("subject", finding.subject())
        .put("explanation", finding.explanation())
        .put("advice", finding.advice());
  }

  private static Json units(Units units) {
    return Json.object().put("read", units.read()).put("write", units.write()).build();
  }

  private static <T> Json all(List<T> values, Function<T, Json> one) {
    return new Json.Elements(values.stream().map(one).toList());
  }
}
