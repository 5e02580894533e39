package dev.gramme.apps.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The command prints the same as the pages: for every pattern its problem, code, tables, calls with
 * results and costs, and requests.
 */
@Tag("slow")
final class PrintedPagesTest {
  /** The parts of all pages by the name of their pattern. */
  private static Map<String, String> parts() throws IOException {
    var parts = new LinkedHashMap<String, String>();
    try (var pages = Files.list(Path.of("../../docs/patterns"))) {
      for (Path page : pages.sorted().toList()) {
        String[] sections = Files.readString(page).split("\n## ");
        for (int i = 1; i < sections.length; i++) {
          String command = sections[i].replaceFirst("(?s).*`\\./gramme app patterns ", "");
          parts.put(command.substring(0, command.indexOf('`')), sections[i]);
        }
      }
    }
    return parts;
  }

  @Test
  void every_pattern_is_printed_as_on_its_page() throws IOException {
    var parts = parts();
    assertThat(parts.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Catalogue.patterns().stream().map(Pattern::name).toList());
    for (Pattern pattern : Catalogue.patterns()) {
      String name = pattern.name();
      String printed = PatternText.of(Showings.of(pattern));
      assertThat(PageText.plain(printed))
          .as(name)
          .isEqualTo(PageText.of(Objects.requireNonNull(parts.get(name)), printed));
    }
  }
}
