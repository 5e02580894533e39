package dev.gramme.api.batchexecutestatement;

import static dev.gramme.api.batchexecutestatement.BatchExecuteStatementShape.CONSISTENT_READ;
import static dev.gramme.api.batchexecutestatement.BatchExecuteStatementShape.RETURN_CONSUMED_CAPACITY;
import static dev.gramme.api.batchexecutestatement.BatchExecuteStatementShape.STATEMENT;
import static dev.gramme.api.batchexecutestatement.BatchExecuteStatementShape.STATEMENTS;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.access.StatementAccess;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.statement.StatementWrites;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.Wording;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.partiql.Selection;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Executes up to 25 PartiQL statements on one item each; each statement succeeds or fails
 * individually.
 */
public final class BatchExecuteStatement implements Operation {
  private final Engine engine;

  public BatchExecuteStatement(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "BatchExecuteStatement";
  }

  @Override
  public Wording wording(Wording configured, Structure input) {
    return configured;
  }

  @Override
  public StructureShape input() {
    return BatchExecuteStatementShape.SHAPE;
  }

  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var statements = new ArrayList<BatchStatement>();
    for (Structure statement : input.require(STATEMENTS)) {
      statements.add(BatchStatement.of(statement, caller));
    }
    return new Batch(input, caller, statements);
  }

  private final class Batch implements PreparedRequest {
    private final Structure input;
    private final Caller caller;
    private final List<BatchStatement> statements;

    Batch(Structure input, Caller caller, List<BatchStatement> statements) {
      this.input = input;
      this.caller = caller;
      this.statements = statements;
    }

    /**
     * A statement that cannot be parsed never runs, so it needs no access. A statement that is
     * invalid for its table or index must be allowed nevertheless, because its error reveals
     * whether they exist.
     */
    @Override
    public List<Access> accesses(AccessScope scope) {
      var of = new StatementAccess(scope.ofParts(), input.get(RETURN_CONSUMED_CAPACITY), name());
      var accesses = new ArrayList<Access>();
      for (int i = 0; i < statements.size(); i++) {
        if (statements.get(i) instanceof BatchStatement.Parsed parsed) {
          boolean consistent = parsed.input().getOrDefault(CONSISTENT_READ, false);
          boolean returnsItem = STATEMENT.returnsItemOnFailure(parsed.input());
          try {
            accesses.add(parsed.statement().access(of, consistent, returnsItem).ofPart(i));
          } catch (ApiError invalid) {
            // The statement fails when it runs, because the ARN of its table is invalid.
            if (invalid.type() != ErrorType.VALIDATION) {
              throw invalid;
            }
          }
        }
      }
      return accesses;
    }

    @Override
    public CompletionStage<Output> execute() {
      return execute(Map.of());
    }

    @Override
    public CompletionStage<Output> execute(Map<Integer, ApiError> denied) {
      var members = new ArrayList<BatchMember>();
      for (BatchStatement statement : statements) {
        ApiError refusal = denied.get(members.size());
        members.add(
            refusal != null && statement instanceof BatchStatement.Parsed parsed
                ? new BatchMember.Refused(parsed.statement().statement().target().table(), refusal)
                : BatchMember.of(statement, engine, caller));
      }
      return run(members, input, caller.budget());
    }
  }

  private CompletionStage<Output> run(
      List<BatchMember> members, Structure input, RequestBudget budget) {
    refuseMixing(members);
    refuseDuplicates(members);
    var results = members.stream().map(member -> run(member, budget)).toList();
    return CompletableFuture.allOf(results.toArray(CompletableFuture<?>[]::new))
        .thenApply(done ->
            output(
                results.stream().map(CompletableFuture::join).toList(),
                CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY))));
  }

  private static void refuseMixing(List<BatchMember> members) {
    if (members.stream().anyMatch(BatchMember.Get.class::isInstance)
        && members.stream().anyMatch(BatchMember.Change.class::isInstance)) {
      throw ApiError.validation(
          "Read and write requests together in the same batch is not supported.");
    }
  }

  private static void refuseDuplicates(List<BatchMember> members) {
    var seen = new HashSet<>();
    for (BatchMember member : members) {
      var item = member.item();
      if (item.isPresent() && !seen.add(item.get())) {
        throw ApiError.validation("Provided list of item keys contains duplicates");
      }
    }
  }

  private CompletableFuture<MemberResult> run(BatchMember member, RequestBudget budget) {
    return switch (member) {
      case BatchMember.Refused refused ->
          CompletableFuture.completedFuture(MemberResult.refused(refused.table(), refused.error()));
      case BatchMember.Get get -> CompletableFuture.completedFuture(read(get, budget));
      case BatchMember.Change change ->
          engine
              .write(
                  WriteRequest.single(
                      change.action(), budget.part(), change.statement().returning() != null))
              .thenApply(result -> written(change, result.changes().getFirst()))
              .exceptionally(failure -> failed(change, failure));
    };
  }

  private MemberResult read(BatchMember.Get get, RequestBudget budget) {
    var key = get.key();
    Item item;
    try {
      item = engine.read(new ReadPlan.Items.Key(key.table(), key.key(), get.consistent()), budget);
    } catch (ApiError error) {
      return MemberResult.refused(get.statement().table(), error);
    }
    Selection selection = get.statement().selection();
    return MemberResult.of(
        get.statement().table(),
        item == null || selection == null ? item : selection.apply(item),
        capacity -> capacity.addTableRead(item == null ? 0 : item.sizeBytes(), get.consistent()));
  }

  private static MemberResult written(BatchMember.Change change, ItemChange done) {
    return MemberResult.of(
        change.statement().table(),
        StatementWrites.returned(change.statement(), done),
        capacity -> capacity.add(done));
  }

  private static MemberResult failed(BatchMember.Change change, Throwable failure) {
    Throwable cause = StatementWrites.asError(change.statement(), failure);
    if (!(cause instanceof ApiError error)) {
      throw cause instanceof CompletionException wrapped ? wrapped : new CompletionException(cause);
    }
    return switch (error.type()) {
      case CONDITIONAL_CHECK_FAILED, DUPLICATE_ITEM ->
          MemberResult.failed(
              change.statement().table(),
              error,
              change.returnsItem() ? StatementWrites.itemOf(cause) : null,
              capacity -> capacity.add(unchanged(change, failure)));
      default -> MemberResult.refused(change.statement().table(), error);
    };
  }

  /** A failed write consumes the capacity that writing the item would have consumed. */
  private static ItemChange unchanged(BatchMember.Change change, Throwable failure) {
    @Nullable Item item = StatementWrites.itemOf(failure);
    return new ItemChange(
        change.table(),
        item == null ? Item.empty() : change.table().key().of(item),
        item,
        item,
        ItemChange.Cause.CLIENT,
        List.of(),
        0,
        List.of());
  }

  private static Output output(List<MemberResult> results, CapacityOutput report) {
    return out -> {
      var capacities = new LinkedHashMap<String, ConsumedCapacity>();
      out.name("Responses").beginArray();
      for (MemberResult result : results) {
        result.write(out);
        if (result.table() != null && result.capacity() != null) {
          result
              .capacity()
              .accept(capacities.computeIfAbsent(result.table(), ConsumedCapacity::of));
        }
      }
      out.endArray();
      report.writeList(out, capacities.values());
    };
  }
}
