package dev.gramme.apps.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class CatalogueTest {
  private static final Path DOCS = docs();

  /** The folder of documents, found from the module's folder or from the root. */
  private static Path docs() {
    Path start = Path.of("").toAbsolutePath();
    for (Path root = start; root != null; root = root.getParent()) {
      if (Files.exists(root.resolve("ARCHITECTURE.md"))) {
        return root.resolve("docs");
      }
    }
    throw new IllegalStateException("no project above " + start);
  }

  @Test
  void the_pages_of_the_catalogue_equal_the_output_of_a_run() throws IOException {
    var showings = new LinkedHashMap<Theme, List<Showing>>();
    for (Theme theme : Catalogue.themes()) {
      showings.put(theme, theme.patterns().stream().map(Showings::of).toList());
    }
    Map<String, String> pages = CataloguePages.of(showings);
    if (Boolean.getBoolean("gramme.rewrite")) {
      for (Path old : existing()) {
        Files.delete(old);
      }
      for (Map.Entry<String, String> page : pages.entrySet()) {
        Files.writeString(DOCS.resolve(page.getKey()), page.getValue());
      }
    }
    for (Map.Entry<String, String> page : pages.entrySet()) {
      assertThat(page.getValue()).isEqualTo(Files.readString(DOCS.resolve(page.getKey())));
    }
    var expected = new TreeSet<Path>();
    pages.keySet().forEach(page -> expected.add(DOCS.resolve(page)));
    expected.remove(DOCS.resolve("patterns.md"));
    assertThat(new TreeSet<>(existing())).isEqualTo(expected);
  }

  /** The pages of themes. */
  private static List<Path> existing() throws IOException {
    try (var pages = Files.list(Files.createDirectories(DOCS.resolve("patterns")))) {
      return pages.toList();
    }
  }

  @Test
  void a_pattern_gives_the_same_output_each_time() {
    for (Theme theme : Catalogue.themes()) {
      Pattern pattern = theme.patterns().getFirst();
      assertThat(PatternText.of(Rehearsal.of(pattern)))
          .isEqualTo(PatternText.of(Rehearsal.of(pattern)));
    }
  }

  @Test
  void titles_and_names_of_patterns_are_distinct() {
    assertThat(Catalogue.patterns()).extracting(Pattern::title).doesNotHaveDuplicates();
    assertThat(Catalogue.patterns()).extracting(Pattern::name).doesNotHaveDuplicates();
  }

  @Test
  void every_pattern_shows_its_access_patterns() {
    assertThat(Catalogue.patterns())
        .allSatisfy(pattern ->
            assertThat(SourceText.of(pattern.model()))
                .contains("@Entity(", "@AccessPatterns(", "interface Queries {")
                .doesNotContain("@Override", "import "));
  }
}
