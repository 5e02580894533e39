package dev.gramme.apps.grid.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.apps.grid.Seeds;
import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.apps.grid.sample.SampleProject;
import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.Consumption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * The differences between the designs: the cost of a page, atomicity, and concurrent changes during
 * a traversal.
 */
@Tag("long")
@Tag("slow")
class GridCostTest {
  private static final SampleProject SAMPLE =
      SampleProject.of("RAIL", "acme", "Bridge", 40, 0.5, 3);
  private static final int ISSUES = 120;

  /**
   * A page of 50 in the order of a field, and one that begins with the first 30 issues without it.
   */
  @ParameterizedTest
  @CsvSource({
    "CLASSIC,   '52 requests, 50.5 RCU', '38 requests, 64.5 RCU'",
    "PREJOINED, '51 requests, 25.5 RCU', '36 requests, 49 RCU'",
    "SINGLE,    '51 requests, 25.5 RCU', '36 requests, 49 RCU'",
    "DOCUMENT,  '2 requests, 25.5 RCU', '5 requests, 33.5 RCU'"
  })
  void a_page_has_the_cost_of_its_design(Design design, String page, String behind) {
    try (var stage = Stage.of(design)) {
      stage.grid().directory().save(SAMPLE.project());
      stage.grid().load("RAIL", SAMPLE.issues(ISSUES));
      stage.catchUp();
      var meter = new CapacityMeter();
      Grid grid = design.grid(Clients.of(meter.around(stage.gramme().client())));
      Sort sort = Sort.by("date-1");
      assertThat(cost(meter, () -> grid.page(SAMPLE.project(), sort, 50, Cursor.start())))
          .isEqualTo(page);
      long with =
          GridContractTest.traverse(grid, SAMPLE.project(), sort, 50).stream()
              .filter(issue -> issue.values().containsKey("date-1"))
              .count();
      Cursor end =
          grid.page(SAMPLE.project(), sort, Math.toIntExact(with), Cursor.start())
              .next()
              .orElseThrow();
      assertThat(cost(meter, () -> grid.page(SAMPLE.project(), sort, 30, end))).isEqualTo(behind);
    }
  }

  private static String cost(CapacityMeter meter, Supplier<Page<Issue>> action) {
    Consumption consumed = meter.measure(action).consumed();
    return consumed.requests() + " requests, " + consumed.total();
  }

  @ParameterizedTest
  @EnumSource(Design.class)
  void an_issue_has_400_fields_and_a_change_of_more_than_99_is_atomic_in_the_document_only(
      Design design) {
    var wide = SampleProject.of("WIDE", "acme", "Everything", 400, 1, 3);
    try (var stage = Stage.of(design)) {
      Grid grid = stage.grid();
      grid.directory().save(wide.project());
      assertThat(grid.directory().project("WIDE")).contains(wide.project());
      Issue issue = grid.create(wide.project(), wide.issue(1).values());
      assertThat(grid.issue("WIDE", 1).orElseThrow().values())
          .hasSize(402)
          .isEqualTo(issue.values());
      assertThat(grid.change("WIDE", 1, 1, changes(wide, 99)).isAtomic()).isTrue();
      Edit large = grid.change("WIDE", 1, 2, changes(wide, 250));
      assertThat(large.steps()).isEqualTo(design == Design.DOCUMENT ? 1 : 3);
      assertThat(large.isAtomic()).isEqualTo(design == Design.DOCUMENT);
      stage.catchUp();
      Issue shown =
          grid.page(wide.project(), Sort.by("whole-100"), 1, Cursor.start()).items().getFirst();
      assertThat(grid.issue("WIDE", 1)).contains(shown);
      grid.delete("WIDE", 1);
      assertThat(grid.issue("WIDE", 1)).isEmpty();
    }
  }

  private static Map<String, Optional<FieldValue>> changes(SampleProject sample, int count) {
    Map<String, Optional<FieldValue>> changes = new HashMap<>();
    Issue other = sample.issue(2);
    for (Field field : sample.project().fields().subList(0, count)) {
      changes.put(field.id(), Optional.ofNullable(other.values().get(field.id())));
    }
    return changes;
  }

  /** Another writer interferes between the steps of a large change. */
  @Test
  void the_first_steps_of_a_large_change_stay_after_a_conflict() {
    var wide = SampleProject.of("WIDE", "acme", "Everything", 400, 1, 3);
    try (Gramme gramme = Gramme.inMemory()) {
      Grid undisturbed = Design.SINGLE.grid(Clients.of(gramme.client()));
      undisturbed.createTables();
      undisturbed.directory().save(wide.project());
      Issue issue = undisturbed.create(wide.project(), wide.issue(1).values());
      List<Long> transactions = new ArrayList<>();
      Grid disturbed =
          Design.SINGLE.grid(
              Clients.of(
                  new DelegatingClient(gramme.client()) {
                    @Override
                    public TransactWriteItemsResponse transactWriteItems(
                        TransactWriteItemsRequest request) {
                      transactions.add(1L);
                      if (transactions.size() == 3) {
                        undisturbed.change("WIDE", 1, issue.version() + 2, Map.of());
                      }
                      return super.transactWriteItems(request);
                    }
                  }));
      assertThatThrownBy(() -> disturbed.change("WIDE", 1, issue.version(), changes(wide, 400)))
          .isInstanceOfSatisfying(
              EditRefused.class, refused -> assertThat(refused.stepsDone()).isEqualTo(2));
      assertThat(undisturbed.issue("WIDE", 1).orElseThrow().values())
          .isNotEqualTo(issue.values())
          .isNotEqualTo(wide.issue(2).values());
    }
  }

  @ParameterizedTest
  @EnumSource(Design.class)
  void while_issues_move_those_that_stay_are_shown_once_and_none_is_shown_twice(Design design) {
    Seeds.forAll(
        3,
        random -> {
          try (var stage = Stage.of(design)) {
            var sample = SampleProject.of("RAIL", "acme", "Bridge", 4, 0.7, 5);
            Project project = sample.project();
            Grid grid = stage.grid();
            grid.directory().save(project);
            grid.load("RAIL", sample.issues(60));
            stage.catchUp();
            Set<Long> moved = new HashSet<>();
            List<Long> shown = new ArrayList<>();
            Optional<Cursor> next = Optional.of(Cursor.start());
            Sort sort = new Sort(Optional.of("whole-1"), random.nextBoolean());
            while (next.isPresent()) {
              Page<Issue> page = grid.page(project, sort, 7, next.get());
              page.items().forEach(issue -> shown.add(issue.number()));
              next = page.next();
              for (int i = 0; i < 4; i++) {
                Issue issue = grid.issue("RAIL", 1 + random.nextInt(60)).orElseThrow();
                Optional<FieldValue> to =
                    random.nextInt(3) == 0
                        ? Optional.empty()
                        : Optional.of(SampleProject.value(project.field("whole-1"), random));
                grid.change("RAIL", issue.number(), issue.version(), Map.of("whole-1", to));
                moved.add(issue.number());
              }
              stage.catchUp();
            }
            assertThat(shown).doesNotHaveDuplicates();
            for (long number = 1; number <= 60; number++) {
              if (!moved.contains(number)) {
                assertThat(shown).contains(number);
              }
            }
          }
        });
  }
}
