package dev.gramme.engine.catalog;

import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableIdentity;
import dev.gramme.model.TableSchema;
import dev.gramme.model.Throughput;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tables for tests, and a minimal write path that maintains indexes and statistics. */
public final class Tables {
  public static final String INDEX = "by-color";

  private Tables() {}

  /** An on-demand table with the key {@code id} and no indexes. */
  public static Function<TableNumberAllocator, TableDefinition> table(String name) {
    return numbers ->
        TableDefinition.of(
            new TableIdentity(
                name,
                UUID.nameUUIDFromBytes(Utf8.bytes(name)),
                numbers.next(),
                "us-east-1",
                Instant.EPOCH),
            TableSchema.of(key("id"), Map.of("id", AttributeType.S)));
  }

  static KeySchema key(String attribute) {
    return new KeySchema(List.of(new KeyAttribute(attribute, AttributeType.S)), List.of());
  }

  /** Adds a global index on the attribute {@code color}. */
  public static TableDefinition withIndex(TableDefinition table, TableNumberAllocator numbers) {
    var types = new LinkedHashMap<>(table.attributeTypes());
    types.put("color", AttributeType.S);
    var index =
        new GlobalIndex(
            INDEX,
            numbers.nextOfGlobalIndex(),
            key("color"),
            IndexProjection.ALL,
            GlobalIndex.Status.CREATING,
            true,
            Throughput.ON_DEMAND,
            null,
            null);
    return table.toBuilder().attributeTypes(types).globalIndexes(List.of(index)).build();
  }

  public static Item item(String id, String color) {
    return Item.of("id", new S(id), "color", new S(color));
  }

  static Item item(String id, long notAColor) {
    return Item.of("id", new S(id), "color", N.of(notAColor));
  }

  /** Puts an item like the engine does: current definition, row, index entries, statistics. */
  static void put(Store store, Catalog catalog, String table, Item item) {
    change(store, catalog, table, item, item);
  }

  static void delete(Store store, Catalog catalog, String table, Item key) {
    change(store, catalog, table, key, null);
  }

  private static void change(
      Store store, Catalog catalog, String name, Item key, @Nullable Item after) {
    BlockingTransactions.run(
        store,
        tx -> {
          var table = catalog.current(tx, name);
          byte[] row = RowKeys.item(table, key);
          byte[] stored = tx.get(row);
          Item before = stored == null ? null : ItemCodec.decode(stored);
          if (after == null) {
            tx.delete(row);
          } else {
            tx.put(row, ItemCodec.encode(after));
          }
          var indexes = IndexRows.changeAll(tx, table, before, after);
          catalog
              .statistics()
              .write(tx, new CountChanges().add(table, before, after, indexes, List.of()));
        });
  }

  /** All items under a number, in the order of their rows. */
  public static List<Item> itemsUnder(Reader reader, int number) {
    var items = new ArrayList<Item>();
    try (Cursor rows =
        reader.range(
            RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING)) {
      while (rows.next()) {
        items.add(ItemCodec.decode(rows.value()));
      }
    }
    return items;
  }
}
