package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import java.nio.charset.StandardCharsets;

/**
 * The region of the data in a shared store, stored as a row. Servers with different settings could
 * otherwise open the same data as two regions, and a table would be a replica of itself.
 */
final class RegionOfStore {
  private static final int KIND = 6;

  private RegionOfStore() {}

  /**
   * Checks that the data belong to a region. The first check stores the region.
   *
   * @throws StorageException if the data belong to another region
   */
  static void check(Store store, Catalog catalog, String region) {
    // Servers without other regions do not store the region, but their tables have it.
    for (TableDefinition table : catalog.tables()) {
      require(region, table.region());
    }
    String stored =
        BlockingTransactions.transact(
            store,
            tx -> {
              byte[] row = tx.get(row());
              if (row != null) {
                return new String(row, StandardCharsets.UTF_8);
              }
              tx.put(row(), Utf8.bytes(region));
              return region;
            });
    require(region, stored);
  }

  private static void require(String region, String actual) {
    if (!actual.equals(region)) {
      throw new StorageException(
          "The store that is opened as region %s has the data of region %s: all servers must have the same --region."
              .formatted(region, actual));
    }
  }

  /** No table has the number 0. */
  private static byte[] row() {
    return SystemKeys.start(SystemKeys.REPLICATION).writeInt(0).writeByte(KIND).toByteArray();
  }
}
