package dev.gramme.engine.throttle;

import dev.gramme.engine.capacity.CapacityUnits;
import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.read.ReadPage;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the cost of a request for each table and global index that it uses, in capacity units.
 */
final class Charges {

  private Charges() {}

  /**
   * The charges of a change: one for the table and its local indexes, one for each changed global
   * index.
   */
  static List<Charge> of(ItemChange change, boolean transactional) {
    double units =
        CapacityUnits.write(change.table(), change.before(), change.after())
            * (transactional ? 2 : 1);
    var onIndexes = new ArrayList<Charge>(0);
    for (IndexChange entry : change.indexes()) {
      if (!entry.isWrite()) {
        continue;
      }
      if (entry.index() instanceof GlobalIndex index) {
        addEntries(change, index, entry, onIndexes);
      } else {
        units += CapacityUnits.write(entry);
      }
    }
    var table = change.table();
    var charges = new ArrayList<Charge>(1 + onIndexes.size());
    charges.add(
        onRow(
            Resource.of(table),
            UnitKind.WRITE,
            units,
            RowKeys.item(table, change.key()),
            change.key()));
    charges.addAll(onIndexes);
    return charges;
  }

  /** An entry whose key changed is deleted in one place and inserted in another: two charges. */
  private static void addEntries(
      ItemChange change, GlobalIndex index, IndexChange entry, List<Charge> charges) {
    Item before = entry.before();
    Item after = entry.after();
    if (entry.moved() && before != null && after != null) {
      charges.add(onEntry(change, index, blocks(before), before));
      charges.add(onEntry(change, index, blocks(after), after));
      return;
    }
    Item there = after == null ? before : after;
    if (there != null) {
      charges.add(onEntry(change, index, CapacityUnits.write(entry), there));
    }
  }

  private static double blocks(Item entry) {
    return CapacityUnits.writeBlocks(entry.sizeBytes());
  }

  private static Charge onEntry(ItemChange change, GlobalIndex index, double units, Item entry) {
    var table = change.table();
    return onRow(
        Resource.of(table, index),
        UnitKind.WRITE,
        units,
        IndexRows.row(table, index, entry),
        entry);
  }

  /** The charge of reading an item, whether it exists or not. */
  static Charge of(ReadPlan.Items.Key key, @Nullable Item item, boolean transactional) {
    double units =
        CapacityUnits.read(item == null ? 0 : item.sizeBytes(), key.consistent() || transactional);
    return onRow(
        Resource.of(key.table()),
        UnitKind.READ,
        transactional ? 2 * units : units,
        RowKeys.item(key.table(), key.key()),
        key.key());
  }

  /** The charge of a page, for the rows from its first to its last. */
  static Charge of(ReadPlan.Page plan, ReadPage page) {
    boolean global = plan.index() instanceof GlobalIndex;
    double units =
        CapacityUnits.read(page.scannedBytes(), plan.consistent() && !global)
            + page.fetchedUnits() * (plan.consistent() ? 1.0 : 0.5);
    byte[] from = plan.rows().first();
    byte[] to = plan.rows().end();
    Item last = page.lastEvaluatedKey();
    if (last != null) {
      byte[] row = RowRange.row(plan.table(), plan.index(), last);
      if (plan.ascending()) {
        to = RowKeys.after(row);
      } else {
        from = row;
      }
    }
    var resource =
        plan.index() instanceof GlobalIndex index
            ? Resource.of(plan.table(), index)
            : Resource.of(plan.table());
    return new Charge(resource, UnitKind.READ, units, from, to, plan.rows().partition());
  }

  private static Charge onRow(
      Resource resource, UnitKind kind, double units, byte[] row, Item key) {
    return new Charge(resource, kind, units, row, RowKeys.after(row), key);
  }
}
