package dev.gramme.conformance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for every Java source, including tests, and for the language of all files. */
final class SourcesTest {
  private static final int MAX_LINES = 600;
  private static final Pattern EMPTY_NAME =
      Pattern.compile(".*(Manager|Helpers?|Utils?|Utility|Impl)\\.java");
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TODO|FIXME|XXX)\\b|@Disabled\\b|\\bThread\\.sleep\\(");

  private static final Pattern VIRTUAL_THREADS =
      Pattern.compile("\\.ofVirtual\\(|VirtualThread(PerTaskExecutor)?\\b");

  /** Decision 0068: nothing else may run on virtual threads, which can stop for good. */
  private static final Set<String> ON_VIRTUAL_THREADS =
      Set.of(
          "WaitingThreads.java", "PostgresStore.java", "CassandraStore.java", "SourcesTest.java");

  /**
   * Words of a private dialect: plain English and the terms of the field replace them. The
   * witnesses of global tables are DynamoDB's own term, in-doubt transactions a term of the field.
   */
  private static final Pattern DIALECT =
      Pattern.compile(
          "\\b(told|tells?|telling|whoever|stands? still|by turns|(go|goes|gone) on"
              + "|(?<!global table |replicas or |include all )witness(es)?|ask(s|ed)? for"
              + "|what (is|was) there|reckon(s|ed|ing)?|settle[sd]?|in vain"
              + "|(is|are|was|were) believed|one after (the other|another)"
              + "|(?<!in[- ])doubt(s|ed|ful)?|meets|(?<!\\b(is|are|be|not) )met"
              + "|(a|each|every|one|another) look(?!-)|as (it was|they were)(?=[.,;:]))\\b",
          Pattern.CASE_INSENSITIVE);

  /**
   * The files, beside Java and scripts without an ending, whose whole text is examined: code,
   * configuration, pictures, and the texts that programs print.
   */
  private static final Pattern CODE =
      Pattern.compile(
          ".*\\.(js|mjs|ts|mts|sh|py|lua|html|css|sql|xml|properties|ya?ml|conf|service|gradle|svg)"
              + "|.*/src/main/resources/.*\\.txt");

  private static final Pattern LINE_BREAK = Pattern.compile("\\s*\n\\s*(//|#|\\*(?!/))?\\s*");

  private static final Pattern TEST_METHOD =
      Pattern.compile(
          "@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|FuzzTest)\\b"
              + ".*?\\b(?:void|DynamicTest>) (\\w+)\\(",
          Pattern.DOTALL);

  private final Map<Path, List<String>> sources = sources();

  @Test
  void no_file_is_longer_than_600_lines() {
    assertThat(filesWhere(source -> source.getValue().size() > MAX_LINES)).isEmpty();
  }

  @Test
  void every_package_is_null_marked() {
    var packages = sources.keySet().stream().map(SourcesTest::packageOf).distinct().toList();
    var marked =
        sources.entrySet().stream()
            .filter(source -> source.getKey().endsWith("package-info.java"))
            .filter(source -> source.getValue().contains("@NullMarked"))
            .map(source -> packageOf(source.getKey()))
            .toList();
    assertThat(packages).isNotEmpty();
    assertThat(marked).containsAll(packages);
  }

  @Test
  void names_say_what_a_thing_is() {
    assertThat(filesWhere(source -> EMPTY_NAME.matcher(source.getKey().toString()).matches()))
        .isEmpty();
  }

  @Test
  void names_of_tests_are_sentences_in_snake_case() {
    var names =
        sources.entrySet().stream()
            .flatMap(source ->
                TEST_METHOD
                    .matcher(String.join("\n", source.getValue()))
                    .results()
                    .map(test -> source.getKey() + ": " + test.group(1)))
            .toList();
    assertThat(names).hasSizeGreaterThan(1000);
    assertThat(names).filteredOn(name -> !name.matches(".*: [a-z0-9]+(_[a-z0-9]+)+")).isEmpty();
  }

  @Test
  void nothing_is_left_for_later_and_no_test_sleeps_or_is_skipped() {
    assertThat(
            filesWhere(source ->
                !source.getKey().endsWith("SourcesTest.java")
                    && source.getValue().stream().anyMatch(UNFINISHED.asPredicate())))
        .isEmpty();
  }

  @Test
  void only_requests_to_shared_stores_have_virtual_threads() {
    var users =
        sources.entrySet().stream()
            .filter(source -> source.getValue().stream().anyMatch(VIRTUAL_THREADS.asPredicate()))
            .map(source -> source.getKey().getFileName().toString());
    assertThat(users).containsExactlyInAnyOrderElementsOf(ON_VIRTUAL_THREADS);
  }

  @Test
  void comments_and_messages_are_in_plain_english() {
    var java = files(file -> file.toString().endsWith(".java"));
    assertThat(java)
        .hasSizeGreaterThan(2000)
        .anyMatch(file -> file.startsWith("frameworks"))
        .anyMatch(file -> file.startsWith("examples"))
        .anyMatch(file -> file.startsWith("compat"));
    assertThat(java.stream().flatMap(SourcesTest::dialectInJava)).isEmpty();
  }

  @Test
  void documents_are_in_plain_english() {
    var documents = files(file -> file.toString().endsWith(".md"));
    assertThat(documents)
        .hasSizeGreaterThan(100)
        .contains(Path.of("npm/gramme/README.md"), Path.of("dist/src/main/archive/README.md"));
    String code = "(?s)```.*?```|`[^`\n]*`|(?m)^ {4}.*$";
    assertThat(
            documents.stream()
                .flatMap(file -> dialectIn(file, ProjectFiles.text(file).replaceAll(code, ""))))
        .isEmpty();
  }

  @Test
  void scripts_pages_and_configuration_are_in_plain_english() {
    var others = files(SourcesTest::isScriptOrConfiguration);
    assertThat(others)
        .contains(
            Path.of("gramme"),
            Path.of("compat/run"),
            Path.of("dist/src/main/deb/postinst"),
            Path.of("dist/src/main/launcher/launch.sh"),
            Path.of("pom.xml"),
            Path.of("npm/gramme/index.js"),
            Path.of("server/src/main/resources/dev/gramme/server/console/main.js"),
            Path.of("server/src/main/resources/dev/gramme/server/help/options.txt"),
            Path.of("docs/images/parts.svg"));
    assertThat(others.stream().flatMap(file -> dialectIn(file, ProjectFiles.text(file)))).isEmpty();
  }

  @Test
  void words_of_the_dialect_are_found_across_lines() {
    assertThat(dialectIn(Path.of("a.js"), "// Clients ask\n// for it.\n")).hasSize(1);
    assertThat(dialectIn(Path.of("run"), "  # It is\n  # told so.\n")).hasSize(1);
    assertThat(dialectIn(Path.of("pom.xml"), "<!-- asking\n     for -->\n")).isEmpty();
    assertThat(dialectIn(Path.of("a.md"), "Two meets one, in doubt, and doubts it.\n")).hasSize(2);
    assertThat(dialectIn(Path.of("a.md"), "The file as it\nwas. As it was read.\n")).hasSize(1);
    assertThat(dialectIn(Path.of("a.md"), "The limit is met. A write met it.\n")).hasSize(1);
  }

  private static List<Path> files(Predicate<Path> kind) {
    return ProjectFiles.all().stream().filter(kind).toList();
  }

  private static boolean isScriptOrConfiguration(Path file) {
    String name = file.getFileName().toString();
    return CODE.matcher(file.toString()).matches()
        || (!name.contains(".") && ProjectFiles.text(file).startsWith("#!"));
  }

  private static Stream<String> dialectIn(Path file, String text) {
    return DIALECT
        .matcher(LINE_BREAK.matcher(text).replaceAll(" "))
        .results()
        .map(found -> file + ": " + found.group());
  }

  private static Stream<String> dialectInJava(Path file) {
    if (file.endsWith("SourcesTest.java")) {
      return Stream.empty(); // It contains the words.
    }
    Prose prose = Prose.of(ProjectFiles.text(file));
    // A literal of one word is a name, for example one that is stored.
    return Stream.concat(
            prose.comments().stream(), prose.literals().stream().filter(text -> text.contains(" ")))
        .filter(DIALECT.asPredicate())
        .map(text -> file + ": " + text);
  }

  private List<String> filesWhere(Predicate<Map.Entry<Path, List<String>>> holds) {
    return sources.entrySet().stream()
        .filter(holds)
        .map(source -> source.getKey() + ", " + source.getValue().size() + " lines")
        .toList();
  }

  private static String packageOf(Path source) {
    return source.toString().replaceFirst(".*/src/\\w+/java/", "").replaceFirst("/[^/]+$", "");
  }

  private static Map<Path, List<String>> sources() {
    var sources = new TreeMap<Path, List<String>>();
    try (var modules = Files.list(ProjectFiles.ROOT);
        var apps = Files.list(ProjectFiles.ROOT.resolve("apps"));
        var frameworks = Files.list(ProjectFiles.ROOT.resolve("frameworks"));
        var quarkus = Files.list(ProjectFiles.ROOT.resolve("frameworks/quarkus"))) {
      var withPom =
          Stream.of(modules, apps, frameworks, quarkus)
              .flatMap(paths -> paths)
              .filter(path -> Files.exists(path.resolve("pom.xml")));
      for (Path module : withPom.toList()) {
        addSources(module.resolve("src"), sources);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }

  private static void addSources(Path folder, Map<Path, List<String>> sources) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        sources.put(file, Files.readAllLines(file));
      }
    }
  }
}
