package dev.gramme.api.item;

import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.write.ItemChange;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/** The consumed capacity of requests that access several tables. */
public final class CapacityByTable {

  private CapacityByTable() {}

  /**
   * The capacity that the changes of a batch consumed.
   *
   * @param references for each change, the table as the request names it
   */
  public static Collection<ConsumedCapacity> ofWrites(
      List<String> references, List<ItemChange> changes) {
    return of(references, changes, ConsumedCapacity::of);
  }

  /** The capacity that the changes of a transaction consumed. */
  public static Collection<ConsumedCapacity> ofTransaction(
      List<String> references, List<ItemChange> changes) {
    return of(references, changes, ConsumedCapacity::ofTransaction);
  }

  /** The capacity that a repeated transaction consumed: its items were only read. */
  public static Collection<ConsumedCapacity> ofRepetition(
      List<String> references, List<ItemChange> changes) {
    var byTable = new LinkedHashMap<String, ConsumedCapacity>();
    for (int i = 0; i < changes.size(); i++) {
      var item = changes.get(i).after();
      byTable
          .computeIfAbsent(references.get(i), ConsumedCapacity::ofTransaction)
          .addTableRead(item == null ? 0 : item.sizeBytes(), true);
    }
    return byTable.values();
  }

  private static Collection<ConsumedCapacity> of(
      List<String> references, List<ItemChange> changes, Function<String, ConsumedCapacity> empty) {
    var byTable = new LinkedHashMap<String, ConsumedCapacity>();
    for (int i = 0; i < changes.size(); i++) {
      byTable.computeIfAbsent(references.get(i), empty).add(changes.get(i));
    }
    return byTable.values();
  }
}
