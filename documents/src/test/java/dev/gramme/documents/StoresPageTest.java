package dev.gramme.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of features by store names an existing test for each feature and store. */
final class StoresPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String REFUSED = "refused: ";

  /** What a test of each store has in its source, in the order of the columns. */
  private static final Map<String, Pattern> SIGNS = signs();

  private static final Pattern NAMED = Pattern.compile("`(\\w+)`");
  private static final Pattern PARENT = Pattern.compile(" class \\w+ extends (\\w+)");

  private final String page = read(ROOT.resolve("docs/stores.md"));
  private final Map<String, List<String>> sources = TestSources.in(ROOT);
  private final Map<String, List<String>> features = table(0);
  private final Map<String, List<String>> shownBy = table(1);

  private static Map<String, Pattern> signs() {
    var signs = new LinkedHashMap<String, Pattern>();
    signs.put(
        "memory",
        Pattern.compile(
            "(?i)in-?memory|MemoryStore|TestStores|StoreKind|Gramme.regions|TargetServer|Endpoint.classic"));
    signs.put("RocksDB", Pattern.compile("RocksDb|RocksStore|StoreKind|--data|TempDir"));
    signs.put("PostgreSQL", Pattern.compile("(?i)postgres"));
    signs.put("Cassandra", Pattern.compile("(?i)cassandra"));
    return signs;
  }

  @Test
  void every_feature_has_tests() {
    assertThat(features).hasSizeGreaterThan(20);
    assertThat(shownBy.keySet()).containsExactlyElementsOf(features.keySet());
  }

  @Test
  void every_named_class_exists_and_uses_the_store() {
    shownBy.forEach((feature, cells) -> {
      int column = 0;
      for (var store : SIGNS.entrySet()) {
        String cell = cells.get(column++);
        var tests = NAMED.matcher(cell).results().map(test -> test.group(1)).toList();
        assertThat(tests).as("%s: %s", feature, store.getKey()).isNotEmpty();
        assertThat(cell).matches("(" + REFUSED + ")?`\\w+`(, `\\w+`)*");
        for (String test : tests) {
          assertThat(test).endsWith("Test");
          assertThat(sources(test)).as(test).isNotEmpty();
          assertThat(String.join("", sources(test)))
              .as("%s: %s on %s", feature, test, store.getKey())
              .containsPattern(store.getValue());
        }
      }
    });
  }

  @Test
  void a_test_of_a_refusal_is_named_exactly_where_a_feature_is_refused() {
    features.forEach((feature, cells) -> {
      for (int column = 0; column < cells.size(); column++) {
        assertThat(shownBy.get(feature).get(column).startsWith(REFUSED))
            .as("%s, column %d", feature, column)
            .isEqualTo(cells.get(column).startsWith(REFUSED));
      }
    });
  }

  @Test
  void every_named_method_exists_in_the_classes_of_its_column() {
    var header = tables().getLast().getFirst();
    var rows = tables().getLast().subList(2, tables().getLast().size());
    assertThat(rows).hasSizeGreaterThan(10);
    for (List<String> row : rows) {
      assertThat(row).hasSameSizeAs(header);
      for (int column = 1; column < row.size(); column++) {
        var classes = NAMED.matcher(header.get(column)).results().map(one -> one.group(1)).toList();
        var methods = NAMED.matcher(row.get(column)).results().map(one -> one.group(1)).toList();
        assertThat(methods.isEmpty()).isEqualTo(row.get(column).equals("–"));
        for (String name : classes) {
          for (String method : methods) {
            assertThat(sources(name))
                .as(name)
                .anyMatch(source -> source.contains("  void " + method + "("));
          }
        }
      }
    }
  }

  @Test
  void a_class_with_many_features_has_a_named_method_for_each_of_its_cells() {
    var methods = tables().getLast();
    for (int column = 1; column < methods.getFirst().size(); column++) {
      int here = column;
      var classes = NAMED.matcher(methods.getFirst().get(column)).results().toList();
      shownBy.forEach((feature, cells) -> {
        boolean isNamed =
            classes.stream().anyMatch(one -> String.join(" ", cells).contains(one.group()));
        boolean hasMethod =
            methods.stream()
                .filter(row -> row.getFirst().contains(feature))
                .anyMatch(row -> row.get(here).contains("`"));
        assertThat(hasMethod).as("%s, column %d", feature, here).isEqualTo(isNamed);
      });
    }
  }

  /** The sources of a class and of those that it inherits from. */
  private List<String> sources(String name) {
    var found = new ArrayList<>(sources.getOrDefault(name, List.of()));
    for (int i = 0; i < found.size(); i++) {
      var parent = PARENT.matcher(found.get(i));
      if (parent.find()) {
        found.addAll(sources.getOrDefault(parent.group(1), List.of()));
      }
    }
    return found;
  }

  /** The cells of each feature in one of the two tables whose columns are stores. */
  private Map<String, List<String>> table(int number) {
    var rows =
        tables().stream().filter(table -> table.getFirst().getFirst().equals("feature")).toList();
    var columns = List.copyOf(SIGNS.keySet());
    var cells = new LinkedHashMap<String, List<String>>();
    var table = rows.get(number);
    assertThat(table.getFirst().subList(1, table.getFirst().size())).isEqualTo(columns);
    for (List<String> row : table.subList(2, table.size())) {
      assertThat(row).hasSize(columns.size() + 1).doesNotContain("");
      cells.put(row.getFirst(), row.subList(1, row.size()));
    }
    return cells;
  }

  /** The cells of the rows of all tables. */
  private List<List<List<String>>> tables() {
    var tables = new ArrayList<List<List<String>>>();
    boolean isInTable = false;
    for (String line : page.lines().toList()) {
      if (line.startsWith("|")) {
        if (!isInTable) {
          tables.add(new ArrayList<>());
        }
        tables
            .getLast()
            .add(
                Stream.of(line.substring(1, line.length() - 1).split("\\|"))
                    .map(String::strip)
                    .toList());
      }
      isInTable = line.startsWith("|");
    }
    return tables;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
