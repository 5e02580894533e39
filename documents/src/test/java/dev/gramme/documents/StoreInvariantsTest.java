package dev.gramme.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The list of the invariants of stores is correct: the tests that it names exist, and the stores
 * that it names run them.
 */
final class StoreInvariantsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("docs/store-invariants.md");

  /** The stores, by the beginning of the names of the classes that run contracts. */
  private static final Map<String, String> STORES = stores();

  /** The criteria of ExtendDB, which the list has to cover. */
  private static final int LEAST = 41;

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (\\d+) \\| (.+) \\| (`.+`) \\| (.+) \\|$");
  private static final Pattern NAMED_TEST = Pattern.compile("(\\w+)#(\\w+)");
  private static final Pattern CLASS =
      Pattern.compile("(?m)^(?:public )?(?:abstract |final )*class (\\w+) extends (\\w+)");

  private final Map<String, List<String>> sources = TestSources.in(ROOT);
  private final List<Invariant> invariants = invariants();

  /**
   * A row of the page.
   *
   * @param tests the named tests
   * @param stores the last cell
   */
  private record Invariant(int number, List<NamedTest> tests, String stores) {
    /** The stores that run the tests. */
    List<String> running() {
      String named = stores.replaceFirst(";.*", "");
      return named.equals("all") ? List.copyOf(STORES.values()) : List.of(named.split(", "));
    }
  }

  private record NamedTest(String className, String method) {}

  private static Map<String, String> stores() {
    var stores = new LinkedHashMap<String, String>();
    stores.put("Memory", "memory");
    stores.put("Rocks", "RocksDB");
    stores.put("Postgres", "PostgreSQL");
    stores.put("Cassandra", "Cassandra");
    return stores;
  }

  @Test
  void the_invariants_have_consecutive_numbers() {
    assertThat(invariants).hasSizeGreaterThanOrEqualTo(LEAST);
    assertThat(invariants.stream().map(Invariant::number))
        .isEqualTo(IntStream.rangeClosed(1, invariants.size()).boxed().toList());
  }

  @Test
  void every_named_test_exists() {
    var missing =
        invariants.stream()
            .flatMap(invariant -> invariant.tests().stream())
            .filter(test ->
                sources.getOrDefault(test.className(), List.of()).stream()
                    .noneMatch(source -> source.contains("  void " + test.method() + "(")))
            .toList();
    assertThat(missing).isEmpty();
  }

  @Test
  void every_store_that_is_not_named_has_a_reason() {
    assertThat(invariants)
        .allSatisfy(invariant -> {
          assertThat(STORES.values()).as(invariant.toString()).containsAll(invariant.running());
          if (invariant.running().size() < STORES.size()) {
            assertThat(invariant.stores())
                .as("invariant %d", invariant.number())
                .contains("; not ");
          }
        });
  }

  @Test
  void the_named_stores_inherit_the_contracts() {
    var runs = storesOfContracts();
    assertThat(runs.get("StoreContract")).hasSameSizeAs(STORES.values());
    for (Invariant invariant : invariants) {
      var inherited = new TreeSet<String>();
      boolean onlyContracts = true;
      for (NamedTest test : invariant.tests()) {
        inherited.addAll(runs.getOrDefault(test.className(), new TreeSet<>()));
        onlyContracts &= runs.containsKey(test.className());
      }
      if (onlyContracts) {
        assertThat(new TreeSet<>(invariant.running()))
            .as("invariant %d", invariant.number())
            .isEqualTo(inherited);
      } else {
        assertThat(invariant.running())
            .as("invariant %d", invariant.number())
            .containsAll(inherited);
      }
    }
  }

  /** For each contract of the module {@code storage}, the stores that inherit it. */
  private Map<String, TreeSet<String>> storesOfContracts() {
    var parents = new HashMap<String, String>();
    sources.values().stream()
        .flatMap(List::stream)
        .forEach(source -> {
          var found = CLASS.matcher(source);
          while (found.find()) {
            parents.put(found.group(1), found.group(2));
          }
        });
    var runs = new HashMap<String, TreeSet<String>>();
    parents.forEach((name, parent) -> {
      for (var store : STORES.entrySet()) {
        if (name.matches(store.getKey() + "(Two)?Stores?.*Test")) {
          for (String contract = parent; contract != null; contract = parents.get(contract)) {
            runs.computeIfAbsent(contract, key -> new TreeSet<>()).add(store.getValue());
          }
        }
      }
    });
    return runs;
  }

  private static List<Invariant> invariants() {
    var invariants = new ArrayList<Invariant>();
    var rows = ROW.matcher(read(PAGE));
    while (rows.find()) {
      List<NamedTest> tests =
          NAMED_TEST
              .matcher(rows.group(3))
              .results()
              .map(test -> new NamedTest(test.group(1), test.group(2)))
              .toList();
      invariants.add(new Invariant(Integer.parseInt(rows.group(1)), tests, rows.group(4)));
    }
    return invariants;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
