package dev.gramme.engine.catalog;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Small documents about a table beside its definition, each under the number of its table or global
 * index, its kind and a name. They are separate from the definition, so that a change of a document
 * never conflicts with a write of an item. They are removed together with their number.
 *
 * <p>A document is an item. Readers ignore unknown attributes, so that later versions can add some.
 */
public final class TableSettings {
  private static final int PREFIX_BYTES = 5;

  private TableSettings() {}

  /** What a document is about. The code is part of the row key and must never change. */
  public enum Kind {
    /**
     * A resource policy; the name is empty for the table's policy, and the label for that of a
     * stream.
     */
    RESOURCE_POLICY(1),
    /** Contributor insights of a table or global index. */
    CONTRIBUTOR_INSIGHTS(2),
    /** Auto scaling of a replica, by region. */
    AUTO_SCALING(3),
    /** The source of a restored table. */
    RESTORE_SUMMARY(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  /** A document with its number and name. */
  public record Entry(int number, String name, Item document) {}

  /** A document, null if there is none. */
  public static @Nullable Item get(Reader reader, int number, Kind kind, String name) {
    byte[] row = reader.get(key(number, kind, name));
    return row == null ? null : ItemCodec.decode(row);
  }

  /** Stores a document, or replaces an existing one. */
  public static void put(Transaction tx, int number, Kind kind, String name, Item document) {
    tx.put(key(number, kind, name), ItemCodec.encode(document));
  }

  /** Removes a document, if it exists. */
  public static void remove(Transaction tx, int number, Kind kind, String name) {
    tx.delete(key(number, kind, name));
  }

  /** All documents of a kind under a number, ordered by name. */
  public static List<Entry> list(Reader reader, int number, Kind kind) {
    byte[] from = key(number, kind, "");
    return read(reader, from, RowKeys.afterPrefix(from), kind);
  }

  /** All documents of a kind, of all tables and indexes. */
  public static List<Entry> list(Reader reader, Kind kind) {
    return read(
        reader,
        SystemKeys.spaceStart(SystemKeys.TABLE_SETTINGS),
        SystemKeys.spaceStart(SystemKeys.TABLE_SETTINGS + 1),
        kind);
  }

  private static List<Entry> read(Reader reader, byte[] from, byte[] to, Kind kind) {
    var entries = new ArrayList<Entry>();
    try (Cursor rows = reader.range(from, to, Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] key = rows.key();
        var in = new ByteReader(key, PREFIX_BYTES, key.length);
        int number = in.readInt();
        if (in.readByte() == kind.code) {
          int at = PREFIX_BYTES + 5;
          var name = new String(key, at, key.length - at, StandardCharsets.UTF_8);
          entries.add(new Entry(number, name, ItemCodec.decode(rows.value())));
        }
      }
    }
    return entries;
  }

  private static byte[] key(int number, Kind kind, String name) {
    byte[] text = Utf8.bytes(name);
    return new ByteWriter(PREFIX_BYTES + 5 + text.length)
        .write(SystemKeys.numbered(SystemKeys.TABLE_SETTINGS, number))
        .writeByte(kind.code)
        .write(text)
        .toByteArray();
  }
}
