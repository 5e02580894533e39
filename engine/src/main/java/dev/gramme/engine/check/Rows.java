package dev.gramme.engine.check;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads rows and describes them. */
final class Rows {
  private Rows() {}

  /** All rows of a table or of an index with a number of its own. */
  static Cursor of(Reader reader, int number) {
    return reader.range(
        RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING);
  }

  /** The first number, from one on, under which there are rows. */
  static OptionalInt numberFrom(Reader reader, int number) {
    try (Cursor rows =
        reader.range(RowKeys.tableStart(number), RowKeys.tableStart(-1), Direction.ASCENDING)) {
      return rows.next()
          ? OptionalInt.of(new ByteReader(rows.key()).readInt())
          : OptionalInt.empty();
    }
  }

  /** All rows of a table in one of the engine's key spaces. */
  static Cursor of(Reader reader, int space, int number) {
    return reader.range(
        SystemKeys.numbered(space, number),
        SystemKeys.numbered(space, number + 1),
        Direction.ASCENDING);
  }

  /** The item in a row; empty if the value is not exactly an encoded item. */
  static Optional<Item> decode(byte[] value) {
    try {
      Item item = ItemCodec.decode(value);
      return Arrays.equals(ItemCodec.encode(item), value) ? Optional.of(item) : Optional.empty();
    } catch (RuntimeException damaged) {
      return Optional.empty();
    }
  }

  /** Whether an item has the key of a row. */
  static boolean isInItsRow(TableDefinition table, Item item, byte[] row) {
    return table.key().isIn(item) && Arrays.equals(RowKeys.item(table, item), row);
  }

  /** The key of an item, for the operator. */
  static String key(TableDefinition table, Item item) {
    var key = new StringBuilder();
    for (String name : table.key().names()) {
      key.append(key.isEmpty() ? "" : " ").append(name).append('=').append(item.get(name));
    }
    return key.toString();
  }

  static String hex(byte[] row) {
    return "row " + HexFormat.of().formatHex(row);
  }
}
