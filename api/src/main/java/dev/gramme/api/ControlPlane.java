package dev.gramme.api;

import dev.gramme.api.createtable.CreateTable;
import dev.gramme.api.deletetable.DeleteTable;
import dev.gramme.api.describeendpoints.DescribeEndpoints;
import dev.gramme.api.describelimits.DescribeLimits;
import dev.gramme.api.describetable.DescribeTable;
import dev.gramme.api.describetimetolive.DescribeTimeToLive;
import dev.gramme.api.listtables.ListTables;
import dev.gramme.api.listtagsofresource.ListTagsOfResource;
import dev.gramme.api.tagresource.TagResource;
import dev.gramme.api.untagresource.UntagResource;
import dev.gramme.api.updatetable.UpdateTable;
import dev.gramme.api.updatetimetolive.UpdateTimeToLive;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.replication.Replication;
import dev.gramme.model.TableDefinition;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Creates the operations on tables. */
public final class ControlPlane {

  private ControlPlane() {}

  /**
   * All operations on tables.
   *
   * @param ids supplies a unique id for each new table
   * @param traffic adds to a definition the warm throughput that the table has reached through its
   *     traffic
   */
  public static List<Operation> operations(
      Catalog catalog,
      Replication replication,
      InstantSource clock,
      Supplier<UUID> ids,
      UnaryOperator<TableDefinition> traffic) {
    List<Operation> operations = all(catalog, replication, clock, ids, traffic);
    return switch (catalog.lifecycle().pace().limits()) {
      case NONE -> operations;
      case SERVICE -> new ControlPlaneRates(catalog, clock).limit(operations);
    };
  }

  private static List<Operation> all(
      Catalog catalog,
      Replication replication,
      InstantSource clock,
      Supplier<UUID> ids,
      UnaryOperator<TableDefinition> traffic) {
    return List.of(
        new CreateTable(catalog, clock, ids),
        new DescribeTable(catalog, clock, traffic),
        new ListTables(catalog),
        new UpdateTable(catalog, replication, clock),
        new DeleteTable(catalog, replication, clock),
        new UpdateTimeToLive(catalog, clock),
        new DescribeTimeToLive(catalog),
        new TagResource(catalog),
        new UntagResource(catalog),
        new ListTagsOfResource(catalog),
        new DescribeLimits(),
        new DescribeEndpoints());
  }
}
