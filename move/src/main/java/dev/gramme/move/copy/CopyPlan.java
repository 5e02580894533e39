package dev.gramme.move.copy;

import java.util.Locale;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * An estimate of what the copy of a table reads and writes, from the counts in the table's
 * description. The service updates them about every six hours.
 *
 * @param readUnits of a scan that is not consistent, half a unit for 4 KB
 * @param writeUnits a unit for each started KB of a mean item, and the same for its index entries
 */
record CopyPlan(long items, long bytes, double readUnits, double writeUnits) {
  private static final double KB = 1024;
  private static final double READ_BYTES = 8 * KB;
  private static final double MILLION = 1e6;

  static CopyPlan of(TableDescription table) {
    long items = number(table.itemCount());
    long bytes = number(table.tableSizeBytes());
    double writes = writes(items, bytes);
    for (var index : table.globalSecondaryIndexes()) {
      writes += writes(number(index.itemCount()), number(index.indexSizeBytes()));
    }
    for (var index : table.localSecondaryIndexes()) {
      writes += writes(number(index.itemCount()), number(index.indexSizeBytes()));
    }
    return new CopyPlan(items, bytes, Math.ceil(bytes / READ_BYTES), writes);
  }

  private static long number(Long value) {
    return value == null ? 0 : value;
  }

  private static double writes(long items, long bytes) {
    return items == 0 ? 0 : items * Math.max(1, Math.ceil(bytes / (double) items / KB));
  }

  CopyPlan plus(CopyPlan other) {
    return new CopyPlan(
        items + other.items,
        bytes + other.bytes,
        readUnits + other.readUnits,
        writeUnits + other.writeUnits);
  }

  /**
   * The estimate as a line.
   *
   * @param readPrice of a million read units
   * @param writePrice of a million write units
   */
  String text(double readPrice, double writePrice) {
    return String.format(
        Locale.ROOT,
        "%,d items, %,d bytes; about %,.0f read units (%.2f USD) and %,.0f write units (%.2f USD)",
        items,
        bytes,
        readUnits,
        readUnits / MILLION * readPrice,
        writeUnits,
        writeUnits / MILLION * writePrice);
  }
}
