package dev.gramme.api.untagresource;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.ResourceArn;
import dev.gramme.api.table.TagChange;
import dev.gramme.api.table.TagRules;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Removes tags from a table; tags that the table does not have are ignored. */
public final class UntagResource implements ResourceOperation {
  private final Catalog catalog;

  public UntagResource(Catalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public String name() {
    return "UntagResource";
  }

  @Override
  public StructureShape input() {
    return UntagResourceShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String arn = input.getOrDefault(UntagResourceShape.RESOURCE_ARN, "");
    String name = ResourceArn.tableName(arn, caller);
    List<String> keys = input.getOrDefault(UntagResourceShape.TAG_KEYS, List.of());
    if (keys.isEmpty()) {
      throw ApiError.validation("Atleast one Tag Key needs to be provided as Input.");
    }
    keys.forEach(TagRules::checkKey);
    TagRules.checkCount(keys.size());
    ResourceArn.require(catalog, name, arn);
    return TagChange.make(catalog, name, tags -> keys.forEach(tags::remove))
        .thenApply(table -> Output.NO_BODY);
  }
}
