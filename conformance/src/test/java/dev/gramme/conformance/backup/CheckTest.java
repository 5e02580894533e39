package dev.gramme.conformance.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.backup.Backup;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Utf8;
import dev.gramme.server.backup.CheckCommand;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Changes single rows of a database without the engine, which {@code ./gramme check} then finds.
 */
@Tag("slow")
final class CheckTest {
  private static final String TABLE = "orders";
  private static final int ITEMS = 60;
  private static final int TABLE_NUMBER = 1;
  private static final int KIND_OF_SIZES = 2;
  private static final int KIND_OF_LOCAL_ENTRIES = 0x11;

  @TempDir private Path folder;

  @BeforeEach
  void fill() throws Exception {
    try (var server = NotesServer.start(folder);
        var client = server.client("us-east-1")) {
      createTable(client);
      for (int i = 0; i < ITEMS; i++) {
        put(client, i, "text");
      }
      for (int i = 0; i < ITEMS; i += 3) {
        put(client, i, "changed text");
      }
    }
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static void createTable(DynamoDbClient client) {
    var attributes = new ArrayList<AttributeDefinition>();
    for (String name : List.of("customer", "id", "state")) {
      attributes.add(
          AttributeDefinition.builder()
              .attributeName(name)
              .attributeType(ScalarAttributeType.S)
              .build());
    }
    client.createTable(table ->
        table
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attributes)
            .keySchema(key("customer", KeyType.HASH), key("id", KeyType.RANGE))
            .localSecondaryIndexes(
                LocalSecondaryIndex.builder()
                    .indexName("own-states")
                    .keySchema(key("customer", KeyType.HASH), key("state", KeyType.RANGE))
                    .projection(projection -> projection.projectionType(ProjectionType.ALL))
                    .build())
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("states")
                    .keySchema(key("state", KeyType.HASH))
                    .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                    .build())
            .streamSpecification(stream ->
                stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    client.updateTimeToLive(update ->
        update
            .tableName(TABLE)
            .timeToLiveSpecification(setting -> setting.enabled(true).attributeName("expires")));
    Eventually.holds(
        "time to live is enabled",
        () ->
            client
                    .describeTimeToLive(describe -> describe.tableName(TABLE))
                    .timeToLiveDescription()
                    .timeToLiveStatus()
                == TimeToLiveStatus.ENABLED);
  }

  private static void put(DynamoDbClient client, int number, String text) {
    var item = new HashMap<String, AttributeValue>();
    item.put("customer", AttributeValue.fromS("c" + number % 7));
    item.put("id", AttributeValue.fromS("o" + number));
    item.put("state", AttributeValue.fromS("s" + number % 5));
    item.put("text", AttributeValue.fromS(text));
    item.put(
        "expires",
        AttributeValue.fromN(Long.toString(Instant.now().getEpochSecond() + 86_400 + number)));
    client.putItem(put -> put.tableName(TABLE).item(item));
  }

  private Command check(String... more) {
    var flags = new ArrayList<>(List.of("--data=" + folder));
    flags.addAll(List.of(more));
    return Command.check(flags.toArray(String[]::new));
  }

  @SuppressWarnings("ArrayRecordComponent") // only read here
  private record Row(byte[] key, byte[] value) {}

  private void change(BiConsumer<Transaction, RocksStore> change) {
    try (var store = RocksStore.open(RocksStoreOptions.of(folder))) {
      store
          .transact(tx -> {
            change.accept(tx, store);
            return true;
          })
          .join();
    }
  }

  private static List<Row> rows(RocksStore store, byte[] from, byte[] to) {
    var rows = new ArrayList<Row>();
    try (Cursor cursor = store.range(from, to, Direction.ASCENDING)) {
      while (cursor.next()) {
        rows.add(new Row(cursor.key(), cursor.value()));
      }
    }
    return rows;
  }

  /** The rows of the table of a kind. */
  private static List<Row> rows(RocksStore store, int kind) {
    return rows(store, RowKeys.tableStart(TABLE_NUMBER), RowKeys.tableStart(TABLE_NUMBER + 1))
        .stream()
        // 12 bytes of number and hash, 2 of the customer, 2 that end it, then the kind
        .filter(row -> row.key()[16] == kind)
        .toList();
  }

  private static List<Row> globalEntries(RocksStore store) {
    return rows(
        store,
        RowKeys.tableStart(RowKeys.ofGlobalIndex(1)),
        RowKeys.tableStart(RowKeys.ofGlobalIndex(100)));
  }

  private static List<Row> space(RocksStore store, int space) {
    return rows(store, SystemKeys.spaceStart(space), SystemKeys.spaceStart(space + 1));
  }

  /** Checks that a finding is reported and that a repair removes it. */
  private void isRepaired(String finding) {
    Command found = check();
    assertThat(found.status()).isEqualTo(1);
    assertThat(found.out()).contains(finding).contains("findings, 0 repaired");
    Command repaired = check("--repair").succeeded();
    assertThat(repaired.out()).contains(finding, " (repaired)", ", 0 left");
    assertThat(check().succeeded().out()).contains("nothing is wrong");
  }

  /** Checks that exactly this is reported and cannot be repaired. */
  private void isFound(String finding) {
    assertThat(check().out()).contains(finding);
    Command left = check("--repair");
    assertThat(left.status()).isEqualTo(1);
    assertThat(left.out()).contains(finding).doesNotContain(finding + " (repaired)");
  }

  @Test
  void nothing_is_wrong_in_a_database_that_only_the_engine_wrote() {
    assertThat(check().succeeded().out()).isEqualTo("checking " + folder + "\nnothing is wrong\n");
  }

  @Test
  void a_damaged_file_is_found_and_the_rest_is_checked_nevertheless() throws Exception {
    Path file;
    try (var files = Files.walk(folder)) {
      // The largest table file has the items.
      file =
          files
              .filter(found -> found.toString().endsWith(".sst"))
              .max(Comparator.comparingLong(found -> found.toFile().length()))
              .orElseThrow();
    }
    byte[] content = Files.readAllBytes(file);
    content[content.length / 4] ^= 1;
    Files.write(file, content);
    Command found = check("--repair");
    assertThat(found.status()).isEqualTo(1);
    assertThat(found.out())
        .contains(file.getFileName().toString())
        .contains("the check ended early, because a file cannot be read")
        .contains(" left\n");
  }

  @Test
  void a_deleted_entry_of_a_global_index_is_found_and_repaired() {
    change((tx, store) -> tx.delete(globalEntries(store).get(3).key()));
    isRepaired("orders, states, customer=S[value=c");
  }

  @Test
  void a_changed_entry_of_a_global_index_is_found_and_repaired() {
    change((tx, store) -> {
      var entries = globalEntries(store);
      tx.put(entries.get(3).key(), entries.get(4).value());
    });
    isRepaired("the entry differs from the item");
  }

  @Test
  void an_entry_without_an_item_is_found_and_repaired() {
    change((tx, store) -> {
      var entry = globalEntries(store).get(3);
      byte[] row = entry.key();
      row[row.length - 3] = 'x';
      tx.put(row, entry.value());
    });
    isRepaired("orders, states, customer=");
  }

  @Test
  void wrong_entries_of_a_local_index_are_found_and_repaired() {
    change((tx, store) -> {
      var entries = rows(store, KIND_OF_LOCAL_ENTRIES);
      assertThat(entries).hasSize(ITEMS);
      tx.delete(entries.get(3).key());
      tx.put(entries.get(9).key(), entries.get(20).value());
    });
    isRepaired("orders, own-states, customer=");
  }

  @Test
  void a_wrong_size_of_an_item_collection_is_found_and_repaired() {
    change((tx, store) -> {
      var sizes = rows(store, KIND_OF_SIZES);
      assertThat(sizes).hasSize(7);
      tx.delete(sizes.get(0).key());
      byte[] value = sizes.get(1).value();
      value[7]++;
      tx.put(sizes.get(1).key(), value);
    });
    isRepaired("the size is missing instead of ");
  }

  @Test
  void wrong_counts_are_found_and_repaired() {
    change((tx, store) -> {
      var counts =
          space(store, SystemKeys.STATISTICS).stream()
              .filter(row -> row.value().length == 16)
              .toList();
      assertThat(counts).hasSize(3);
      byte[] value = counts.getFirst().value();
      value[7]++;
      tx.put(counts.getFirst().key(), value);
    });
    isRepaired("orders, items, counts: 61 items and ");
  }

  @Test
  void a_missing_expiry_time_is_found_and_repaired() {
    change((tx, store) -> tx.delete(space(store, SystemKeys.EXPIRIES).get(5).key()));
    isRepaired("orders, expiry times, customer=");
  }

  @Test
  void a_lost_version_of_a_definition_is_found_and_repaired() {
    change((tx, store) -> tx.delete(space(store, SystemKeys.VERSIONS).getFirst().key()));
    isRepaired("orders, definition, version: ");
  }

  @Test
  void a_flipped_byte_in_an_item_is_found() {
    change((tx, store) -> {
      var item = rows(store, RowKeys.ITEM).get(10);
      byte[] value = item.value();
      value[2] ^= 1; // the number of attributes
      tx.put(item.key(), value);
    });
    isFound("the item cannot be decoded");
  }

  @Test
  void an_entry_of_a_local_index_stays_if_neither_it_nor_its_item_can_be_decoded() {
    change((tx, store) -> {
      tx.put(rows(store, RowKeys.ITEM).get(0).key(), new byte[] {9});
      rows(store, KIND_OF_LOCAL_ENTRIES).forEach(entry -> tx.put(entry.key(), new byte[] {9}));
    });
    isFound("the entry cannot be decoded; it stays");
    isFound("the item cannot be decoded");
  }

  @Test
  void a_finding_is_reported_as_repaired_after_the_repair_is_written() {
    var entry = new ArrayList<String>();
    change((tx, store) -> {
      byte[] row = globalEntries(store).get(3).key();
      entry.add(new String(row, StandardCharsets.ISO_8859_1));
      tx.delete(row);
    });
    assertThat(logs()).doesNotContain(entry.getFirst());
    var logsAtReports = new ArrayList<String>();
    var out =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            if (line.endsWith(" (repaired)")) {
              logsAtReports.add(logs());
            }
          }
        };
    assertThat(CheckCommand.run(List.of("--data=" + folder, "--repair"), Map.of(), out, out))
        .isZero();
    assertThat(logsAtReports)
        .isNotEmpty()
        .allSatisfy(logs -> assertThat(logs).contains(entry.getFirst()));
  }

  @Test
  void findings_that_wait_for_their_repair_are_printed_if_the_check_fails() {
    byte[] backup = SystemKeys.named(SystemKeys.BACKUPS, Utf8.bytes("damaged"));
    change((tx, store) -> {
      tx.delete(globalEntries(store).get(3).key());
      tx.put(backup, ItemCodec.encode(Item.empty()));
    });
    var printed = new ByteArrayOutputStream();
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    assertThatThrownBy(
            () -> CheckCommand.run(List.of("--data=" + folder, "--repair"), Map.of(), out, out))
        .isInstanceOf(IllegalStateException.class);
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("orders, states, customer=S[value=c", " (not repaired)");
  }

  /** The bytes of the database's write-ahead logs as characters. */
  private String logs() {
    var logs = new StringBuilder();
    try (var files = Files.newDirectoryStream(folder.resolve("rocksdb"), "*.log")) {
      for (Path log : files) {
        try {
          logs.append(Files.readString(log, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
          // is deleted when it is empty
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return logs.toString();
  }

  @Test
  void an_item_under_a_wrong_key_is_found() {
    change((tx, store) -> {
      var items = rows(store, RowKeys.ITEM);
      tx.put(items.get(10).key(), items.get(11).value());
    });
    isFound("the item has another key than its row");
  }

  /** Makes a backup by the service's API; returns the number of its rows. */
  private int backup() throws Exception {
    try (var server = NotesServer.start(folder);
        var client = server.client("us-east-1")) {
      var arn =
          client
              .createBackup(create -> create.tableName(TABLE).backupName("copy"))
              .backupDetails()
              .backupArn();
      Eventually.holds(
          "the backup is complete",
          () ->
              client
                      .describeBackup(describe -> describe.backupArn(arn))
                      .backupDescription()
                      .backupDetails()
                      .backupStatus()
                  == BackupStatus.AVAILABLE);
    }
    try (var store = RocksStore.open(RocksStoreOptions.of(folder))) {
      return Backup.readAll(store).getFirst().number();
    }
  }

  @Test
  void a_missing_item_of_a_backup_is_found() throws Exception {
    int number = backup();
    assertThat(check().succeeded().out()).contains("nothing is wrong");
    change((tx, store) -> tx.delete(itemsUnder(store, number).get(7).key()));
    isFound("the backup has 59 items of ");
  }

  @Test
  void a_damaged_item_of_a_backup_is_found() throws Exception {
    int number = backup();
    change((tx, store) -> {
      var items = itemsUnder(store, number);
      tx.put(items.get(7).key(), items.get(8).value());
      tx.put(items.get(9).key(), new byte[] {9});
    });
    isFound("the item has another key than its row");
    isFound("the item cannot be decoded");
  }

  private static List<Row> itemsUnder(RocksStore store, int number) {
    return rows(store, RowKeys.tableStart(number), RowKeys.tableStart(number + 1));
  }

  @Test
  void rows_that_belong_to_nothing_are_found() {
    change((tx, store) -> {
      var item = rows(store, RowKeys.ITEM).get(10);
      tx.put(RowKeys.under(4711, item.key()), item.value());
    });
    isFound("no table, rows, number 4711: they belong to no table, index or backup");
  }

  @Test
  void a_hole_in_the_change_log_is_found() {
    change((tx, store) -> {
      var changes = space(store, SystemKeys.CHANGES);
      assertThat(changes).hasSize(ITEMS + ITEMS / 3);
      tx.delete(changes.getLast().key());
    });
    isFound("the item differs from the end of its last change");
    change((tx, store) -> {
      var changes = space(store, SystemKeys.CHANGES);
      tx.put(changes.getFirst().key(), new byte[] {9});
    });
    isFound("the change cannot be decoded");
  }

  @Test
  void a_used_folder_is_not_checked() throws Exception {
    try (var server = NotesServer.start(folder);
        var client = server.client("us-east-1")) {
      assertThat(client.listTables().tableNames()).containsExactly(TABLE);
      assertThat(check().failure()).contains("is already in use by");
    }
    assertThat(Command.check("--in-memory").status()).isEqualTo(2);
  }
}
