package dev.gramme.toolkit.estimate;

import dev.gramme.toolkit.estimate.EveryPattern.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Estimates and consumption of all access patterns of some models. */
public final class EstimatesTable {
  private static final String PAGE = "toolkit/estimates.md";

  private final String name;
  private final Map<String, List<Row>> rows = new LinkedHashMap<>();

  private EstimatesTable(String name) {
    this.name = name;
  }

  /**
   * Calls all access patterns of some models.
   *
   * @param name the name of the models in the documents
   */
  public static EstimatesTable of(String name, List<Class<?>> models) {
    return of(name, models, OwnValues.NONE);
  }

  /**
   * The same for models with components of which only the models' owner can make values.
   *
   * @param own makes these values
   */
  public static EstimatesTable of(String name, List<Class<?>> models, OwnValues own) {
    var table = new EstimatesTable(name);
    for (Class<?> model : models) {
      if (table.rows.put(name(model), EveryPattern.of(model, own)) != null) {
        throw new IllegalArgumentException("two models have the name " + name(model));
      }
    }
    return table;
  }

  /** The name of a model: that of its interface, after those of the classes around it. */
  private static String name(Class<?> model) {
    String generated = model.getSimpleName();
    return generated.substring(0, generated.length() - "Table".length()).replace('_', '.');
  }

  /** The rows of a model, by the names of its access patterns. */
  public Map<String, Row> rows(String model) {
    return rows.getOrDefault(model, List.of()).stream()
        .collect(Collectors.toMap(row -> row.estimate().pattern().name(), Function.identity()));
  }

  /** The access patterns that consume more than their estimate. */
  public List<String> uncovered() {
    return rows.entrySet().stream()
        .flatMap(model ->
            model.getValue().stream()
                .filter(row -> !row.isCovered())
                .map(row -> model.getKey() + ": " + row.text()))
        .toList();
  }

  /** The access patterns that write, and of which no call consumes the estimate of its writes. */
  public List<String> writesBelow() {
    return rows.entrySet().stream()
        .flatMap(model ->
            model.getValue().stream()
                .filter(row -> row.used().write() < row.estimate().total().write())
                .map(row -> model.getKey() + ": " + row.text()))
        .toList();
  }

  /** Compares the table with that in the documents. */
  public void checkPage() {
    PageTable.check(PAGE, text());
  }

  private String text() {
    var lines = new ArrayList<String>();
    lines.add("| " + name + " | access pattern | estimated | consumed | reason of a difference |");
    lines.add("|---|---|---|---|---|");
    rows.forEach((model, patterns) ->
        patterns.forEach(row -> lines.add("| `" + model + "` | " + cells(row) + " |")));
    return String.join("\n", lines);
  }

  private static String cells(Row row) {
    String reason = row.isEqual() ? "" : String.join("; ", row.estimate().steps());
    return String.join(
        " | ",
        "`" + row.estimate().pattern().name() + "`",
        row.estimate().total().toString(),
        row.used().toString(),
        reason.replace("|", "\\|"));
  }
}
