package dev.gramme.api.globaltable;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.table.NameLengthRules;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The operations on one global table of the version 2017.11.29: there is none, so that all of them
 * say that it does not exist.
 */
public final class OfGlobalTable implements Operation {
  private final String operation;
  private final Member<String> name = GlobalTableShapes.name();
  private final StructureShape shape;

  private OfGlobalTable(String operation, Function<Member<String>, StructureShape> shape) {
    this.operation = operation;
    this.shape = shape.apply(name);
  }

  /** DescribeGlobalTable. */
  public static Operation describe() {
    return new OfGlobalTable(
        "DescribeGlobalTable", name -> StructureShape.of("DescribeGlobalTableInput", name));
  }

  /** UpdateGlobalTable. */
  public static Operation update() {
    return new OfGlobalTable("UpdateGlobalTable", GlobalTableShapes::update);
  }

  /** DescribeGlobalTableSettings. */
  public static Operation describeSettings() {
    return new OfGlobalTable(
        "DescribeGlobalTableSettings",
        name -> StructureShape.of("DescribeGlobalTableSettingsInput", name));
  }

  /** UpdateGlobalTableSettings. */
  public static Operation updateSettings() {
    return new OfGlobalTable("UpdateGlobalTableSettings", GlobalTableShapes::updateSettings);
  }

  @Override
  public String name() {
    return operation;
  }

  @Override
  public StructureShape input() {
    return shape;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String table = input.require(name);
    NameLengthRules.check("TableName", table);
    throw ApiError.of(
        ErrorType.GLOBAL_TABLE_NOT_FOUND,
        "Global table with name: '" + table + "' does not exist.");
  }
}
