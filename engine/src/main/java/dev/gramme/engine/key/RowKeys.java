package dev.gramme.engine.key;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeyCodec;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/**
 * Row keys of items and index entries:
 *
 * <pre>number (4) | hash of the partition key (8) | partition key | row kind (1) | sort key</pre>
 *
 * <p>{@code number} is the number of the table or of the global index. A global index is stored
 * like a table of its own, with the table's key appended to the index key. The numbers of global
 * indexes have a dedicated bit set (except in stores created before that bit existed). Entries of
 * local indexes are stored in their item's partition under a row kind of their own, with the
 * table's sort key appended to the index's. All parts preserve the service's order and are
 * self-delimiting ({@link KeyCodec}). Therefore a Query is one range, a Scan is the range of a
 * number, and segments of a Scan are ranges of the hash.
 *
 * <p>The hash is the first 8 bytes of MD5: evenly distributed, the same on every machine, and part
 * of the JDK.
 */
public final class RowKeys {
  /** The row kind of items, and of entries of global indexes. */
  public static final int ITEM = 1;

  /** The row kind of entries of a local index is this value plus the index's number. */
  private static final int LOCAL_INDEX = 0x10;

  private static final int NUMBER_BYTES = 4;
  private static final int HASH_BYTES = 8;

  /** The bit of a row's first byte that marks global indexes. */
  private static final int GLOBAL_INDEX = 0x40;

  private static final ThreadLocal<MessageDigest> MD5 =
      ThreadLocal.withInitial(() -> {
        try {
          return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException impossible) {
          throw new IllegalStateException("every Java platform has MD5", impossible);
        }
      });

  private RowKeys() {}

  /** Marks a newly allocated number as the number of a global index. */
  public static int ofGlobalIndex(int number) {
    return number | GLOBAL_INDEX << (3 * Byte.SIZE);
  }

  /** Whether a row, or the prefix of rows, belongs to a global index, according to its number. */
  public static boolean isOfGlobalIndex(byte[] row) {
    return row.length > 0 && (row[0] & GLOBAL_INDEX) != 0;
  }

  /** The row of an item; the key attributes are taken from the given item or key. */
  public static byte[] item(TableDefinition table, Item key) {
    var out = partition(table.number(), table.key().hash(), key);
    out.writeByte(ITEM);
    writeAll(out, table.key().range(), key);
    return out.toByteArray();
  }

  /** The row of an item's entry in a local index. */
  public static byte[] entry(TableDefinition table, LocalIndex index, Item item) {
    var out = partition(table.number(), table.key().hash(), item);
    out.writeByte(LOCAL_INDEX + index.number());
    writeAll(out, index.key().range(), item);
    writeAll(out, table.key().range(), item);
    return out.toByteArray();
  }

  /** The row of an item's entry in a global index. */
  public static byte[] entry(TableDefinition table, GlobalIndex index, Item item) {
    var out = partition(index.number(), index.key().hash(), item);
    out.writeByte(ITEM);
    writeAll(out, index.key().range(), item);
    writeAll(out, table.key().hash(), item);
    writeAll(out, table.key().range(), item);
    return out.toByteArray();
  }

  /** The row of an item's entry in a vector index. */
  public static byte[] entry(TableDefinition table, VectorIndex index, Item item) {
    var out = vectorPartition(index, item);
    writeAll(out, table.key().hash(), item);
    writeAll(out, table.key().range(), item);
    return out.toByteArray();
  }

  /** The key of the item to which an entry of a local index belongs, read from the entry's row. */
  public static Item itemKey(TableDefinition table, LocalIndex index, byte[] row) {
    var key = Item.builder(2);
    var in = partitionKeyOf(row);
    readAll(in, table.key().hash(), key);
    in.readByte();
    skipAll(in, index.key().range());
    readAll(in, table.key().range(), key);
    return key.build();
  }

  /** The key of the item to which an entry of a global index belongs, read from the entry's row. */
  public static Item itemKey(TableDefinition table, GlobalIndex index, byte[] row) {
    var in = partitionKeyOf(row);
    skipAll(in, index.key().hash());
    in.readByte();
    skipAll(in, index.key().range());
    return itemKey(table, in);
  }

  /** The key of the item to which an entry of a vector index belongs, read from the entry's row. */
  public static Item itemKey(TableDefinition table, VectorIndex index, byte[] row) {
    return itemKey(table, new ByteReader(row, vectorPartitionLength(index, row), row.length));
  }

  private static Item itemKey(TableDefinition table, ByteReader in) {
    var key = Item.builder(2);
    readAll(in, table.key().hash(), key);
    readAll(in, table.key().range(), key);
    return key.build();
  }

  /**
   * The common prefix of the rows of one partition of a vector index. An index whose search schema
   * has no HASH attribute is a single partition.
   */
  public static ByteWriter vectorPartition(VectorIndex index, Item hashValue) {
    KeyAttribute hash = index.hash();
    List<KeyAttribute> attributes = hash == null ? List.of() : List.of(hash);
    return partition(index.number(), attributes, hashValue).writeByte(ITEM);
  }

  /** The length in bytes of the partition prefix of a vector index's row. */
  public static int vectorPartitionLength(VectorIndex index, byte[] row) {
    KeyAttribute hash = index.hash();
    var in = partitionKeyOf(row);
    if (hash != null) {
      KeyCodec.read(in, hash.type());
    }
    return in.position() + 1;
  }

  /** The common prefix of the rows of one kind in one partition: everything before the sort key. */
  public static ByteWriter partitionRows(int number, KeySchema key, Item hashValues, int kind) {
    return partition(number, key.hash(), hashValues).writeByte(kind);
  }

  /** The row kind of a local index's entries. */
  public static int kind(LocalIndex index) {
    return LOCAL_INDEX + index.number();
  }

  /** The row kind of a row key whose partition key has these attributes. */
  public static int kindOf(byte[] row, List<KeyAttribute> hash) {
    var in = partitionKeyOf(row);
    skipAll(in, hash);
    return in.readByte();
  }

  /** The length in bytes of number, hash and partition key, which precede the row kind. */
  public static int partitionLength(byte[] row, List<KeyAttribute> hash) {
    var in = partitionKeyOf(row);
    skipAll(in, hash);
    return in.position();
  }

  /** The hash in a row key, or in a prefix of one; missing bytes count as zero. */
  public static long hashOf(byte[] row) {
    long hash = 0;
    for (int i = NUMBER_BYTES; i < NUMBER_BYTES + HASH_BYTES; i++) {
      hash = hash << Byte.SIZE | (i < row.length ? row[i] & 0xFF : 0);
    }
    return hash;
  }

  /** The first possible row of a hash. */
  public static byte[] hashStart(int number, long hash) {
    return new ByteWriter(NUMBER_BYTES + HASH_BYTES).writeInt(number).writeLong(hash).toByteArray();
  }

  /**
   * The first possible row of a segment of a Scan; the end of the table if {@code segment == of}.
   */
  public static byte[] segmentStart(int number, int segment, int of) {
    if (segment == of) {
      return tableStart(number + 1);
    }
    // floor(2^64 * segment / of) in 64-bit arithmetic
    long quotient = Long.divideUnsigned(-1L, of);
    long remainder = Long.remainderUnsigned(-1L, of) + 1;
    long start = quotient * segment + Long.divideUnsigned(remainder * segment, of);
    return hashStart(number, start);
  }

  /** The first possible row of a table or global index. */
  public static byte[] tableStart(int number) {
    return new ByteWriter(NUMBER_BYTES).writeInt(number).toByteArray();
  }

  /** The same row key with another number. */
  public static byte[] under(int number, byte[] row) {
    byte[] moved = row.clone();
    for (int i = 0; i < NUMBER_BYTES; i++) {
      moved[i] = (byte) (number >>> (Byte.SIZE * (NUMBER_BYTES - 1 - i)));
    }
    return moved;
  }

  /** The first key after a row key and before every other row key. */
  public static byte[] after(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }

  /** The first key after all keys that begin with the prefix. */
  public static byte[] afterPrefix(byte[] prefix) {
    byte[] end = prefix.clone();
    for (int i = end.length - 1; i >= 0; i--) {
      if (++end[i] != 0) {
        return Arrays.copyOf(end, i + 1);
      }
    }
    throw new IllegalArgumentException("a prefix of only 0xFF bytes has no successor");
  }

  private static ByteWriter partition(int number, List<KeyAttribute> hash, Item values) {
    var key = new ByteWriter(48);
    writeAll(key, hash, values);
    byte[] partitionKey = key.toByteArray();
    byte[] digest = MD5.get().digest(partitionKey);
    return new ByteWriter(96).writeInt(number).write(digest, 0, HASH_BYTES).write(partitionKey);
  }

  private static void writeAll(ByteWriter out, List<KeyAttribute> attributes, Item values) {
    for (KeyAttribute attribute : attributes) {
      AttributeValue value = values.get(attribute.name());
      if (value == null) {
        throw new IllegalArgumentException("no key attribute " + attribute.name());
      }
      KeyCodec.write(out, value);
    }
  }

  private static ByteReader partitionKeyOf(byte[] row) {
    return new ByteReader(row, NUMBER_BYTES + HASH_BYTES, row.length);
  }

  private static void skipAll(ByteReader in, List<KeyAttribute> attributes) {
    attributes.forEach(attribute -> KeyCodec.read(in, attribute.type()));
  }

  private static void readAll(ByteReader in, List<KeyAttribute> attributes, Item.Builder values) {
    for (KeyAttribute attribute : attributes) {
      values.put(attribute.name(), KeyCodec.read(in, attribute.type()));
    }
  }
}
