package dev.gramme.engine.destination;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.destination.Destination.Precision;
import dev.gramme.engine.destination.Destination.Status;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The settings of streaming destinations of all tables. The senders of changes read the active ones
 * ({@link #active}). A table has at most one active destination; inactive ones are listed for a
 * day. Texts as of October 2026.
 */
public final class Destinations {
  private static final int PREFIX_BYTES = 5;

  /** The kind byte after the table's number; other kinds are positions of senders. */
  private static final int DESTINATION = 1;

  private static final Duration REMEMBERED = Duration.ofHours(24);

  /** The service uses this prefix for all operations. */
  private static final String STATE =
      "Table is not in a valid state to enable Kinesis Streaming Destination: ";

  /** The prefix of the name of the log's reader, followed by the ARN of the stream. */
  private static final String READER = "destination/";

  private final Store store;
  private final Catalog catalog;
  private final InstantSource clock;

  public Destinations(Store store, Catalog catalog, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
  }

  /** The active destination of a table, if there is one. */
  public Optional<Destination> active(TableDefinition table) {
    return read(store, table.number()).stream().filter(Destination::isActive).findFirst();
  }

  /** The active destinations of all tables. */
  public List<Destination> active() {
    return read(
            store,
            SystemKeys.spaceStart(SystemKeys.DESTINATIONS),
            SystemKeys.spaceStart(SystemKeys.DESTINATIONS + 1))
        .stream()
        .filter(Destination::isActive)
        .toList();
  }

  /**
   * The destinations of a table that are active or became inactive within the last day, the latest
   * first.
   */
  public List<Destination> list(TableDefinition table) {
    Instant now = clock.instant();
    return read(store, table.number()).stream()
        .filter(destination -> !isForgotten(destination, now))
        .sorted(Comparator.comparing(Destination::since).reversed())
        .toList();
  }

  /**
   * Enables a destination.
   *
   * @param reason why the destination cannot be used, null if it can
   * @return the destination; fails with a ValidationException if the table has an active one
   */
  public CompletableFuture<Destination> enable(
      String name, String streamArn, @Nullable Precision precision, @Nullable String reason) {
    Instant now = clock.instant();
    return store
        .transact(tx -> {
          int table = catalog.existing(tx, name).number();
          for (Destination other : read(tx, table)) {
            if (other.isActive()) {
              throw ApiError.validation(
                  STATE
                      + "EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform"
                      + " ENABLE operation.");
            }
            if (isForgotten(other, now)) {
              tx.delete(key(table, other.streamArn()));
            }
          }
          var status = reason == null ? Status.ACTIVE : Status.ENABLE_FAILED;
          var enabled = new Destination(table, streamArn, status, precision, now, reason);
          tx.put(key(table, streamArn), ItemCodec.encode(enabled.encode()));
          return enabled;
        })
        .thenCompose(enabled -> withReader(name, enabled));
  }

  /** Disables a destination; fails with a ValidationException if it is not active. */
  public CompletableFuture<Destination> disable(String name, String streamArn) {
    Instant now = clock.instant();
    return store
        .transact(tx -> {
          int table = catalog.existing(tx, name).number();
          Destination disabled =
              find(tx, table, streamArn)
                  .filter(Destination::isActive)
                  .orElseThrow(() ->
                      ApiError.validation(
                          STATE
                              + "KinesisStreamingDestination must be ACTIVE to perform DISABLE"
                              + " operation."))
                  .withStatus(Status.DISABLED, now);
          tx.put(key(table, streamArn), ItemCodec.encode(disabled.encode()));
          return disabled;
        })
        .thenCompose(disabled -> withReader(name, disabled));
  }

  /** Changes the precision; fails with a ValidationException if it is already in effect. */
  public CompletableFuture<Destination> update(String name, String streamArn, Precision precision) {
    return store.transact(tx -> {
      TableDefinition table = catalog.existing(tx, name);
      Destination before =
          find(tx, table.number(), streamArn)
              .filter(Destination::isActive)
              .orElseThrow(() ->
                  ApiError.validation(
                      STATE
                          + "Kinesis streaming is not in ACTIVE state. Updates are only allowed in"
                          + " ACTIVE state. TableName: "
                          + name
                          + ", kdsArn: "
                          + streamArn));
      if (before.effectivePrecision() == precision) {
        throw ApiError.validation(
            "Invalid Request: Precision is already set to the desired value of "
                + precision
                + " for tableId: "
                + table.id()
                + ", kdsArn: "
                + streamArn);
      }
      Destination after = before.withPrecision(precision);
      tx.put(key(table.number(), streamArn), ItemCodec.encode(after.encode()));
      return after;
    });
  }

  /** Sets the description of a destination that clients see, if it is still active. */
  public CompletableFuture<Boolean> describe(Destination destination, String reason) {
    return store.transact(tx -> {
      var current =
          find(tx, destination.table(), destination.streamArn()).filter(Destination::isActive);
      current.ifPresent(found ->
          tx.put(
              key(found.table(), found.streamArn()),
              ItemCodec.encode(found.withReason(reason).encode())));
      return current.isPresent();
    });
  }

  /** Makes the destination a reader of the table's log exactly while it is active. */
  private CompletableFuture<Destination> withReader(String name, Destination destination) {
    return catalog
        .change(name, (table, numbers) -> withReaderOf(table, destination))
        .thenApply(table -> destination);
  }

  private static TableDefinition withReaderOf(TableDefinition table, Destination destination) {
    if (table.number() != destination.table()) {
      return table;
    }
    String reader = READER + destination.streamArn();
    ChangeLog log = table.features().log();
    boolean reads = log != null && log.readers().contains(reader);
    if (reads == destination.isActive()) {
      return table;
    }
    return table.toBuilder()
        .log(
            log == null || destination.isActive()
                ? ChangeLog.withReader(log, reader)
                : log.withoutReader(reader))
        .build();
  }

  /**
   * Repairs the readers of the logs, if a crash came between the change of a destination and that
   * of its table.
   */
  public void restoreReaders() {
    for (TableDefinition table : catalog.tables()) {
      for (Destination destination : read(store, table.number())) {
        if (!withReaderOf(table, destination).equals(table)) {
          withReader(table.name(), destination).join();
        }
      }
    }
  }

  private static boolean isForgotten(Destination destination, Instant now) {
    return !destination.isActive() && !destination.since().plus(REMEMBERED).isAfter(now);
  }

  private static Optional<Destination> find(Reader reader, int table, String streamArn) {
    byte[] row = reader.get(key(table, streamArn));
    return row == null
        ? Optional.empty()
        : Optional.of(Destination.decode(table, ItemCodec.decode(row)));
  }

  private static List<Destination> read(Reader reader, int table) {
    byte[] from = SystemKeys.numbered(SystemKeys.DESTINATIONS, table);
    return read(reader, from, RowKeys.afterPrefix(from));
  }

  private static List<Destination> read(Reader reader, byte[] from, byte[] to) {
    var destinations = new ArrayList<Destination>();
    try (Cursor rows = reader.range(from, to, Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] key = rows.key();
        var in = new ByteReader(key, PREFIX_BYTES, key.length);
        int table = in.readInt();
        if (in.readByte() == DESTINATION) {
          destinations.add(Destination.decode(table, ItemCodec.decode(rows.value())));
        }
      }
    }
    return destinations;
  }

  private static byte[] key(int table, String streamArn) {
    byte[] arn = Utf8.bytes(streamArn);
    return new ByteWriter(PREFIX_BYTES + 5 + arn.length)
        .write(SystemKeys.numbered(SystemKeys.DESTINATIONS, table))
        .writeByte(DESTINATION)
        .write(arn)
        .toByteArray();
  }
}
