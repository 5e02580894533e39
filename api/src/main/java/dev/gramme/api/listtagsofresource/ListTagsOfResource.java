package dev.gramme.api.listtagsofresource;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.ResourceArn;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lists the tags of a table. There are at most fifty, so they all fit on one page. */
public final class ListTagsOfResource implements ResourceOperation {
  private final Catalog catalog;

  public ListTagsOfResource(Catalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public String name() {
    return "ListTagsOfResource";
  }

  @Override
  public StructureShape input() {
    return ListTagsOfResourceShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String arn = input.getOrDefault(ListTagsOfResourceShape.RESOURCE_ARN, "");
    String name = ResourceArn.tableName(arn, caller);
    var table = ResourceArn.require(catalog, name, arn);
    return CompletableFuture.completedFuture(output(table));
  }

  private static Output output(TableDefinition table) {
    return out -> {
      out.name("Tags").beginArray();
      table
          .properties()
          .tags()
          .forEach((key, value) -> {
            out.beginObject();
            out.name("Key").string(key);
            out.name("Value").string(value);
            out.endObject();
          });
      out.endArray();
    };
  }
}
