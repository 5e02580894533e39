package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.client.CallThreads;
import dev.gramme.toolkit.key.SortCondition;
import dev.gramme.toolkit.page.CursorScope;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Reads pages of items. */
final class Reads {
  private static final Executor SCANS = CallThreads.named("toolkit-scan");

  private final Table table;

  Reads(Table table) {
    this.table = table;
  }

  /** The items of one response, and the key to continue from. */
  private record Response(
      List<Map<String, AttributeValue>> items, Map<String, AttributeValue> lastKey) {}

  /** One of the segments of a scan. */
  record Segment(int number, int of) {
    static final Segment WHOLE = new Segment(0, 1);
  }

  /** Reads until the page is full or, without a page size, until at least one item is found. */
  <T> Page<T> page(QueryPattern<T> pattern, Call call, Segment segment) {
    Optional<SortCondition> sort = sort(pattern, call);
    if (sort.isPresent() && sort.get().isNone()) {
      return Page.last(List.of());
    }
    int wanted = call.limit() > 0 ? call.limit() : pattern.limit();
    Map<String, AttributeValue> from = from(pattern, call);
    var found = new ArrayList<T>();
    do {
      // Each request has the page's size, even if fewer items are missing: many small requests
      // would cost more, since each of them is rounded up.
      Response response =
          pattern.isScan()
              ? scan(pattern, call, from, wanted, segment)
              : query(pattern, call, sort.orElse(SortCondition.any()), from, wanted);
      from = response.lastKey();
      for (int i = 0; i < response.items().size(); i++) {
        Map<String, AttributeValue> item = response.items().get(i);
        read(pattern, call, item).ifPresent(found::add);
        if (wanted > 0 && found.size() == wanted) {
          from = i == response.items().size() - 1 ? from : key(pattern, item);
          break;
        }
      }
    } while (!from.isEmpty() && (wanted == 0 ? found.isEmpty() : found.size() < wanted));
    Optional<Cursor> next =
        from.isEmpty()
            ? Optional.empty()
            : Optional.of(table.cursors().seal(scope(pattern, call), from));
    return new Page<>(found, next);
  }

  /** The key of an item, with which a request continues behind it. */
  private Map<String, AttributeValue> key(
      QueryPattern<?> pattern, Map<String, AttributeValue> item) {
    TableSchema schema = table.schema();
    var keys = new ArrayList<>(List.of(schema.key()));
    pattern.index().flatMap(schema::index).map(schema::keyOf).ifPresent(keys::add);
    var key = new LinkedHashMap<String, AttributeValue>();
    for (KeySchema each : keys) {
      for (List<KeyAttribute> part : List.of(each.partition(), each.sort())) {
        part.forEach(a -> key.put(a.name(), ItemReader.required(item, a.name())));
      }
    }
    return key;
  }

  private <T> Map<String, AttributeValue> from(QueryPattern<T> pattern, Call call) {
    if (call.after().isStart()) {
      return Map.of();
    }
    @Nullable Map<String, AttributeValue> opened =
        table.cursors().open(scope(pattern, call), call.after());
    return opened == null ? Map.of() : opened;
  }

  /**
   * All items of all segments of a scan, which are read concurrently. If a segment fails, the other
   * ones are interrupted.
   */
  <T> Stream<T> segments(QueryPattern<T> pattern, Call call) {
    var segments = new ArrayList<FutureTask<List<T>>>();
    for (int i = 0; i < pattern.segments(); i++) {
      var segment = new Segment(i, pattern.segments());
      segments.add(new FutureTask<>(() -> segment(pattern, call, segment)));
    }
    segments.forEach(SCANS::execute);
    try {
      var items = new ArrayList<T>();
      for (Future<List<T>> segment : segments) {
        items.addAll(segment.get());
      }
      return items.stream();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while scanning", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } finally {
      segments.forEach(segment -> segment.cancel(true));
    }
  }

  private <T> List<T> segment(QueryPattern<T> pattern, Call call, Segment segment) {
    var items = new ArrayList<T>();
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      Page<T> page = page(pattern, call.from(next.get()), segment);
      items.addAll(page.items());
      next = page.next();
    }
    return items;
  }

  /** The scope of a cursor: the pattern and all arguments except the position and the page size. */
  static <T> CursorScope scope(QueryPattern<T> pattern, Call call) {
    var arguments = new ArrayList<Object>();
    new TreeMap<>(call.fields()).forEach((name, value) -> arguments.add(name + "=" + text(value)));
    arguments.add(new TreeMap<>(call.condition().values()));
    return CursorScope.of(pattern.name(), arguments.toArray());
  }

  /** The value for a scope, whose text must not depend on the identity of arrays. */
  private static Object text(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Range<?> range) {
      return range.map(Reads::text);
    }
    return value instanceof List<?> several ? several.stream().map(Reads::text).toList() : value;
  }

  /** Counts the items of the pattern's kinds, page by page. */
  <T> long count(QueryPattern<T> pattern, Call call) {
    Optional<SortCondition> sort = sort(pattern, call);
    if (sort.isPresent() && sort.get().isNone()) {
      return 0;
    }
    Expression filter = filter(pattern, call).and(pattern.isOneOfItsKinds());
    long count = 0;
    @Nullable Map<String, AttributeValue> from = null;
    do {
      if (pattern.isScan()) {
        ScanRequest.Builder request = scan(pattern, filter, Expression.NONE);
        ScanResponse response =
            table.client().scan(request.select(Select.COUNT).exclusiveStartKey(from).build());
        count += response.count();
        from = response.hasLastEvaluatedKey() ? response.lastEvaluatedKey() : null;
      } else {
        QueryRequest.Builder request =
            query(pattern, call, sort.orElse(SortCondition.any()), filter, Expression.NONE);
        QueryResponse response =
            table.client().query(request.select(Select.COUNT).exclusiveStartKey(from).build());
        count += response.count();
        from = response.hasLastEvaluatedKey() ? response.lastEvaluatedKey() : null;
      }
    } while (from != null);
    return count;
  }

  private <T> Response query(
      QueryPattern<T> pattern,
      Call call,
      SortCondition sort,
      Map<String, AttributeValue> from,
      int limit) {
    var request =
        query(pattern, call, sort, filter(pattern, call), pattern.projection(table.schema()));
    if (limit > 0) {
      request.limit(limit);
    }
    if (!from.isEmpty()) {
      request.exclusiveStartKey(from);
    }
    var response = table.client().query(request.build());
    return new Response(response.items(), response.lastEvaluatedKey());
  }

  /** A query of the range of a call, from its beginning. */
  <T> QueryRequest.Builder query(
      QueryPattern<T> pattern,
      Call call,
      SortCondition sort,
      Expression filter,
      Expression projection) {
    Expression key = condition(pattern, call, sort);
    return QueryRequest.builder()
        .tableName(table.name())
        .indexName(pattern.index().orElse(null))
        .keyConditionExpression(key.text())
        .filterExpression(filter.orNone().orElse(null))
        .projectionExpression(projection.orNone().orElse(null))
        .expressionAttributeNames(
            Expression.plus(Expression.plus(key.names(), filter.names()), projection.names()))
        .expressionAttributeValues(Expression.plus(key.values(), filter.values()))
        .scanIndexForward(!pattern.isDescending())
        .consistentRead(pattern.isConsistent());
  }

  private <T> Response scan(
      QueryPattern<T> pattern,
      Call call,
      Map<String, AttributeValue> from,
      int limit,
      Segment segment) {
    var request = scan(pattern, filter(pattern, call), pattern.projection(table.schema()));
    if (limit > 0) {
      request.limit(limit);
    }
    if (segment.of() > 1) {
      request.segment(segment.number()).totalSegments(segment.of());
    }
    if (!from.isEmpty()) {
      request.exclusiveStartKey(from);
    }
    var response = table.client().scan(request.build());
    return new Response(response.items(), response.lastEvaluatedKey());
  }

  private <T> ScanRequest.Builder scan(
      QueryPattern<T> pattern, Expression filter, Expression projection) {
    Map<String, String> names = Expression.plus(filter.names(), projection.names());
    var request =
        ScanRequest.builder()
            .tableName(table.name())
            .indexName(pattern.index().orElse(null))
            .filterExpression(filter.orNone().orElse(null))
            .projectionExpression(projection.orNone().orElse(null))
            .consistentRead(pattern.isConsistent());
    if (!names.isEmpty()) {
      request.expressionAttributeNames(names);
    }
    if (!filter.values().isEmpty()) {
      request.expressionAttributeValues(filter.values());
    }
    return request;
  }

  /** The condition on the last restricted attribute of the sort key. */
  static <T> Optional<SortCondition> sort(QueryPattern<T> pattern, Call call) {
    if (pattern.isCommon()) {
      // The common part is only a prefix of the kinds' keys, even if all of its fields have values.
      return pattern.common().map(key -> key.beginning(call));
    }
    return pattern.isScan() ? Optional.empty() : pattern.keys().lastSort(call);
  }

  private static <T> Expression condition(QueryPattern<T> pattern, Call call, SortCondition sort) {
    Keys keys = pattern.keys();
    var terms = new ArrayList<String>();
    var names = new LinkedHashMap<String, String>();
    var values = new LinkedHashMap<String, AttributeValue>();
    int number = 0;
    for (Keys.Bound bound : keys.fixed(call, !pattern.isCommon())) {
      String placeholder = "0k" + number++;
      terms.add("#" + placeholder + " = :" + placeholder);
      names.put("#" + placeholder, bound.attribute());
      values.put(":" + placeholder, bound.value());
    }
    if (sort.operator() != SortCondition.Operator.ANY) {
      String attribute =
          pattern.isCommon()
              ? pattern.common().orElseThrow().name()
              : keys.lastSortName(call).orElseThrow();
      terms.add(sort.expression("#0ks", ":0ks"));
      names.put("#0ks", attribute);
      values.putAll(sort.values(":0ks"));
    }
    return new Expression(String.join(" AND ", terms), names, values);
  }

  <T> Expression filter(QueryPattern<T> pattern, Call call) {
    Expression filter = call.condition();
    Optional<? extends EntityType<?>> versions =
        pattern.kinds().stream().filter(kind -> findsVersions(pattern, kind)).findFirst();
    if (versions.isPresent()) {
      filter = filter.and(VersionHistory.isItem(versions.get()));
    }
    if (pattern.includesExpired()) {
      return filter;
    }
    Optional<String> timeToLive =
        pattern.kinds().stream().flatMap(kind -> kind.timeToLive().stream()).findFirst();
    return timeToLive.isPresent() ? filter.and(table.notExpired(timeToLive.get())) : filter;
  }

  /**
   * Whether a filter must exclude versions of a kind. The service permits none on the key
   * attributes of the index that a query reads.
   */
  private boolean findsVersions(QueryPattern<?> pattern, EntityType<?> kind) {
    if (pattern.isScan()) {
      return kind.hasHistory();
    }
    TableSchema schema = table.schema();
    return pattern
        .index()
        .filter(index -> VersionHistory.isIn(index, kind))
        .flatMap(schema::index)
        .map(index -> Collections.disjoint(schema.keyOf(index).names(), schema.key().names()))
        .orElse(false);
  }

  /** Converts an item, if it is of a requested kind and has exactly the requested key. */
  static <T> Optional<T> read(
      QueryPattern<T> pattern, Call call, Map<String, AttributeValue> item) {
    for (EntityType<? extends T> kind : pattern.kinds()) {
      if (kind.matches(item) && !VersionHistory.isVersion(kind, item)) {
        return readAs(kind, pattern, call, item);
      }
    }
    return Optional.empty();
  }

  private static <T, E extends T> Optional<T> readAs(
      EntityType<E> kind, QueryPattern<T> pattern, Call call, Map<String, AttributeValue> item) {
    E entity = kind.fromItem(item);
    Function<String, @Nullable Object> values = field -> kind.value(field, entity);
    boolean meant =
        pattern.common().map(key -> key.value(values).equals(key.value(call::field))).orElse(true);
    return meant ? Optional.of(entity) : Optional.empty();
  }
}
