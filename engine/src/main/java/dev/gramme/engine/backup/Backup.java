package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.TableCodec;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A backup: the definition of a table at a point in time, and a copy of its items under a number of
 * their own. It outlives the table.
 *
 * @param id the last part of its ARN: unique, and ordered by time
 * @param name the client's name for it, not unique
 * @param created the point in time of its items
 * @param expires when it is removed automatically, null for never
 * @param number the number under which the items are stored; if it is the number of the table
 *     itself, other kinds of rows are stored there, too
 * @param items the number of items; while the backup is being made, the count of the table
 * @param table the definition of the table at that point in time
 */
public record Backup(
    String id,
    String name,
    Type type,
    Status status,
    Instant created,
    @Nullable Instant expires,
    int number,
    long items,
    long sizeBytes,
    TableDefinition table) {

  /** How a backup came about, by the protocol's names. */
  public enum Type {
    /** Requested by a client. */
    USER,
    /** Made by the database when a table was deleted. */
    SYSTEM
  }

  /** The states of a backup, by the protocol's names. */
  public enum Status {
    CREATING,
    AVAILABLE
  }

  /** The id of a backup with this point in time and number. */
  static String id(Instant created, int number) {
    // Odd factors and shifted xors are bijective: different numbers give different ids.
    int mixed = number * 0x9E3779B1;
    mixed ^= mixed >>> 15;
    mixed *= 0x85EBCA6B;
    return "%014d-%08x".formatted(created.toEpochMilli(), mixed);
  }

  /** The completed backup. */
  Backup available(long finalItems, long finalBytes) {
    return new Backup(
        id, name, type, Status.AVAILABLE, created, expires, number, finalItems, finalBytes, table);
  }

  /** Whether its expiry has passed. */
  boolean isExpired(Instant now) {
    return expires != null && !expires.isAfter(now);
  }

  /** The backup with an id. */
  static Optional<Backup> read(Reader reader, String id) {
    return Optional.ofNullable(reader.get(key(id))).map(Backup::decode);
  }

  /** All backups in the order of their ids. */
  public static List<Backup> readAll(Reader reader) {
    var all = new ArrayList<Backup>();
    try (Cursor rows =
        reader.range(
            SystemKeys.spaceStart(SystemKeys.BACKUPS),
            SystemKeys.spaceStart(SystemKeys.BACKUPS + 1),
            Direction.ASCENDING)) {
      while (rows.next()) {
        all.add(decode(rows.value()));
      }
    }
    return all;
  }

  void write(Transaction tx) {
    var out =
        Item.builder(10)
            .put("Id", new S(id))
            .put("Name", new S(name))
            .put("Type", new S(type.name()))
            .put("Status", new S(status.name()))
            .put("Created", new S(created.toString()))
            .put("Number", N.of(number))
            .put("Items", N.of(items))
            .put("SizeBytes", N.of(sizeBytes))
            .put("Table", new M(TableCodec.encode(table)));
    if (expires != null) {
      out.put("Expires", new S(expires.toString()));
    }
    tx.put(key(id), ItemCodec.encode(out.build()));
  }

  void remove(Transaction tx) {
    tx.delete(key(id));
  }

  private static Backup decode(byte[] value) {
    Item in = ItemCodec.decode(value);
    return new Backup(
        text(in, "Id"),
        text(in, "Name"),
        Type.valueOf(text(in, "Type")),
        Status.valueOf(text(in, "Status")),
        Instant.parse(text(in, "Created")),
        in.has("Expires") ? Instant.parse(text(in, "Expires")) : null,
        (int) number(in, "Number"),
        number(in, "Items"),
        number(in, "SizeBytes"),
        table(in));
  }

  private static TableDefinition table(Item in) {
    if (in.get("Table") instanceof M(var table)) {
      return TableCodec.decode(table);
    }
    throw new IllegalStateException("damaged backup: no table");
  }

  private static String text(Item in, String name) {
    if (in.get(name) instanceof S(var value)) {
      return value;
    }
    throw new IllegalStateException("damaged backup: no " + name);
  }

  private static long number(Item in, String name) {
    if (in.get(name) instanceof N(var value)) {
      return value.longValueExact();
    }
    throw new IllegalStateException("damaged backup: no " + name);
  }

  private static byte[] key(String id) {
    return SystemKeys.named(SystemKeys.BACKUPS, Utf8.bytes(id));
  }
}
