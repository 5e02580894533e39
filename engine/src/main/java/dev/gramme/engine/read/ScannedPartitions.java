package dev.gramme.engine.read;

import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.stream.LogPlan;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;

/**
 * The physical partitions that a Scan of a table reads. Each of them costs at least one read: a
 * Scan of an empty on-demand table, which has four partitions, consumes 2.0 units (November 2026).
 */
public final class ScannedPartitions {

  private ScannedPartitions() {}

  /** The number of partitions between the first row of a page and the last evaluated row. */
  public static int count(ReadPlan.Page plan, ReadPage page) {
    TableDefinition table = plan.table();
    Item last = page.lastEvaluatedKey();
    RowRange rows = last == null ? plan.rows() : plan.rows().upTo(RowRange.row(table, null, last));
    int partitions = LogPlan.partitions(table);
    int count = 0;
    for (int i = 0; i < partitions; i++) {
      if (RowRange.ofScan(table, null, i, partitions).overlaps(rows)) {
        count++;
      }
    }
    return count;
  }
}
