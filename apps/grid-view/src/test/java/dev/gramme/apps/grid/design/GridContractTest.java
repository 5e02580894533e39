package dev.gramme.apps.grid.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.apps.grid.Seeds;
import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.FieldType;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.apps.grid.domain.Tenant;
import dev.gramme.apps.grid.sample.SampleProject;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of all designs. */
@Tag("slow")
class GridContractTest {
  private static final List<String> TEXTS =
      List.of(
          "a", "a b", "a#b", "a$b", "ab", "A", "Ä", "z", "\u0001", "a\u0001", "😀", "\uFFFD", "#",
          "$", "~");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "10",
          "-10",
          "9",
          "-9",
          "42",
          "100",
          "99",
          "-100",
          "12345678901234567890123456789012345678");
  private static final List<String> DECIMALS =
      List.of("0", "0.5", "-0.5", "-0.05", "0.05", "12.5", "12.49", "-12.5", "1e20", "-1e-20", "3");
  private static final List<String> DAYS =
      List.of("2023-05-01", "2023-05-02", "1999-12-31", "0001-01-01", "9999-12-31");

  @ParameterizedTest
  @EnumSource(Design.class)
  void a_grid_is_in_the_order_of_any_field_during_changes(Design design) {
    Seeds.forAll(
        3,
        random -> {
          try (var stage = Stage.of(design)) {
            Project project = SampleProject.of("RAIL", "acme", "Bridge", 8, 0.6, 1).project();
            stage.grid().directory().save(project);
            var model = new ModelGrid();
            for (int i = 0; i < 40; i++) {
              act(stage, project, model, random);
            }
            stage.catchUp();
            for (Issue issue : model.all()) {
              assertThat(stage.grid().issue("RAIL", issue.number())).contains(issue);
            }
            assertOrders(stage.grid(), project, model, random);
          }
        });
  }

  private static void act(Stage stage, Project project, ModelGrid model, SplittableRandom random) {
    Grid grid = stage.grid();
    List<Issue> all = model.all();
    int what = random.nextInt(10);
    if (all.isEmpty() || what < 5) {
      Map<String, FieldValue> values = new HashMap<>();
      for (Field field : project.fields()) {
        if (random.nextInt(3) > 0) {
          values.put(field.id(), value(field, random));
        }
      }
      model.put(grid.create(project, values));
      return;
    }
    Issue issue = all.get(random.nextInt(all.size()));
    if (what == 9) {
      grid.delete("RAIL", issue.number());
      model.remove(issue.number());
      return;
    }
    Map<String, Optional<FieldValue>> changes = new HashMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      Field field = project.fields().get(random.nextInt(project.fields().size()));
      changes.put(
          field.id(),
          random.nextInt(3) == 0 ? Optional.empty() : Optional.of(value(field, random)));
    }
    Edit edit = grid.change("RAIL", issue.number(), issue.version(), changes);
    assertThat(edit.isAtomic()).isTrue();
    model.change(issue.number(), changes, edit.version());
  }

  /** Values that are difficult to sort. */
  private static FieldValue value(Field field, SplittableRandom random) {
    List<String> texts =
        switch (field.type()) {
          case TEXT -> TEXTS;
          case WHOLE -> NUMBERS;
          case DECIMAL -> DECIMALS;
          case DATE -> DAYS;
        };
    return field.type().parse(texts.get(random.nextInt(texts.size())));
  }

  private static void assertOrders(
      Grid grid, Project project, ModelGrid model, SplittableRandom random) {
    List<Sort> sorts = new ArrayList<>(List.of(Sort.BY_NUMBER, Sort.BY_NUMBER.reversed()));
    for (Field field : project.fields()) {
      sorts.add(Sort.by(field.id()));
      sorts.add(Sort.by(field.id()).reversed());
    }
    for (Sort sort : sorts) {
      assertThat(traverse(grid, project, sort, 1 + random.nextInt(12)))
          .as("%s", sort)
          .isEqualTo(model.sorted(sort));
    }
  }

  static List<Issue> traverse(Grid grid, Project project, Sort sort, int size) {
    List<Issue> issues = new ArrayList<>();
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      Page<Issue> page = grid.page(project, sort, size, next.get());
      assertThat(page.items()).hasSizeLessThanOrEqualTo(size);
      issues.addAll(page.items());
      next = page.next();
    }
    return issues;
  }

  @ParameterizedTest
  @EnumSource(Design.class)
  void tenants_projects_and_fields_are_found(Design design) {
    try (var stage = Stage.of(design)) {
      Directory directory = stage.grid().directory();
      directory.save(new Tenant("acme", "ACME Engineering"));
      Project bridge = SampleProject.of("RAIL", "acme", "Forth Rail Bridge", 5, 1, 1).project();
      Project annex = SampleProject.of("ANNEX", "acme", "Annex", 0, 1, 1).project();
      directory.save(bridge);
      directory.save(annex);
      directory.save(SampleProject.of("NEWS", "media", "The Daily News", 2, 1, 1).project());
      assertThat(directory.tenant("acme")).contains(new Tenant("acme", "ACME Engineering"));
      assertThat(directory.tenant("nobody")).isEmpty();
      assertThat(directory.project("RAIL")).contains(bridge);
      assertThat(directory.project("NONE")).isEmpty();
      assertThat(directory.projects("acme"))
          .extracting(Project::id)
          .containsExactly("ANNEX", "RAIL");
      var field = new Field("date-9", "Handed over", 2);
      directory.add("ANNEX", field);
      assertThat(directory.project("ANNEX").orElseThrow().fields()).contains(field).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource(Design.class)
  void several_users_add_fields_at_the_same_time(Design design) throws Exception {
    try (var stage = Stage.of(design);
        var users = Executors.newFixedThreadPool(4)) {
      Directory directory = stage.grid().directory();
      directory.save(SampleProject.of("RAIL", "acme", "Bridge", 0, 1, 1).project());
      int before = directory.project("RAIL").orElseThrow().fields().size();
      var added =
          IntStream.range(0, 12)
              .mapToObj(i -> new Field("text-" + (100 + i), "Field " + i, 100 + i))
              .toList();
      for (var done :
          users.invokeAll(added.stream().map(field -> adding(directory, field)).toList())) {
        done.get();
      }
      assertThat(directory.project("RAIL").orElseThrow().fields())
          .containsAll(added)
          .hasSize(before + added.size());
    }
  }

  private static Callable<Void> adding(Directory directory, Field field) {
    return () -> {
      directory.add("RAIL", field);
      return null;
    };
  }

  @ParameterizedTest
  @EnumSource(Design.class)
  void a_change_of_an_old_version_is_refused(Design design) {
    try (var stage = Stage.of(design)) {
      Project project = SampleProject.of("RAIL", "acme", "Bridge", 2, 1, 1).project();
      Grid grid = stage.grid();
      Issue issue = grid.create(project, Map.of("text-title", FieldType.TEXT.parse("one")));
      var two = Map.of("text-title", Optional.of(FieldType.TEXT.parse("two")));
      assertThat(grid.change("RAIL", issue.number(), 1, two).version()).isEqualTo(2);
      assertThatThrownBy(() -> grid.change("RAIL", issue.number(), 1, two))
          .isInstanceOf(EditRefused.class);
      assertThatThrownBy(() -> grid.change("RAIL", 77, 1, two)).isInstanceOf(EditRefused.class);
      grid.delete("RAIL", issue.number());
      assertThat(grid.issue("RAIL", issue.number())).isEmpty();
      grid.delete("RAIL", issue.number());
    }
  }

  @ParameterizedTest
  @EnumSource(Design.class)
  void many_issues_are_loaded_and_numbers_continue_after_them(Design design) {
    try (var stage = Stage.of(design)) {
      var sample = SampleProject.of("RAIL", "acme", "Bridge", 6, 0.5, 7);
      stage.grid().directory().save(sample.project());
      stage.grid().load("RAIL", sample.issues(60));
      var model = new ModelGrid();
      sample.issues(60).forEach(model::put);
      model.put(stage.grid().create(sample.project(), sample.issue(1).values()));
      assertThat(model.all().getLast().number()).isEqualTo(61);
      stage.catchUp();
      assertOrders(stage.grid(), sample.project(), model, new SplittableRandom(1));
    }
  }
}
