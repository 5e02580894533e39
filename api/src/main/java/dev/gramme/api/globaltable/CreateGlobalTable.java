package dev.gramme.api.globaltable;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/** Refuses to create a global table of version 2017.11.29, as the service does (2026). */
public final class CreateGlobalTable implements ResourceOperation {
  private static final StructureShape SHAPE = GlobalTableShapes.create();

  @Override
  public String name() {
    return "CreateGlobalTable";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    throw InvalidParameters.of(
        "DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB"
            + " global tables version 2019.11.21, instead of version 2017.11.29 (Legacy).");
  }
}
