package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.batch.BatchIncomplete;
import dev.gramme.toolkit.batch.BatchReader;
import dev.gramme.toolkit.batch.BatchWriter;
import dev.gramme.toolkit.key.SortCondition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Reads, writes and deletes many items in batches. */
final class Batches {
  private final Table table;
  private final Reads reads;

  Batches(Table table, Reads reads) {
    this.table = table;
    this.reads = reads;
  }

  <T> List<T> get(
      EntityType<T> type, List<Call> calls, boolean consistent, boolean includeExpired) {
    if (calls.isEmpty()) {
      return List.of();
    }
    var wanted =
        KeysAndAttributes.builder()
            .keys(calls.stream().map(call -> type.key(call::field)).toList())
            .consistentRead(consistent);
    Expression projection = type.projectionOfItem();
    if (!projection.text().isEmpty()) {
      wanted.projectionExpression(projection.text()).expressionAttributeNames(projection.names());
    }
    BatchReader.Result result =
        BatchReader.of(table.client(), table.backoff()).read(table.name(), wanted.build());
    if (!result.unread().isEmpty()) {
      throw new BatchIncomplete(
          "read",
          result.items().size(),
          result.unread().size(),
          "UnprocessedKeys after all attempts");
    }
    return result.items().values().stream()
        .filter(type::matches)
        .filter(item -> includeExpired || !table.isExpired(type, item))
        .map(type::fromItem)
        .toList();
  }

  <T> void put(List<T> entities, Function<T, Map<String, AttributeValue>> item) {
    checked("written", 0, writer().put(() -> entities.stream().map(item).iterator()));
  }

  /** Deletes the items in a range and returns their number. */
  <T> long delete(QueryPattern<T> pattern, Call call) {
    Optional<SortCondition> sort = Reads.sort(pattern, call);
    if (sort.isPresent() && sort.get().isNone()) {
      return 0;
    }
    boolean whole = pattern.common().isPresent();
    QueryRequest.Builder request =
        reads.query(
            pattern,
            call,
            sort.orElse(SortCondition.any()),
            reads.filter(pattern, call).and(pattern.isOneOfItsKinds()),
            // A common prefix can select other items, which only their components reveal.
            whole ? Expression.NONE : EntityType.projection(keyNames()));
    long deleted = 0;
    Map<String, AttributeValue> from = Map.of();
    do {
      var response =
          table.client().query(request.exclusiveStartKey(from.isEmpty() ? null : from).build());
      List<WriteRequest> deletes =
          response.items().stream()
              .filter(item -> !whole || Reads.read(pattern, call, item).isPresent())
              .map(this::deletion)
              .toList();
      deleted += checked("deleted", deleted, writer().write(deletes));
      from = response.lastEvaluatedKey();
    } while (!from.isEmpty());
    return deleted;
  }

  private WriteRequest deletion(Map<String, AttributeValue> item) {
    var key = new LinkedHashMap<String, AttributeValue>();
    keyNames().forEach(name -> key.put(name, ItemReader.required(item, name)));
    return WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build();
  }

  private static long checked(String what, long before, BatchWriter.Report report) {
    if (!report.isSuccess()) {
      throw new BatchIncomplete(
          what,
          before + report.written(),
          report.failures().size(),
          report.failures().get(0).reason());
    }
    return report.written();
  }

  private BatchWriter writer() {
    return BatchWriter.of(
        table.client(), table.name(), table.backoff(), keyNames().toArray(String[]::new));
  }

  private List<String> keyNames() {
    return table.schema().key().names();
  }
}
