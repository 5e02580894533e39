package dev.gramme.server;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.storage.cassandra.options.Placement;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Maps rows of the engine to buckets of Cassandra. Rows of a table or of a global index go to
 * buckets by the first bits of the hash of their partition key, so an item collection is in one
 * bucket and a scan reads few buckets. The engine's own rows go to buckets by the table that they
 * describe.
 *
 * <p>Transactions in the same bucket run sequentially; those in different buckets are independent.
 * So more bits make writes faster and scans slower.
 */
final class TablePlacement implements Placement {
  private static final int NUMBER_BYTES = 4;
  private static final int SPACE = NUMBER_BYTES;
  private static final int SPACE_BYTES = NUMBER_BYTES + 1;
  private static final int SHARD_BYTES = SPACE_BYTES + 8;
  private static final int TOKEN_BYTES = SPACE_BYTES + 2;

  /** The kind, the number of a table, and the first byte of a hash. */
  private static final int HOLD_BYTES = SPACE_BYTES + 1 + NUMBER_BYTES + 1;

  /** With more bits, a table has too many buckets to update their copies in one transaction. */
  private static final int MAX_SCHEMA_COPY_BITS = 8;

  private final int bits;

  TablePlacement(int bits) {
    this.bits = bits;
  }

  @Override
  public byte[] bucket(byte[] key) {
    if (key.length <= SPACE || !isSystem(key)) {
      return hashed(key);
    }
    int length =
        switch (key[SPACE]) {
          case SystemKeys.CHANGES -> SHARD_BYTES;
          case SystemKeys.TOKENS -> TOKEN_BYTES;
          case SystemKeys.HOLDS -> HOLD_BYTES;
          case SystemKeys.REPLICATION ->
              VersionRows.COMMON_BYTES + (VersionRows.isVersion(key) ? 1 : 0);
          case SystemKeys.TOKEN_EXPIRIES -> SPACE_BYTES + 1;
          case SystemKeys.EXPIRIES,
              SystemKeys.INSIGHTS,
              SystemKeys.LOG_CLOCKS,
              SystemKeys.VERSIONS,
              SystemKeys.SHARDS ->
              SPACE_BYTES + NUMBER_BYTES;
          default -> SPACE_BYTES;
        };
    return Arrays.copyOf(key, Math.min(length, key.length));
  }

  /** The scope of the version of a definition is its table. */
  @Override
  public byte @Nullable [] schemaVersionScope(byte[] key) {
    return bits <= MAX_SCHEMA_COPY_BITS
            && key.length == SPACE_BYTES + NUMBER_BYTES
            && isSystem(key)
            && key[SPACE] == SystemKeys.VERSIONS
        ? Arrays.copyOfRange(key, SPACE_BYTES, key.length)
        : null;
  }

  /** Entries of global indexes and expiry rows are derived from items. */
  @Override
  public boolean isDerived(byte[] bucket) {
    return RowKeys.isOfGlobalIndex(bucket)
        || (bucket.length > SPACE && isSystem(bucket) && bucket[SPACE] == SystemKeys.EXPIRIES);
  }

  private static boolean isSystem(byte[] key) {
    return key[0] == 0 && key[1] == 0 && key[2] == 0 && key[3] == 0;
  }

  private byte[] hashed(byte[] key) {
    int bytes = NUMBER_BYTES + (bits + 7) / 8;
    byte[] bucket = Arrays.copyOf(key, Math.min(bytes, key.length));
    if (bucket.length == bytes && bits % 8 != 0) {
      bucket[bytes - 1] &= (byte) (0xff << (8 - bits % 8));
    }
    return bucket;
  }

  @Override
  public String name() {
    return "tables by " + bits + " bits";
  }
}
