package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of operations names the stores that refuse an operation. */
final class MissingOperationsTest {
  private static final Path PAGE = Path.of("..", "docs", "operations.md");

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (\\w+) \\| (?:works|partly) \\| (all|not [\\w, ]+) \\|");

  @Test
  void the_page_has_the_operations_that_each_store_refuses() throws Exception {
    var page = Map.of("PostgreSQL", new TreeSet<String>(), "Cassandra", new TreeSet<String>());
    var rows = ROW.matcher(Files.readString(PAGE)).results().toList();
    assertThat(rows).hasSizeGreaterThan(50);
    rows.stream()
        .filter(row -> !row.group(2).equals("all"))
        .forEach(row -> {
          for (String store : row.group(2).substring("not ".length()).split(", ", -1)) {
            assertThat(page).containsKey(store);
            page.getOrDefault(store, new TreeSet<>()).add(row.group(1));
          }
        });
    var code = new TreeMap<String, Set<String>>();
    code.put("PostgreSQL", missing("--store=postgres", "--postgres-url=postgresql://a/b"));
    code.put("Cassandra", missing("--store=cassandra", "--contact-points=h:1"));
    assertThat(page).isEqualTo(code);
    assertThat(missing("--in-memory")).isEmpty();
    assertThat(missing()).isEmpty();
  }

  private static Set<String> missing(String... flags) throws Exception {
    return MissingOperations.of(Settings.read(List.of(flags), Map.of()));
  }
}
