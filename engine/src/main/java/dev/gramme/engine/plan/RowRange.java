package dev.gramme.engine.plan;

import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.expression.KeyCondition;
import dev.gramme.expression.KeyRange;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeyCodec;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows from one key (inclusive) to another (exclusive). Encoded key values are self-delimiting,
 * so a row whose sort key starts with the encoded value has exactly that value. Therefore every
 * condition on a sort key is one range.
 */
public final class RowRange {
  /** Orders ranges by their first row. */
  public static final Comparator<RowRange> BY_START =
      Comparator.comparing(range -> range.from, Arrays::compareUnsigned);

  private final byte[] from;
  private final byte[] to;
  private final @Nullable Item partition;

  private RowRange(byte[] from, byte[] to, @Nullable Item partition) {
    this.from = from;
    this.to = to;
    this.partition = partition;
  }

  /** The partition key of these rows, null if they belong to several partitions. */
  public @Nullable Item partition() {
    return partition;
  }

  /** The first row. */
  public byte[] first() {
    return from.clone();
  }

  /** The first key after the range, in ascending order. */
  public byte[] end() {
    return to.clone();
  }

  /** A cursor over the rows. */
  public Cursor in(Reader reader, boolean ascending) {
    return reader.range(from, to, ascending ? Direction.ASCENDING : Direction.DESCENDING);
  }

  /** The rows of a Query. */
  public static RowRange ofQuery(
      TableDefinition table, @Nullable SecondaryIndex index, KeyRange range) {
    KeySchema key = index == null ? table.key() : index.key();
    Item partition = values(key.hash(), range.hash());
    ByteWriter rows = RowKeys.partitionRows(number(table, index), key, partition, kind(index));
    for (AttributeValue equal : range.range()) {
      KeyCodec.write(rows, equal);
    }
    byte[] prefix = rows.toByteArray();
    KeyCondition.Term last = range.last();
    if (last == null) {
      return new RowRange(prefix, RowKeys.afterPrefix(prefix), partition);
    }
    AttributeValue value = last.values().getFirst();
    return switch (last.operator()) {
      case EQ -> {
        byte[] equal = with(prefix, value);
        yield new RowRange(equal, RowKeys.afterPrefix(equal), partition);
      }
      case LT -> new RowRange(prefix, with(prefix, value), partition);
      case LE -> new RowRange(prefix, RowKeys.afterPrefix(with(prefix, value)), partition);
      case GT ->
          new RowRange(
              RowKeys.afterPrefix(with(prefix, value)), RowKeys.afterPrefix(prefix), partition);
      case GE -> new RowRange(with(prefix, value), RowKeys.afterPrefix(prefix), partition);
      case BETWEEN ->
          new RowRange(
              with(prefix, value),
              RowKeys.afterPrefix(with(prefix, last.values().getLast())),
              partition);
      case BEGINS_WITH -> {
        var beginning = new ByteWriter(prefix.length + 64).write(prefix);
        KeyCodec.writePrefix(beginning, value);
        byte[] bytes = beginning.toByteArray();
        yield new RowRange(bytes, RowKeys.afterPrefix(bytes), partition);
      }
    };
  }

  /** The rows of a segment of a Scan. */
  public static RowRange ofScan(
      TableDefinition table, @Nullable SecondaryIndex index, int segment, int totalSegments) {
    int number = number(table, index);
    return new RowRange(
        RowKeys.segmentStart(number, segment, totalSegments),
        RowKeys.segmentStart(number, segment + 1, totalSegments),
        null);
  }

  /** The row of a start key, which has the key attributes of table and index. */
  public static byte[] row(TableDefinition table, @Nullable SecondaryIndex index, Item startKey) {
    return index == null ? RowKeys.item(table, startKey) : IndexRows.row(table, index, startKey);
  }

  /** Whether a row is in the range. */
  public boolean contains(byte[] row) {
    return Arrays.compareUnsigned(from, row) <= 0 && Arrays.compareUnsigned(row, to) < 0;
  }

  /** Whether the two ranges intersect. */
  public boolean overlaps(RowRange other) {
    return Arrays.compareUnsigned(from, other.to) < 0 && Arrays.compareUnsigned(other.from, to) < 0;
  }

  /** The rest of the range after one of its rows, in the direction of reading. */
  public RowRange after(byte[] row, boolean ascending) {
    return ascending
        ? new RowRange(RowKeys.after(row), to, partition)
        : new RowRange(from, row, partition);
  }

  /** The rows of the range up to and including one of its rows. */
  public RowRange upTo(byte[] row) {
    return new RowRange(from, RowKeys.after(row), partition);
  }

  /** The row kind of the table's items or of the index's entries. */
  public static int kind(@Nullable SecondaryIndex index) {
    return index instanceof LocalIndex local ? RowKeys.kind(local) : RowKeys.ITEM;
  }

  private static int number(TableDefinition table, @Nullable SecondaryIndex index) {
    return index instanceof GlobalIndex global ? global.number() : table.number();
  }

  private static Item values(List<KeyAttribute> attributes, List<AttributeValue> values) {
    var item = Item.builder(values.size());
    for (int i = 0; i < attributes.size(); i++) {
      item.put(attributes.get(i).name(), values.get(i));
    }
    return item.build();
  }

  private static byte[] with(byte[] prefix, AttributeValue value) {
    var out = new ByteWriter(prefix.length + 64).write(prefix);
    KeyCodec.write(out, value);
    return out.toByteArray();
  }
}
