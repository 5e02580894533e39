package dev.gramme.apps.patterns;

import java.util.List;

/**
 * The record of a pattern's run.
 *
 * @param tables its tables with their items before the calls, and their indexes
 * @param after the same after the calls
 * @param calls the calls in their order
 */
public record Showing(
    Pattern pattern, List<TableView> tables, List<TableView> after, List<Call> calls) {
  public Showing {
    tables = List.copyOf(tables);
    after = List.copyOf(after);
    calls = List.copyOf(calls);
  }

  /** The result of each call. */
  public List<Object> results() {
    return calls.stream().map(Call::result).toList();
  }

  /** The cost of each call, such as {@code 1 request, 0.5 RCU}. */
  public List<String> costs() {
    return calls.stream().map(Call::cost).toList();
  }

  /** The table or index with a name, such as {@code shop} or {@code shop/byStatus}. */
  public TableView table(String name) {
    return named(tables, name);
  }

  /** The same after the calls. */
  public TableView tableAfter(String name) {
    return named(after, name);
  }

  private static TableView named(List<TableView> tables, String name) {
    return tables.stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
  }
}
