package dev.gramme.apps.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class CatalogueTest {
  private static final Path PAGE = page();

  /** The page, found from the module's folder or from the root. */
  private static Path page() {
    Path start = Path.of("").toAbsolutePath();
    for (Path root = start; root != null; root = root.getParent()) {
      if (Files.exists(root.resolve("ARCHITECTURE.md"))) {
        return root.resolve("docs/patterns.md");
      }
    }
    throw new IllegalStateException("no project above " + start);
  }

  @Test
  void the_page_of_the_catalogue_equals_the_output_of_a_run() throws IOException {
    var showings = new LinkedHashMap<String, List<Showing>>();
    Catalogue.chapters()
        .forEach((chapter, patterns) ->
            showings.put(chapter, patterns.stream().map(Rehearsal::of).toList()));
    String page = CataloguePage.of(showings);
    if (Boolean.getBoolean("gramme.rewrite")) {
      Files.writeString(PAGE, page);
    }
    assertThat(page).isEqualTo(Files.readString(PAGE));
  }

  @Test
  void a_pattern_gives_the_same_output_each_time() {
    for (List<Pattern> patterns : Catalogue.chapters().values()) {
      Showing first = Rehearsal.of(patterns.getFirst());
      Showing again = Rehearsal.of(patterns.getFirst());
      assertThat(again.results()).isEqualTo(first.results());
      assertThat(again.costs()).isEqualTo(first.costs());
    }
  }

  @Test
  void two_patterns_never_have_the_same_title() {
    assertThat(Catalogue.chapters().values().stream().flatMap(List::stream).map(Pattern::title))
        .doesNotHaveDuplicates();
  }
}
