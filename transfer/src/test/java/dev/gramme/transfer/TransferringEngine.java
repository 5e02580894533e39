package dev.gramme.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.engine.check.Finding;
import dev.gramme.engine.check.StoreCheck;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.Recovery;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableIdentity;
import dev.gramme.model.TableSchema;
import dev.gramme.model.Throughput;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.bucket.FolderBuckets;
import dev.gramme.transfer.exports.ExportJob;
import dev.gramme.transfer.exports.ExportRequest;
import dev.gramme.transfer.format.Compression;
import dev.gramme.transfer.format.CsvOptions;
import dev.gramme.transfer.format.OutputFormat;
import dev.gramme.transfer.imports.ImportJob;
import dev.gramme.transfer.imports.ImportRequest;
import dev.gramme.transfer.imports.Imports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/**
 * An engine with imports and exports on a store that fails while they run. The test controls its
 * clock; {@link #awaitEnd} advances it.
 */
final class TransferringEngine implements AutoCloseable {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final String BUCKET = "bucket";

  private final AtomicBoolean faulty = new AtomicBoolean();
  private final Store memory;
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Path root;
  private final FaultyStore store;
  private final Engine engine;
  private final Transfers transfers;

  TransferringEngine(Path root, Faults faults) {
    this(root, faults, new MemoryStore());
  }

  TransferringEngine(Path root, Faults faults, Store memory) {
    this(root, faults, memory, new FolderBuckets(root));
  }

  TransferringEngine(Path root, Buckets buckets) {
    this(root, Faults.NONE, new MemoryStore(), buckets);
  }

  private TransferringEngine(Path root, Faults faults, Store memory, Buckets buckets) {
    this.root = root;
    this.memory = memory;
    this.store = new FaultyStore(memory, Faults.whileOn(faulty, faults));
    this.engine = Engine.open(store, () -> START, background, EngineOptions.DEFAULT);
    try {
      Files.createDirectories(root.resolve(BUCKET));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.transfers =
        Transfers.open(engine, Transfers.Locations.of(buckets, root), UUID::randomUUID);
  }

  /** The store without its faults. */
  Store memory() {
    return memory;
  }

  /** Puts an object into the bucket. */
  void write(String key, String text) {
    try {
      Files.writeString(root.resolve(BUCKET).resolve(key), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KeySchema key(String attribute) {
    return new KeySchema(List.of(new KeyAttribute(attribute, AttributeType.S)), List.of());
  }

  /** A table with the key {@code id} and an index on {@code color}. */
  private static Function<TableNumberAllocator, TableDefinition> table(String name) {
    return numbers -> {
      int number = numbers.next();
      var index =
          new GlobalIndex(
              "by-color",
              numbers.nextOfGlobalIndex(),
              key("color"),
              IndexProjection.ALL,
              GlobalIndex.Status.ACTIVE,
              false,
              Throughput.ON_DEMAND,
              null,
              null);
      return TableDefinition.of(
          new TableIdentity(name, new UUID(0, number), number, "us-east-1", START),
          new TableSchema(
              key("id"),
              Map.of("id", AttributeType.S, "color", AttributeType.S),
              List.of(),
              List.of(index),
              List.of()));
    };
  }

  /** Imports all objects of the bucket into a new table. */
  ImportJob imported(String name) {
    var request =
        new ImportRequest(
            BUCKET,
            null,
            null,
            ImportRequest.Format.DYNAMODB_JSON,
            CsvOptions.DEFAULT,
            Compression.NONE,
            "token of " + name,
            "request");
    var target =
        new Imports.Target(name, "arn:aws:dynamodb:us-east-1:000000000000:table/" + name, "0");
    String id = transfers.imports().start(request, table(name), target).join().id();
    awaitEnd();
    return transfers.imports().find(id).orElseThrow();
  }

  /** Creates a table that can be exported, with items. */
  void fill(String name, int items) {
    engine
        .catalog()
        .create(numbers ->
            table(name).apply(numbers).toBuilder().recovery(new Recovery(START, 35)).build())
        .join();
    for (int i = 0; i < items; i++) {
      var item = Item.of("id", new S("item" + i), "color", new S("color" + i));
      engine.write(WriteRequest.single(new WriteAction.Put(name, item, null, false))).join();
    }
  }

  /** Puts an item with another color, or deletes it. */
  void change(String name, String id, boolean deletes) {
    var action =
        deletes
            ? new WriteAction.Delete(name, Item.of("id", new S(id)), null, false)
            : new WriteAction.Put(
                name, Item.of("id", new S(id), "color", new S("another")), null, false);
    engine.write(WriteRequest.single(action)).join();
  }

  /** The lines of all data files that exports have written. */
  List<String> exportedLines() throws IOException {
    var lines = new ArrayList<String>();
    try (var files = Files.walk(root.resolve(BUCKET))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json.gz")).toList()) {
        try (var unpacked = new GZIPInputStream(Files.newInputStream(file))) {
          lines.addAll(new String(unpacked.readAllBytes(), UTF_8).lines().toList());
        }
      }
    }
    return lines;
  }

  /** Exports a table as of now. */
  ExportJob exported(String name) {
    var request =
        new ExportRequest(
            new ExportRequest.Span.Full(null),
            null,
            OutputFormat.DYNAMODB_JSON,
            BUCKET,
            null,
            null,
            Encryption.DEFAULT,
            null,
            "request");
    TableDefinition table = engine.catalog().find(name).orElseThrow();
    String arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + name;
    String id =
        transfers
            .exports()
            .start(request, table, arn, "000000000000", engine.clock().instant())
            .id();
    awaitEnd();
    return transfers.exports().find(id).orElseThrow();
  }

  /** Lets the store fail until all background work has ended. */
  private void awaitEnd() {
    faulty.set(true);
    Eventually.get(
        "all background work has ended",
        () -> {
          engine.advance(Duration.ofSeconds(20));
          return engine.catalog().lifecycle().jobs();
        },
        List::isEmpty);
    faulty.set(false);
    Eventually.get(
        "all background work has ended after the last fault",
        () -> {
          engine.advance(Duration.ofMinutes(1));
          return engine.catalog().lifecycle().jobs();
        },
        List::isEmpty);
  }

  /** All items of a table. */
  List<Item> items(String name) {
    int number = engine.catalog().find(name).orElseThrow().number();
    var items = new ArrayList<Item>();
    try (Cursor rows =
        memory.range(
            RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING)) {
      while (rows.next()) {
        items.add(ItemCodec.decode(rows.value()));
      }
    }
    return items;
  }

  /** The item with a key, which must exist. */
  Item item(String name, String id) {
    return items(name).stream()
        .filter(item -> new S(id).equals(item.get("id")))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    faulty.set(false);
    engine.close();
    background.close();
    var findings = new ArrayList<Finding>();
    StoreCheck.run(memory, findings::add);
    store.close();
    assertThat(findings).isEmpty();
  }
}
