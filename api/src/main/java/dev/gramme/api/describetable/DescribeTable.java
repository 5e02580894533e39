package dev.gramme.api.describetable;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.TableDescription;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** Shows a table. */
public final class DescribeTable implements ResourceOperation {
  private final Catalog catalog;
  private final InstantSource clock;
  private final UnaryOperator<TableDefinition> traffic;

  /**
   * @param traffic adds to a definition the warm throughput that the table has reached through its
   *     traffic
   */
  public DescribeTable(
      Catalog catalog, InstantSource clock, UnaryOperator<TableDefinition> traffic) {
    this.catalog = catalog;
    this.clock = clock;
    this.traffic = traffic;
  }

  @Override
  public String name() {
    return "DescribeTable";
  }

  @Override
  public StructureShape input() {
    return DescribeTableShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name = TableNameRules.name(input.get(DescribeTableShape.TABLE_NAME), caller);
    var table = traffic.apply(TableNameRules.require(catalog, name));
    return CompletableFuture.completedFuture(
        TableDescription.output("Table", table, catalog, caller, clock.instant()));
  }
}
