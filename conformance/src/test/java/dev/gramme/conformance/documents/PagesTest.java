package dev.gramme.conformance.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for the examples of the documentation that need no execution. */
final class PagesTest {
  private static final String APP = "the system's own tests start it; here it would take minutes";
  private static final String CLUSTER =
      "needs Cassandra nodes; the tests of the module server start some";
  private static final String POSTGRES =
      "needs a PostgreSQL server; the tests of the module server start one";
  private static final String BUILD = "builds the project";
  private static final String RELEASE = "needs a release; ArchiveTest does the same";
  private static final String ROOT = "needs root and systemd";
  private static final String NPM = "the test has installed the packages";
  private static final String PACKAGES = "needs a release; NpmTest does the same";
  private static final String RECORD =
      "needs an account of AWS, or takes minutes; RecordCommand's tests run it";

  /** The blocks {@code console} of each page, and why a test cannot execute them. */
  private static final Map<String, List<String>> NOT_EXECUTED =
      Map.ofEntries(
          Map.entry("README.md", List.of(BUILD)),
          Map.entry("apps/grid-view/README.md", List.of(APP, APP, APP, APP)),
          Map.entry("apps/incidents/README.md", List.of(APP, APP, APP)),
          Map.entry("apps/savings-goals/README.md", List.of(APP, APP, APP)),
          Map.entry("docs/cassandra.md", List.of(CLUSTER, CLUSTER, BUILD)),
          Map.entry(
              "docs/clients.md",
              List.of(
                  BUILD,
                  "needs the reader's program; ./gramme bench --embedded does the same",
                  NPM)),
          Map.entry(
              "docs/console.md",
              List.of(
                  "needs an account of AWS",
                  "runs a test with a browser",
                  "a measurement of minutes")),
          Map.entry("docs/example-data.md", List.of(NPM)),
          Map.entry("docs/frameworks.md", List.of("needs a container engine")),
          Map.entry(
              "docs/from-dynamodb-local.md",
              List.of("needs DynamoDB Local; DynamoDbLocalCopyTest does the same")),
          Map.entry("docs/global-tables.md", List.of("needs another machine")),
          Map.entry(
              "docs/installing.md",
              List.of(
                  BUILD,
                  RELEASE,
                  RELEASE,
                  ROOT,
                  ROOT,
                  "needs Docker",
                  "needs Kubernetes",
                  "needs a JDK of another platform; PlatformsTest does the same")),
          Map.entry("docs/kinesis-destinations.md", List.of("a command of Kafka")),
          Map.entry("docs/mcp.md", List.of("waits for messages; ProtocolTest does the same")),
          Map.entry("docs/moving.md", List.of("needs an account of AWS; CopyTest does the same")),
          Map.entry("docs/network-access.md", List.of("needs a certificate of an authority")),
          Map.entry("docs/npm.md", List.of(PACKAGES, PACKAGES)),
          Map.entry(
              "docs/postgres.md",
              List.of(
                  POSTGRES,
                  POSTGRES,
                  POSTGRES,
                  "needs PostgreSQL; SharedPostgresRegionsTest does the same",
                  "needs Patroni; PostgresFaultTest does the same",
                  POSTGRES,
                  "needs another engine")),
          Map.entry("docs/postgres-sizing.md", List.of(POSTGRES)),
          Map.entry(
              "docs/publishing.md", List.of("takes minutes; ./gramme test --all does the same")),
          Map.entry("docs/recording.md", List.of(RECORD, RECORD, RECORD)),
          Map.entry(
              "docs/rocksdb-store.md",
              List.of("a measurement of minutes", "a measurement of minutes")),
          Map.entry(
              "docs/terraform-and-cdk.md",
              List.of("needs Terraform; compat/run does the same", "compat/run does the same")));

  private static final String SPRING =
      "needs Spring Boot; ./gramme publish --try compiles and tests examples/spring-boot";
  private static final String CONTAINERS = "needs Testcontainers; GrammeContainerTest uses it";
  private static final String KOTLIN = "needs the compiler of Kotlin";
  private static final String GRADLE = "needs Gradle";
  private static final String NODE = "needs the packages for npm; NpmTest does the same";

  /** The blocks of code that is only shown, and why a test cannot compile them. */
  private static final Map<String, List<String>> NOT_COMPILED =
      Map.of(
          "docs/frameworks.md", List.of(CONTAINERS, SPRING, SPRING, SPRING, SPRING),
          "docs/npm.md", List.of(NODE, NODE, NODE),
          "docs/publishing.md", List.of(GRADLE),
          "docs/toolkit/kotlin-and-gradle.md", List.of(KOTLIN, KOTLIN, GRADLE, GRADLE));

  private static final Pattern COMMAND_OF_CLI =
      Pattern.compile("\\baws (--\\S+ \\S+ )*dynamodb(streams)?\\b");

  private static final String DDB =
      "ddb() { aws dynamodb --endpoint-url http://127.0.0.1:8000 \"$@\"; }";

  private static final Pattern CREATED_TABLE =
      Pattern.compile(
          "create-table --table-name (\\S+)|--target-table-name (\\S+)"
              + "|(?:CreateTable|--table-creation-parameters) '\\{\"TableName\": ?\"(\\w+)\""
              + "|createTable\\([\\w>(\\s-]*\\.tableName\\(\"(\\w+)\""
              + "|@AccessPatterns\\(table = \"(\\w+)\"|TableCreation\\.request\\([^\"]*\"(\\w+)\"");

  private final List<Page> pages = Page.all();

  @Test
  void every_block_says_in_its_fence_what_it_is() {
    assertThat(pages).hasSizeGreaterThan(40);
    assertThat(pages).filteredOn(page -> !page.indented().isEmpty()).isEmpty();
    assertThat(blocks()).filteredOn(block -> !block.isKnown()).isEmpty();
  }

  @Test
  void unknown_words_in_a_fence_are_found() {
    assertThat(List.of("java show", "java shown", "rust", "sh servers", "js a.mjs", "js a b.mjs"))
        .filteredOn(
            info -> !Page.parse("p.md", "```" + info + "\n```\n").blocks().getFirst().isKnown())
        .containsExactly("java show", "rust", "sh servers", "js a b.mjs");
  }

  @Test
  void every_block_that_is_not_executed_has_a_reason() {
    assertThat(counts(block -> block.language().equals("console"))).isEqualTo(counts(NOT_EXECUTED));
  }

  @Test
  void every_block_of_code_that_is_not_compiled_has_a_reason() {
    assertThat(counts(Block::isOnlyShown)).isEqualTo(counts(NOT_COMPILED));
  }

  private Map<String, Integer> counts(Predicate<Block> kind) {
    var counts = new TreeMap<String, Integer>();
    blocks().filter(kind).forEach(block -> counts.merge(block.page(), 1, Integer::sum));
    return counts;
  }

  private static Map<String, Integer> counts(Map<String, List<String>> reasons) {
    var counts = new TreeMap<String, Integer>();
    reasons.forEach((page, ofPage) -> counts.put(page, ofPage.size()));
    return counts;
  }

  @Test
  void every_command_of_the_aws_cli_names_its_endpoint() {
    assertThat(shellLines().filter(line -> COMMAND_OF_CLI.matcher(line).find()))
        .hasSizeGreaterThan(10)
        .allMatch(line -> line.contains("--endpoint-url "));
  }

  @Test
  void the_function_ddb_is_the_same_on_every_page() {
    assertThat(shellLines().filter(line -> line.contains("ddb()")))
        .hasSizeGreaterThan(10)
        .containsOnly(DDB);
  }

  @Test
  void no_two_pages_create_the_same_table() {
    var pagesOfTables = new TreeMap<String, Set<String>>();
    blocks()
        .forEach(block ->
            CREATED_TABLE
                .matcher(block.text())
                .results()
                .map(PagesTest::table)
                .forEach(table ->
                    pagesOfTables.computeIfAbsent(table, _ -> new TreeSet<>()).add(block.page())));
    assertThat(pagesOfTables).containsKeys("movies", "catalogue", "plots", "votes", "shop");
    assertThat(pagesOfTables.entrySet()).allMatch(table -> table.getValue().size() == 1);
  }

  @Test
  void every_page_is_in_the_contents_of_the_site() throws IOException {
    Path root = Page.ROOT;
    List<String> contents = Files.readAllLines(root.resolve("docs/site/index.md"));
    try (var files = Files.walk(root.resolve("docs"))) {
      assertThat(
              files
                  .map(file -> root.relativize(file).toString())
                  .filter(name -> name.endsWith(".md") && !name.equals("docs/README.md"))
                  .filter(name -> !name.startsWith("docs/decisions/"))
                  .filter(name -> !name.startsWith("docs/site/"))
                  .map(name -> name.substring(0, name.length() - ".md".length())))
          .isSubsetOf(contents);
    }
  }

  @Test
  void every_page_is_in_the_list_of_pages() throws IOException {
    Path folder = Page.ROOT.resolve("docs");
    String list = Files.readString(folder.resolve("README.md"));
    try (var files = Files.walk(folder)) {
      assertThat(
              files
                  .map(file -> folder.relativize(file).toString())
                  .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
                  .filter(name -> !name.matches("(decisions|site|patterns)/.*")))
          .isNotEmpty()
          .allMatch(name -> list.contains("(" + name + ")"));
    }
  }

  @Test
  void quoted_code_is_in_a_source() throws IOException {
    var quoted =
        blocks()
            .filter(block -> block.language().equals("java") && block.argument().equals("quoted"))
            .toList();
    assertThat(quoted).isNotEmpty();
    for (Block block : quoted) {
      var module = Page.ROOT.resolve(block.page()).resolveSibling("src/main/java");
      try (var sources = Files.walk(module)) {
        assertThat(sources.filter(Files::isRegularFile))
            .as(block.toString())
            .anyMatch(source -> withoutSpace(read(source)).contains(withoutSpace(block.text())));
      }
    }
  }

  private Stream<Block> blocks() {
    return pages.stream().flatMap(page -> page.blocks().stream());
  }

  /** The lines of commands; a line that ends with a backslash continues. */
  private Stream<String> shellLines() {
    return blocks()
        .filter(block -> Set.of("sh", "console").contains(block.language()))
        .flatMap(block -> block.text().replace("\\\n", " ").lines());
  }

  private static String table(MatchResult created) {
    return IntStream.rangeClosed(1, created.groupCount())
        .mapToObj(created::group)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s", "");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
