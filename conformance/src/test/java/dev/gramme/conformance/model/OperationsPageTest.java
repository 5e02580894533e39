package dev.gramme.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.api.Operation;
import dev.gramme.conformance.support.RawClient;
import dev.gramme.embedded.Gramme;
import dev.gramme.model.Limits;
import dev.gramme.model.Wording;
import dev.gramme.wire.Member;
import dev.gramme.wire.NumberShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of operations lists what the code has, and an operation that works answers. */
final class OperationsPageTest {
  private static final Pattern LINK = Pattern.compile("\\[([^\\[\\]]+)]\\(differences\\.md\\)");
  private static final Pattern COUNTS =
      Pattern.compile("DynamoDB \\((\\d+)\\) and DynamoDB Streams \\((\\d+)\\)");
  private static final String STREAMS = "DynamoDBStreams_20120810";

  private final String page = ReferenceTable.page("operations.md");
  private final Map<String, Row> rows = rows();
  private final Map<String, Operation> operations = OperationRequests.operations();

  /**
   * A row of the page.
   *
   * @param state {@code works}, {@code partly} or {@code refused}
   */
  private record Row(String state, String stores, String limits, String differences) {}

  private Map<String, Row> rows() {
    var all = new LinkedHashMap<String, Row>();
    for (List<String> cells : ReferenceTable.rows(page, "operation")) {
      assertThat(cells).hasSize(5);
      Row former =
          all.put(
              cells.getFirst(), new Row(cells.get(1), cells.get(2), cells.get(3), cells.get(4)));
      assertThat(former).as("the second row of %s", cells.getFirst()).isNull();
    }
    return all;
  }

  @Test
  void the_page_lists_every_operation_once() {
    assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(operations.keySet());
    long streams =
        operations.values().stream().filter(one -> one.service().equals(STREAMS)).count();
    Matcher counts = COUNTS.matcher(page);
    assertThat(counts.find()).isTrue();
    assertThat(List.of(Long.valueOf(counts.group(1)), Long.valueOf(counts.group(2))))
        .containsExactly(operations.size() - streams, streams);
  }

  @Test
  void operations_that_work_answer_and_unsupported_ones_are_refused(@TempDir Path folder)
      throws IOException {
    OperationRequests.createBuckets(folder);
    OperationRequests.Outcome outcome;
    try (var gramme = Gramme.builder().buckets(folder).inMemory();
        var endpoint = gramme.listen()) {
      outcome = OperationRequests.send(new RawClient(endpoint.uri(), Gramme.REGION.id()));
    }
    assertThat(outcome.answered()).containsExactlyInAnyOrderElementsOf(in("works", "partly"));
    assertThat(outcome.refused()).containsExactlyInAnyOrderElementsOf(in("partly", "refused"));
  }

  @Test
  void refused_operations_work_on_no_store() {
    assertThat(rows.values())
        .allMatch(row -> row.state().equals("refused") == row.stores().equals("none"));
  }

  @Test
  void every_linked_difference_exists() {
    Set<String> differences = differences();
    assertThat(rows)
        .allSatisfy((name, row) -> assertThat(differences).as(name).containsAll(linked(row)));
  }

  @Test
  void a_difference_that_names_an_operation_is_linked_by_it() {
    var missing = new ArrayList<String>();
    for (String difference : differences()) {
      for (String operation : operations.keySet()) {
        if (Pattern.compile("\\b" + operation + "\\b").matcher(difference).find()
            && !linked(rows.get(operation)).contains(difference)) {
          missing.add(operation + ": " + difference);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void the_bounds_of_pages_are_those_of_the_requests() {
    operations.forEach((name, operation) -> {
      for (Member<?> member : operation.input().members()) {
        if (Set.of("Limit", "MaxResults", "PageSize").contains(member.name())
            && member.shape() instanceof NumberShape<?> number
            && number.range().hasMax(Wording.CURRENT)) {
          assertThat(row(name).limits())
              .as(name)
              .contains(grouped(number.range().max(Wording.CURRENT)));
        }
      }
    });
  }

  @Test
  void the_limits_of_data_are_those_of_the_code() {
    assertThat(ReferenceTable.rows(page, "limit").stream().map(List::getLast))
        .containsExactly(
            Limits.ITEM_BYTES / 1024 + " KB",
            grouped(Limits.PARTITION_KEY_BYTES) + " bytes",
            grouped(Limits.SORT_KEY_BYTES) + " bytes",
            (Limits.PAGE_BYTES >> 20) + " MB",
            (Limits.BATCH_BYTES >> 20) + " MB",
            (Limits.TRANSACTION_BYTES >> 20) + " MB",
            grouped(Limits.TRANSACTION_ACTIONS),
            grouped(Limits.BATCH_GET_KEYS),
            grouped(Limits.BATCH_WRITE_REQUESTS),
            grouped(Limits.NESTING_LEVELS));
  }

  private static String grouped(Object number) {
    return String.format(Locale.ROOT, "%,d", ((Number) number).longValue());
  }

  private Row row(String operation) {
    return Objects.requireNonNull(rows.get(operation), operation);
  }

  private List<String> in(String... states) {
    return rows.entrySet().stream()
        .filter(row -> List.of(states).contains(row.getValue().state()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Set<String> linked(@Nullable Row row) {
    return row == null
        ? Set.of()
        : LINK.matcher(row.differences())
            .results()
            .map(link -> link.group(1))
            .collect(Collectors.toSet());
  }

  /** The second column of the table of differences from the service. */
  private static Set<String> differences() {
    String service =
        ReferenceTable.page("differences.md").split("\n# Differences between Gramme", 2)[0];
    return ReferenceTable.rows(service, "date").stream()
        .map(cells -> cells.get(1))
        .collect(Collectors.toSet());
  }
}
