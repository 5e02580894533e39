package dev.gramme.api.item;

import dev.gramme.engine.write.ItemChange;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Writes item collection metrics, if the request contains the parameter and the table has local
 * indexes.
 */
public final class CollectionMetrics {
  private static final double GIGABYTE = 1 << 30;

  private CollectionMetrics() {}

  /** Writes the {@code ItemCollectionMetrics} of one change. */
  public static void write(JsonWriter out, ItemChange change) {
    if (applies(change)) {
      out.name("ItemCollectionMetrics");
      writeObject(out, change);
    }
  }

  /** Writes the {@code ItemCollectionMetrics} of several changes: a list for each table. */
  public static void writeByTable(JsonWriter out, List<ItemChange> changes) {
    var byTable = new LinkedHashMap<String, List<ItemChange>>();
    for (ItemChange change : changes) {
      if (applies(change)) {
        var ofTable = byTable.computeIfAbsent(change.table().name(), name -> new ArrayList<>());
        // Only the last change of a collection contains its size after all changes.
        ofTable.removeIf(earlier -> partition(earlier).equals(partition(change)));
        ofTable.add(change);
      }
    }
    if (byTable.isEmpty()) {
      return;
    }
    out.name("ItemCollectionMetrics").beginObject();
    byTable.forEach((table, ofTable) -> {
      out.name(table).beginArray();
      ofTable.forEach(change -> writeObject(out, change));
      out.endArray();
    });
    out.endObject();
  }

  private static boolean applies(ItemChange change) {
    return !change.table().localIndexes().isEmpty();
  }

  private static void writeObject(JsonWriter out, ItemChange change) {
    double low = Math.floor(change.collectionBytes() / GIGABYTE);
    out.beginObject();
    out.name("ItemCollectionKey").item(partition(change));
    out.name("SizeEstimateRangeGB").beginArray().number(low).number(low + 1).endArray();
    out.endObject();
  }

  private static Item partition(ItemChange change) {
    TableDefinition table = change.table();
    var key = Item.builder();
    for (KeyAttribute attribute : table.key().hash()) {
      var value = change.key().get(attribute.name());
      if (value != null) {
        key.put(attribute.name(), value);
      }
    }
    return key.build();
  }
}
