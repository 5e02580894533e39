package dev.gramme.conformance.move;

import static dev.gramme.conformance.support.ChildTraining.CHILD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.Main;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** {@code ./gramme copy} between two servers. */
@Tag("slow")
final class CopyTest {
  private final LocalServer source = LocalServer.start();
  private LocalServer target = LocalServer.start();
  private final List<Process> processes = new ArrayList<>();
  @TempDir Path folder;

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    source.close();
    target.close();
  }

  private String[] arguments(String... flags) {
    var all =
        new ArrayList<>(
            List.of(
                "--from=" + source.address(),
                "--to=" + target.address(),
                "--progress=" + progress()));
    all.addAll(List.of(flags));
    return all.toArray(String[]::new);
  }

  private Path progress() {
    return folder.resolve("copy.progress");
  }

  private Command copy(String... flags) {
    return Command.run("copy", arguments(flags));
  }

  /** A copy that the test can kill. */
  private Process copyInProcess(String... flags) throws IOException {
    var command = CHILD.command(Main.class.getName(), "copy");
    command.addAll(List.of(arguments(flags)));
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    processes.add(process);
    return process;
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private void fill(String table, int count) {
    source.createTable(table);
    var requests = new ArrayList<WriteRequest>();
    for (int i = 0; i < count; i++) {
      var item =
          Map.of(
              "id", s("item " + i),
              "group", s("g" + i % 10),
              "text", s("x".repeat(200)),
              "tags", AttributeValue.fromSs(List.of("b", "a")));
      requests.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
      if (requests.size() == 25 || i == count - 1) {
        source.client().batchWriteItem(batch -> batch.requestItems(Map.of(table, requests)));
        requests.clear();
      }
    }
  }

  private void enableStream(String table) {
    source
        .client()
        .updateTable(update ->
            update
                .tableName(table)
                .streamSpecification(
                    stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
  }

  @Test
  void tables_are_copied_with_their_definitions() {
    fill("notes", 100);
    enableStream("notes");
    source
        .client()
        .updateTable(update ->
            update
                .tableName("notes")
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("group")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .globalSecondaryIndexUpdates(
                    GlobalSecondaryIndexUpdate.builder()
                        .create(index ->
                            index
                                .indexName("by-group")
                                .keySchema(
                                    KeySchemaElement.builder()
                                        .attributeName("group")
                                        .keyType(KeyType.HASH)
                                        .build())
                                .projection(all -> all.projectionType(ProjectionType.ALL)))
                        .build()));
    source
        .client()
        .updateTimeToLive(each ->
            each.tableName("notes")
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("until")));
    source.createTable("empty");

    String out = copy("--once", "--compare").succeeded();

    assertThat(out)
        .contains("notes: 100 items copied")
        .contains("empty: 0 items copied")
        .contains("notes: 100 items compared, no difference");
    assertThat(target.items("notes")).hasSize(100).isEqualTo(source.items("notes"));
    var table = target.table("notes");
    assertThat(table.globalSecondaryIndexes())
        .singleElement()
        .satisfies(index -> assertThat(index.indexName()).isEqualTo("by-group"));
    assertThat(table.streamSpecification().streamViewType()).isEqualTo(StreamViewType.NEW_IMAGE);
    assertThat(
            target
                .client()
                .describeTimeToLive(each -> each.tableName("notes"))
                .timeToLiveDescription()
                .attributeName())
        .isEqualTo("until");
  }

  @Test
  void a_dry_run_prints_the_cost_and_copies_nothing() {
    fill("notes", 100);

    String out = copy("--dry-run", "--read-price=100000", "--write-price=200000").succeeded();

    assertThat(out)
        .containsPattern(
            "notes: 100 items, 2\\d,\\d{3} bytes; about (3|4) read units \\(0\\.(3|4)0 USD\\) and 100"
                + " write units \\(20\\.00 USD\\)")
        .contains("This is an estimate");
    assertThat(target.client().listTables().tableNames()).isEmpty();
    assertThat(progress()).doesNotExist();
  }

  @Test
  void a_killed_copy_continues_where_it_was() throws Exception {
    fill("notes", 2_000);

    Process first = copyInProcess("--once", "--read-units=1", "--segments=2");
    Eventually.passes(() -> assertThat(progress()).content().contains("\"after\""));
    first.destroyForcibly().waitFor();
    int copied = target.items("notes").size();
    String out = copy("--once", "--compare").succeeded();

    assertThat(copied).isBetween(1, 1_999);
    assertThat(out)
        .contains("items copied, the rest by an earlier run")
        .contains("notes: 2000 items compared, no difference");
    assertThat(Integer.parseInt(out.replaceAll("(?s).*notes: (\\d+) items copied.*", "$1")))
        .isBetween(1, 1_999);
    assertThat(copy("--once").succeeded()).contains("everything is copied already");
  }

  @Test
  void the_comparison_finds_every_kind_of_difference() {
    fill("notes", 300);
    copy("--once").succeeded();
    var changed = new HashMap<>(target.items("notes").values().iterator().next());
    changed.put("text", s("changed"));
    target.put("notes", changed);
    target.client().deleteItem(each -> each.tableName("notes").key(Map.of("id", s("item 7"))));
    target.put("notes", Map.of("id", s("foreign")));

    Command result = copy("--once", "--compare");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out())
        .contains("notes: {\"id\":{\"S\":\"item 7\"}} is missing at the target")
        .contains("notes: {\"id\":{\"S\":\"foreign\"}} is only at the target")
        .contains("notes: {\"id\":{\"S\":\"item 0\"}} differs")
        .contains("notes: 300 items compared, 3 differences");
  }

  @Test
  void a_throttled_target_is_waited_for() throws Exception {
    fill("notes", 600);
    target.close();
    target = LocalServer.start("--throttling=service");
    var definition = source.table("notes");
    target
        .client()
        .createTable(table ->
            table
                .tableName("notes")
                .keySchema(definition.keySchema())
                .attributeDefinitions(definition.attributeDefinitions())
                .provisionedThroughput(
                    units -> units.readCapacityUnits(1_000L).writeCapacityUnits(1L)));

    var copy = CompletableFuture.supplyAsync(() -> copy("--once"));
    Eventually.passes(() -> assertThat(target.items("notes")).hasSizeGreaterThan(200));
    assertThat(copy).isNotDone();
    target
        .client()
        .updateTable(update ->
            update
                .tableName("notes")
                .provisionedThroughput(
                    units -> units.readCapacityUnits(1_000L).writeCapacityUnits(1_000L)));

    assertThat(copy.get().succeeded()).contains("notes: 600 items copied");
    assertThat(target.items("notes")).hasSize(600);
  }

  @Test
  void write_units_limit_the_rate() {
    fill("notes", 200);
    long start = System.nanoTime();

    String out = copy("--once", "--write-units=60").succeeded();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(2));
    assertThat(out).contains("and 200.0 write units");
  }

  @Test
  void changes_are_followed_until_the_switch_over_even_if_the_copy_is_killed() throws Exception {
    fill("notes", 200);
    enableStream("notes");

    Process first = copyInProcess();
    Eventually.passes(
        () -> assertThat(folder.resolve("output")).content().contains("changes are followed"));
    source.put("notes", Map.of("id", s("new"), "n", AttributeValue.fromN("1")));
    Eventually.passes(() -> assertThat(target.items("notes")).hasSize(201));
    first.destroyForcibly().waitFor();
    source.put("notes", Map.of("id", s("new"), "n", AttributeValue.fromN("2")));
    source.client().deleteItem(each -> each.tableName("notes").key(Map.of("id", s("item 3"))));
    var second = CompletableFuture.supplyAsync(() -> copy("--compare"));
    for (int i = 0; i < 500; i++) {
      source.put("notes", Map.of("id", s("later " + i % 200), "n", AttributeValue.fromN("" + i)));
    }
    assertThat(second).isNotDone();
    Command.run("copy", "--switch-over", "--progress=" + progress()).succeeded();

    assertThat(second.get().succeeded()).contains("notes: 400 items compared, no difference");
    assertThat(target.items("notes")).isEqualTo(source.items("notes")).hasSize(400);
    assertThat(target.items("notes").get(String.valueOf(s("new"))))
        .containsEntry("n", AttributeValue.fromN("2"));
    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("copy.progress", "output");
    }
  }

  @Test
  void nothing_is_overwritten_or_enabled_without_permission() {
    fill("notes", 1);
    target.createTable("notes");
    target.put("notes", Map.of("id", s("precious")));

    assertThat(copy().failure(1))
        .isEqualTo(
            "gramme: notes has no stream, which following changes needs: --enable-stream enables"
                + " it, --once does not follow changes");
    assertThat(
            Command.run("copy", arguments("--once", "--progress=" + folder.resolve("2")))
                .failure(1))
        .isEqualTo(
            "gramme: the table notes at %s has items; --overwrite replaces those with the same keys"
                .formatted(target.address()));
    assertThat(copy("--once").failure(1))
        .startsWith("gramme: " + progress() + " is the progress of another copy (from ");
    assertThat(
            Command.run("copy", "--from=" + source.address(), "--to=" + source.address())
                .failure(2))
        .isEqualTo("gramme: --from and --to are the same server");
    assertThat(Command.run("copy", "--from=" + source.address()).failure(2))
        .isEqualTo("gramme: --to is missing");
    assertThat(copy("--once", "--tables=none").failure(1))
        .isEqualTo("gramme: there is no table none at " + source.address());
  }
}
