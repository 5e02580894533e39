package dev.gramme.toolkit.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.desk.DeskQueries;
import dev.gramme.toolkit.estimate.EveryPattern.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** No access pattern of the test models consumes more than its estimate. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EstimatesOfModelsTest {
  /**
   * A row of the table with the access patterns of the desk.
   *
   * @param what the kind of access pattern
   * @param patterns the access patterns, with equal estimates and equal consumption
   * @param reason why they consume less than the estimate; empty if they do not
   */
  private record Kind(String what, List<String> patterns, String reason) {
    Kind(String what, String... patterns) {
      this(what, List.of(patterns), "");
    }
  }

  private static final List<Kind> DESK =
      List.of(
          new Kind("Get of an item", "ticket", "article"),
          new Kind("Put of an item in four indexes", "save"),
          new Kind("Replace of the same, on a condition", "replace"),
          new Kind("Delete of an item in four indexes", "close"),
          new Kind("Update of two components of index keys", "escalate"),
          new Kind(
              "Query of an index",
              "escalated",
              "escalatedSince",
              "byDay",
              "ofDay",
              "newest",
              "tallies",
              "talliesOf"),
          new Kind("Query of one shard", "votesOfShard"),
          new Kind("Merge of two partitions, 3 items", "ofDesks"),
          new Kind(
              "Merge of four shards, 3 items",
              List.of("votes"),
              "the page needed no second request of a shard"),
          new Kind(
              "Scan in three segments",
              List.of("all"),
              "the sizes of segments and partitions are unknown"),
          new Kind("Put of an entity with history", "publish"),
          new Kind("Versions of an item", "versions"),
          new Kind("Create", "vote"),
          new Kind("Transaction once for a message", "handle"),
          new Kind("Transaction of a deletion and a creation", "recast"),
          new Kind("Transaction of a check and a put", "voteOn"),
          new Kind("Transaction of an update, a check and a creation", "escalateWith"),
          new Kind("Transaction of a deletion, a check and an update", "moveVote"),
          new Kind(
              "Transaction of a creation and an update that may create an item", "voteAndCount"),
          new Kind("Reads of three items in a transaction", "desk"),
          new Kind("Update that may create an item in two indexes", "count"),
          new Kind("Update of the key of one of these indexes, on a condition", "limited"));

  private final EstimatesTable estimates =
      EstimatesTable.of("test model", EveryPattern.modelsBeside(DeskQueries.class));

  @Test
  void no_access_pattern_consumes_more_than_its_estimate() {
    assertThat(estimates.uncovered()).isEmpty();
  }

  @Test
  void every_write_has_a_call_that_consumes_its_estimate() {
    assertThat(estimates.writesBelow()).isEmpty();
  }

  @Test
  void the_page_has_all_estimates() {
    estimates.checkPage();
  }

  @Test
  void the_page_about_costs_has_the_kinds_of_access_patterns() {
    var rows = new HashMap<>(estimates.rows("DeskQueries"));
    var lines = new ArrayList<String>();
    lines.add("| access pattern | estimated | consumed | reason of a difference |");
    lines.add("|---|---|---|---|");
    for (Kind kind : DESK) {
      List<Row> patterns =
          kind.patterns.stream().map(name -> Objects.requireNonNull(rows.remove(name))).toList();
      Row first = patterns.getFirst();
      assertThat(patterns).allMatch(row -> row.used().equals(first.used()));
      assertThat(patterns).allMatch(row -> row.estimate().total().equals(first.estimate().total()));
      assertThat(kind.reason.isEmpty()).as(kind.what).isEqualTo(first.isEqual());
      String names =
          kind.patterns.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
      lines.add(
          "| %s (%s) | %s | %s | %s |"
              .formatted(kind.what, names, first.estimate().total(), first.used(), kind.reason));
    }
    assertThat(rows).isEmpty();
    PageTable.check("toolkit/explain.md", String.join("\n", lines));
  }
}
