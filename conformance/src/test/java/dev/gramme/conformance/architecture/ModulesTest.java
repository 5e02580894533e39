package dev.gramme.conformance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about the architecture and its picture name the modules and classes that exist. */
final class ModulesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static List<String> all(String file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(ROOT.resolve(file)))
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  private static List<String> modules() throws IOException {
    var modules = all("pom.xml", "<module>([^<]+)</module>");
    assertThat(modules).contains("engine", "apps/web");
    return modules;
  }

  @Test
  void the_picture_shows_every_module_once() throws IOException {
    assertThat(all("docs/images/modules.svg", "class=\"name\"[^>]*>([^<]+)<"))
        .containsExactlyInAnyOrderElementsOf(modules());
  }

  @Test
  void the_page_explains_every_module() throws IOException {
    assertThat(all("ARCHITECTURE.md", "\\n(?:\\| |- )`([a-z0-9/-]+)`(?: \\||:)"))
        .containsAll(modules().stream().filter(module -> !module.startsWith("apps/")).toList());
  }

  @Test
  void the_page_names_only_files_and_members_that_exist() throws IOException {
    var names =
        all(
            "ARCHITECTURE.md",
            "`((?:[\\w.-]+/)*[A-Z]\\w*\\.java|(?:[a-z]+\\.)*[A-Z]\\w*\\.[a-z]\\w*)`");
    assertThat(names).hasSizeGreaterThan(50);
    assertThat(names).allMatch(ModulesTest::exists);
  }

  @Test
  void a_missing_file_or_member_is_found() {
    assertThat(exists("engine/.../Engine.java")).isTrue();
    assertThat(exists("api/.../Engine.java")).isFalse();
    assertThat(exists("Engine.readWith")).isTrue();
    assertThat(exists("Engine.readWithout")).isFalse();
  }

  /**
   * @param name a file, whose path may leave out folders, or a class and one of its members
   */
  private static boolean exists(String name) {
    boolean isFile = name.endsWith(".java");
    String member = isFile ? "" : name.substring(name.lastIndexOf('.') + 1);
    String path = isFile ? name : name.replaceFirst("\\.\\w+$", "").replace('.', '/') + ".java";
    var folders = List.of(path.split("/"));
    return ProjectFiles.all().stream()
        .filter(file -> file.getFileName().toString().equals(folders.getLast()))
        .filter(file ->
            folders.stream()
                .allMatch(folder -> folder.equals("...") || file.toString().contains(folder)))
        .anyMatch(file ->
            Pattern.compile("\\b" + member + "\\b").matcher(ProjectFiles.text(file)).find());
  }

  @Test
  void the_table_of_layers_names_only_modules() throws IOException {
    String page = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
    String layers = page.substring(page.indexOf("## Layers"), page.indexOf("Modules beside"));
    var rows = Pattern.compile("\\n\\| `([^`]+)` \\|").matcher(layers).results();
    assertThat(modules()).containsAll(rows.map(row -> row.group(1)).toList());
  }
}
