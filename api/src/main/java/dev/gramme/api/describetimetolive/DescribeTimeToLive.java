package dev.gramme.api.describetimetolive;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows whether a table's items expire, and by which attribute. */
public final class DescribeTimeToLive implements ResourceOperation {
  private final Catalog catalog;

  public DescribeTimeToLive(Catalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public String name() {
    return "DescribeTimeToLive";
  }

  @Override
  public StructureShape input() {
    return DescribeTimeToLiveShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name = TableNameRules.name(input.require(DescribeTimeToLiveShape.TABLE_NAME), caller);
    var table = TableNameRules.require(catalog, name);
    TableDefinition.Status status = table.status();
    if (status == TableDefinition.Status.CREATING || status == TableDefinition.Status.DELETING) {
      throw ApiError.validation(
          "Cannot describe time to live while table is in %s state: Current table state is %s"
              .formatted(status, status));
    }
    TimeToLive timeToLive = table.features().timeToLive();
    var shown = timeToLive == null ? TimeToLive.Status.DISABLED : timeToLive.status();
    return CompletableFuture.completedFuture(out -> {
      out.name("TimeToLiveDescription").beginObject();
      out.name("TimeToLiveStatus").string(shown.name());
      if (timeToLive != null && timeToLive.isOn()) {
        out.name("AttributeName").string(timeToLive.attribute());
      }
      out.endObject();
    });
  }
}
