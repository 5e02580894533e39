package dev.gramme.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference of metrics has every metric that the sources add to the page, and no other. */
final class MetricsPageTest {
  private static final Path ROOT = Path.of("..");

  /** A literal with a whole name. Names that are only the beginning of others end with "_". */
  private static final Pattern WHOLE = Pattern.compile("\"(gramme_\\w*[a-z])\"");

  private static final Pattern OF_FUNCTIONS =
      Pattern.compile("counter\\(page, all, \"(\\w+)\"", Pattern.DOTALL);

  /** A metric of a store, or a property of RocksDB with its metric. */
  private static final Pattern OF_STORES =
      Pattern.compile("metrics\\.put\\(\\s*\"(\\w+)\"|\"(\\w+)\", \"rocksdb\\.", Pattern.DOTALL);

  @Test
  void the_reference_has_every_metric() throws IOException {
    var names = new TreeSet<String>();
    for (String source : sources("server")) {
      WHOLE.matcher(source).results().forEach(found -> names.add(found.group(1)));
      OF_FUNCTIONS
          .matcher(source)
          .results()
          .forEach(found -> names.add("gramme_function_" + found.group(1) + "_total"));
    }
    for (String store : new String[] {"storage-rocksdb", "storage-postgres", "storage-cassandra"}) {
      for (String source : sources(store)) {
        OF_STORES
            .matcher(source)
            .results()
            .map(found -> found.group(1) != null ? found.group(1) : found.group(2))
            .forEach(name -> names.add("gramme_storage_" + name));
      }
    }
    assertThat(names)
        .contains("gramme_requests_total", "gramme_function_records_total")
        .contains("gramme_storage_snapshots", "gramme_storage_primary_changes_total")
        .contains("gramme_storage_statements_total");
    String page = Files.readString(ROOT.resolve("docs/metrics.md"));
    String rows = String.join("\n", page.lines().filter(line -> line.startsWith("|")).toList());
    var documented = new TreeSet<String>();
    Pattern.compile("`(gramme_\\w+)`")
        .matcher(rows)
        .results()
        .forEach(found -> documented.add(found.group(1)));
    assertThat(documented).isEqualTo(names);
  }

  private static Iterable<String> sources(String module) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      var texts = new TreeSet<String>();
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        texts.add(Files.readString(file));
      }
      return texts;
    }
  }
}
