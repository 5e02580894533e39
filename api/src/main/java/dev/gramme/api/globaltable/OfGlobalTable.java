package dev.gramme.api.globaltable;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.NameLengthRules;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The operations on one global table of version 2017.11.29. No such table exists, so each of them
 * answers that the table does not exist.
 */
public final class OfGlobalTable implements ResourceOperation {
  private final String operation;
  private final Member<String> name = GlobalTableShapes.name();
  private final StructureShape shape;
  private final Consumer<Structure> rules;

  private OfGlobalTable(String operation, Function<Member<String>, StructureShape> shape) {
    this(operation, shape, input -> {});
  }

  private OfGlobalTable(
      String operation, Function<Member<String>, StructureShape> shape, Consumer<Structure> rules) {
    this.operation = operation;
    this.shape = shape.apply(name);
    this.rules = rules;
  }

  /** DescribeGlobalTable. */
  public static Operation describe() {
    return new OfGlobalTable(
        "DescribeGlobalTable", name -> StructureShape.of("DescribeGlobalTableInput", name));
  }

  /** UpdateGlobalTable. */
  public static Operation update() {
    Member<List<Structure>> updates = GlobalTableShapes.updates();
    return new OfGlobalTable(
        "UpdateGlobalTable",
        name -> GlobalTableShapes.update(name, updates),
        input -> checkUpdates(input.require(updates)));
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

  /**
   * Every update must have an action (October 2026; the service's text contains no more than this).
   */
  private static void checkUpdates(List<Structure> updates) {
    if (updates.stream().anyMatch(Structure::isEmpty)) {
      throw ApiError.validation("One or more parameter values were invalid");
    }
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
    rules.accept(input);
    throw ApiError.of(
        ErrorType.GLOBAL_TABLE_NOT_FOUND,
        "Global table with name: '" + table + "' does not exist.");
  }
}
