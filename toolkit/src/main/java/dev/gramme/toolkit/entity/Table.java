package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.page.Cursors;
import dev.gramme.toolkit.schema.TableSchema;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/**
 * A table reached through a client: what the generated classes of access patterns call. Thread-safe
 * and immutable; the client belongs to who made it.
 */
public final class Table {
  private final DynamoDbClient client;
  private final TableSchema schema;
  private final String name;
  private final InstantSource clock;
  private final Cursors cursors;
  private final @Nullable Executor queries;
  private final Reads reads = new Reads(this);
  private final MergedReads merges = new MergedReads(this, reads);
  private final Writes writes = new Writes(this);

  private Table(
      DynamoDbClient client,
      TableSchema schema,
      String name,
      InstantSource clock,
      Cursors cursors,
      @Nullable Executor queries) {
    this.client = client;
    this.schema = schema;
    this.name = name;
    this.clock = clock;
    this.cursors = cursors;
    this.queries = queries;
  }

  /** The table of a schema, by the name and in the time of the system. */
  public static Table of(DynamoDbClient client, TableSchema schema) {
    return new Table(
        client, schema, schema.name(), InstantSource.system(), Cursors.unsigned(), null);
  }

  /** The same under another name. */
  public Table named(String other) {
    return new Table(client, schema, other, clock, cursors, queries);
  }

  /** The same with another clock, by which items expire. */
  public Table withClock(InstantSource other) {
    return new Table(client, schema, name, other, cursors, queries);
  }

  /** The same with other cursors: signed ones, if they are handed to clients. */
  public Table withCursors(Cursors other) {
    return new Table(client, schema, name, clock, other, queries);
  }

  /** The same, querying the partitions of a merge by an executor in place of virtual threads. */
  public Table mergingOn(Executor executor) {
    return new Table(client, schema, name, clock, cursors, executor);
  }

  /** Creates the table as its schema says, unless it exists, and waits until it can be used. */
  public void createIfAbsent() {
    TableCreation.createIfAbsent(client, schema, TableCreation.request(schema, name));
  }

  /** The client. */
  public DynamoDbClient client() {
    return client;
  }

  /** What the table is. */
  public TableSchema schema() {
    return schema;
  }

  /** The table's name. */
  public String name() {
    return name;
  }

  /** The clock by which items expire. */
  public InstantSource clock() {
    return clock;
  }

  Cursors cursors() {
    return cursors;
  }

  Optional<Executor> queries() {
    return Optional.ofNullable(queries);
  }

  /** Reads the item of a key. */
  public <T> Optional<T> get(
      EntityType<T> type, Call call, boolean consistent, boolean includeExpired) {
    return item(type, type.key(call::field), consistent)
        .filter(item -> includeExpired || !isExpired(type, item))
        .map(type::fromItem);
  }

  /** What was read, which has to be there. */
  public <T> T required(EntityType<T> type, Optional<T> read) {
    return read.orElseThrow(() -> new ItemNotFound(type.name()));
  }

  /** A page of what a pattern finds. */
  public <T> Page<T> page(QueryPattern<T> pattern, Call call) {
    return reads.page(pattern, call, Reads.Segment.WHOLE);
  }

  /** All that a pattern finds, or the first of it if the pattern or the call has a limit. */
  public <T> List<T> list(QueryPattern<T> pattern, Call call) {
    if (pattern.limit() > 0 || call.limit() > 0) {
      return page(pattern, call).items();
    }
    if (pattern.segments() > 1) {
      return reads.segments(pattern, call).toList();
    }
    Page<T> page = page(pattern, call);
    var items = new ArrayList<>(page.items());
    while (page.next().isPresent()) {
      page = page(pattern, call.from(page.next().get()));
      items.addAll(page.items());
    }
    return Collections.unmodifiableList(items);
  }

  /** All that a pattern finds, read as it is taken; the limit is that of a request. */
  public <T> Stream<T> stream(QueryPattern<T> pattern, Call call) {
    if (pattern.segments() > 1) {
      return reads.segments(pattern, call);
    }
    return Stream.iterate(
            Optional.of(page(pattern, call)),
            Optional::isPresent,
            before -> before.flatMap(Page::next).map(next -> page(pattern, call.from(next))))
        .flatMap(page -> page.stream().flatMap(p -> p.items().stream()));
  }

  /** The first of what a pattern finds. */
  public <T> Optional<T> first(QueryPattern<T> pattern, Call call) {
    return page(pattern, call.limit(1)).items().stream().findFirst();
  }

  /** A page of what a pattern finds in several partitions, one for each value of a field. */
  public <T> Page<T> mergedPage(QueryPattern<T> pattern, Call call, String field, List<?> values) {
    return merges.page(pattern, call, field, values);
  }

  /** The first of what a pattern finds in several partitions. */
  public <T> List<T> mergedList(QueryPattern<T> pattern, Call call, String field, List<?> values) {
    return mergedPage(pattern, call, field, values).items();
  }

  /** Writes an item and gives it as it is kept. */
  public <T> T put(PutMode mode, EntityType<T> type, T entity, Expression condition) {
    return writes.put(mode, type, entity, condition);
  }

  /** Deletes the item of an entity, if it is of the version that was read. */
  public <T> void delete(EntityType<T> type, T entity, Expression condition) {
    writes.delete(type, type.key(entity), writes.versionOf(type, entity), condition);
  }

  /** Deletes the item of a key and gives what was there. */
  public <T> Optional<T> delete(EntityType<T> type, Call call) {
    return writes.delete(type, type.key(call::field), Expression.NONE, call.condition());
  }

  /** Changes an item and gives it as it is then. */
  public <T> T update(Change<T> change) {
    return writes.update(change);
  }

  /**
   * The versions of an item, the newest first.
   *
   * @param limit how many at most; all if zero
   */
  public <T> List<T> versions(EntityType<T> type, Call call, int limit) {
    return VersionHistory.read(this, type, type.key(call::field), limit);
  }

  /** Several writes of which all happen or none. */
  public TransactionWrites transaction() {
    return new TransactionWrites(writes);
  }

  Optional<Map<String, AttributeValue>> item(
      EntityType<?> type, Map<String, AttributeValue> key, boolean consistent) {
    var response =
        client.getItem(
            GetItemRequest.builder().tableName(name).key(key).consistentRead(consistent).build());
    return response.hasItem() && type.matches(response.item())
        ? Optional.of(response.item())
        : Optional.empty();
  }

  Expression notExpired(String attribute) {
    return Expression.of("attribute_not_exists(#ttl) OR #ttl > :ttlNow", Map.of("#ttl", attribute))
        .with(":ttlNow", AttributeValue.fromN(Long.toString(clock.instant().getEpochSecond())));
  }

  private boolean isExpired(EntityType<?> type, Map<String, AttributeValue> item) {
    return type.timeToLive()
        .map(item::get)
        .map(AttributeValue::n)
        .map(seconds -> Long.parseLong(seconds) <= clock.instant().getEpochSecond())
        .orElse(false);
  }
}
