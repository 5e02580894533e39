package dev.gramme.api.describecontinuousbackups;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.backup.ContinuousBackups;
import dev.gramme.api.backup.SourceTable;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.backup.Restores;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows whether a table can be restored, and to which points in time. */
public final class DescribeContinuousBackups implements ResourceOperation {
  private final Catalog catalog;
  private final Restores restores;

  public DescribeContinuousBackups(Catalog catalog, Restores restores) {
    this.catalog = catalog;
    this.restores = restores;
  }

  @Override
  public String name() {
    return "DescribeContinuousBackups";
  }

  @Override
  public StructureShape input() {
    return DescribeContinuousBackupsShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name =
        TableReference.name(input.require(DescribeContinuousBackupsShape.TABLE_NAME), caller);
    return CompletableFuture.completedFuture(
        ContinuousBackups.output(SourceTable.require(catalog, name), restores));
  }
}
