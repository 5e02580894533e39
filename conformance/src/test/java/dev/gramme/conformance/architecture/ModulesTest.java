package dev.gramme.conformance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The page about the architecture and its picture name the modules and classes that exist, and
 * dependencies between modules point down in the picture.
 */
final class ModulesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);

  /** A dependency between two modules, with its scope in Maven. */
  private record Dependency(String from, String to, String scope) {}

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
  void dependencies_stay_within_a_row_of_the_picture_or_point_down() throws IOException {
    Map<String, Integer> rows = rows();
    assertThat(dependencies())
        .hasSizeGreaterThan(100)
        .contains(new Dependency("dist", "mcp", "provided"))
        .allMatch(dependency -> pointsDown(dependency, rows));
  }

  @Test
  void a_dependency_that_points_up_is_found() throws IOException {
    Map<String, Integer> rows = rows();
    assertThat(pointsDown(new Dependency("engine", "model", "compile"), rows)).isTrue();
    assertThat(pointsDown(new Dependency("mcp", "toolkit", "compile"), rows)).isTrue();
    assertThat(pointsDown(new Dependency("engine", "api", "test"), rows)).isFalse();
    assertThat(pointsDown(new Dependency("bench", "server", "compile"), rows)).isTrue();
    assertThat(pointsDown(new Dependency("engine", "testkit", "test"), rows)).isTrue();
    assertThat(pointsDown(new Dependency("engine", "testkit", "compile"), rows)).isFalse();
    assertThat(pointsDown(new Dependency("engine", "bench", "test"), rows)).isFalse();
  }

  /** The modules of the last row may depend on all others, which use only testkit, in tests. */
  private static boolean pointsDown(Dependency dependency, Map<String, Integer> rows) {
    int last = row("testkit", rows);
    int from = row(dependency.from(), rows);
    int to = row(dependency.to(), rows);
    if (from == last) {
      return true;
    }
    return to == last
        ? dependency.to().equals("testkit") && dependency.scope().equals("test")
        : to >= from;
  }

  /** The vertical position of each module in the picture; modules of one row have the same. */
  private static Map<String, Integer> rows() throws IOException {
    return Pattern.compile("class=\"name\"[^>]* y=\"(\\d+)\">([^<]+)<")
        .matcher(Files.readString(ROOT.resolve("docs/images/modules.svg")))
        .results()
        .collect(
            Collectors.toMap(found -> found.group(2), found -> Integer.parseInt(found.group(1))));
  }

  private static int row(String module, Map<String, Integer> rows) {
    return Objects.requireNonNull(rows.get(module), module);
  }

  private static List<Dependency> dependencies() throws IOException {
    var poms = new HashMap<String, String>();
    var modulesByArtifact = new HashMap<String, String>();
    for (String module : modules()) {
      String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
      poms.put(module, pom);
      String withoutParent = pom.replaceFirst("(?s)<parent>.*?</parent>", "");
      modulesByArtifact.put(element("artifactId", withoutParent, ""), module);
    }
    var dependencies = new ArrayList<Dependency>();
    poms.forEach((module, pom) ->
        DEPENDENCY
            .matcher(pom)
            .results()
            .map(found -> found.group(1))
            .forEach(text -> {
              String to = modulesByArtifact.get(element("artifactId", text, ""));
              if (to != null) {
                dependencies.add(new Dependency(module, to, element("scope", text, "compile")));
              }
            }));
    return dependencies;
  }

  /** The text of the first element of this name, or else the default. */
  private static String element(String name, String xml, String missing) {
    var found = Pattern.compile("<" + name + ">([^<]+)<").matcher(xml);
    return found.find() ? found.group(1) : missing;
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
  void the_table_of_layers_names_only_modules_in_the_order_of_the_picture() throws IOException {
    String page = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
    String layers = page.substring(page.indexOf("## Layers"), page.indexOf("Modules beside"));
    var named =
        Pattern.compile("\\n\\| `([^`]+)` \\|")
            .matcher(layers)
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(modules()).containsAll(named);
    Map<String, Integer> rows = rows();
    assertThat(named.stream().map(module -> row(module, rows))).isSorted();
  }
}
