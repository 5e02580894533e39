package dev.gramme.toolkit.estimate;

import dev.gramme.toolkit.estimate.EveryPattern.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    var table = new EstimatesTable(name);
    models.forEach(model -> table.rows.put(name(model), EveryPattern.of(model)));
    return table;
  }

  /** The name of a model: that of its interface. */
  private static String name(Class<?> model) {
    return model.getInterfaces()[0].getSimpleName();
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
        row.consumed().map(used -> used.consumed().total().toString()).orElse("refused"),
        reason.replace("|", "\\|"));
  }
}
