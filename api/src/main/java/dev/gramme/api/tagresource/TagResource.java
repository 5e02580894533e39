package dev.gramme.api.tagresource;

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
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Adds tags to a table, or changes their values. */
public final class TagResource implements ResourceOperation {
  private final Catalog catalog;

  public TagResource(Catalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public String name() {
    return "TagResource";
  }

  @Override
  public StructureShape input() {
    return TagResourceShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String arn = input.getOrDefault(TagResourceShape.RESOURCE_ARN, "");
    String name = ResourceArn.tableName(arn, caller);
    List<Structure> tags = input.getOrDefault(TagResourceShape.TAGS, List.of());
    if (tags.isEmpty()) {
      throw ApiError.validation("Atleast one Tag needs to be provided as Input.");
    }
    Map<String, String> added = TagRules.tags(tags);
    ResourceArn.require(catalog, name, arn);
    return TagChange.make(
            catalog,
            name,
            all -> {
              all.putAll(added);
              TagRules.checkAll(all);
            })
        .thenApply(table -> Output.NO_BODY);
  }
}
