package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.key.SortCondition;
import dev.gramme.toolkit.page.Merge;
import dev.gramme.toolkit.page.PartitionQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Reads the partitions of several values of a key component as one sequence in sort-key order, in
 * which each item occurs once (see {@link Merge}).
 */
final class MergedReads {
  private final Table table;
  private final Reads reads;

  MergedReads(Table table, Reads reads) {
    this.table = table;
    this.reads = reads;
  }

  <T> Page<T> page(QueryPattern<T> pattern, Call call, String field, List<?> values) {
    int size = call.limit() > 0 ? call.limit() : pattern.limit();
    EntityType<? extends T> kind = pattern.kinds().get(0);
    var queries = new ArrayList<PartitionQuery>();
    for (Object value : values) {
      query(pattern, call.withField(field, value)).ifPresent(queries::add);
    }
    var scope = Reads.scope(pattern, call.withField(field, List.copyOf(values)));
    Merge<T> merge = Merge.of(table.client(), kind::fromItem, item -> identity(pattern, item));
    if (pattern.isDescending()) {
      merge = merge.descending();
    }
    return table
        .queries()
        .map(merge::on)
        .orElse(merge)
        .page(queries, size, table.cursors(), scope, call.after());
  }

  /** The query of one partition; empty if no sort key can satisfy the condition. */
  private <T> Optional<PartitionQuery> query(QueryPattern<T> pattern, Call call) {
    EntityType<? extends T> kind = pattern.kinds().get(0);
    SortCondition sort = Reads.sort(pattern, call).orElse(SortCondition.any());
    if (sort.isNone()) {
      return Optional.empty();
    }
    Keys keys = pattern.keys();
    var partition = new LinkedHashMap<String, AttributeValue>();
    for (Keys.Bound bound : keys.fixed(call, true)) {
      partition.put(bound.attribute(), bound.value());
    }
    // The filter selects only this kind, so that markers and other kinds do not reach the reader.
    Expression filter =
        reads
            .filter(pattern, call)
            .and(
                Expression.of("#0kind = :0kind", Map.of("#0kind", kind.typeAttribute()))
                    .with(":0kind", AttributeValue.fromS(kind.name())));
    Expression projection = pattern.projection(table.schema());
    QueryRequest request =
        QueryRequest.builder()
            .tableName(table.name())
            .indexName(pattern.index().orElse(null))
            .filterExpression(filter.text())
            .projectionExpression(projection.orNone().orElse(null))
            .expressionAttributeNames(Expression.plus(filter.names(), projection.names()))
            .expressionAttributeValues(filter.values())
            .consistentRead(pattern.isConsistent() ? true : null)
            .build();
    String sortName =
        keys.lastSortName(call)
            .orElseThrow(() -> new IllegalStateException("a merge needs a sort key"));
    return Optional.of(new PartitionQuery(request, partition, sortName, sort));
  }

  /**
   * Identifies an item: the values of the {@code distinct} components, or of the table's key if
   * there are none. Entries with the same identity are one item.
   */
  private static <T> String identity(QueryPattern<T> pattern, Map<String, AttributeValue> item) {
    EntityType<? extends T> kind = pattern.kinds().get(0);
    var identity = new StringBuilder();
    if (pattern.distinct().isEmpty()) {
      for (EntityKey key : kind.keys()) {
        if (key.index().isEmpty()) {
          append(identity, item.get(key.name()));
        }
      }
    }
    for (String component : pattern.distinct()) {
      append(identity, item.get(kind.component(component).attribute()));
    }
    return identity.toString();
  }

  private static void append(
      StringBuilder identity, @org.jspecify.annotations.Nullable AttributeValue value) {
    String text = String.valueOf(value);
    identity.append(text.length()).append(':').append(text);
  }
}
