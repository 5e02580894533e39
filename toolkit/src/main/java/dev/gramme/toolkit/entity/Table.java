package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.batch.BatchIncomplete;
import dev.gramme.toolkit.client.CallThreads;
import dev.gramme.toolkit.page.Cursors;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings.StreamView;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/**
 * A table and its client: the runtime of the generated access patterns. Thread-safe and immutable.
 * The caller who created the client closes it.
 */
public final class Table {
  private final DynamoDbClient client;
  private final TableSchema schema;
  private final String name;
  private final InstantSource clock;
  private final Cursors cursors;
  private final @Nullable Executor queries;
  private final @Nullable StreamView stream;
  private final Backoff backoff;
  private final Executor calls;
  private final Reads reads = new Reads(this);
  private final MergedReads merges = new MergedReads(this, reads);
  private final Batches batches = new Batches(this, reads);
  private final Writes writes = new Writes(this);

  private Table(
      DynamoDbClient client,
      TableSchema schema,
      String name,
      InstantSource clock,
      Cursors cursors,
      @Nullable Executor queries,
      @Nullable StreamView stream,
      Backoff backoff,
      Executor calls) {
    this.client = client;
    this.schema = schema;
    this.name = name;
    this.clock = clock;
    this.cursors = cursors;
    this.queries = queries;
    this.stream = stream;
    this.backoff = backoff;
    this.calls = calls;
  }

  /** The table of a schema, with the schema's name and the system clock. */
  public static Table of(DynamoDbClient client, TableSchema schema) {
    return new Table(
        client,
        schema,
        schema.name(),
        InstantSource.system(),
        Cursors.unsigned(),
        null,
        null,
        Backoff.standard(new SplittableRandom()),
        CallThreads.named("access-pattern"));
  }

  /** This table with another name. */
  public Table named(String other) {
    return new Table(client, schema, other, clock, cursors, queries, stream, backoff, calls);
  }

  /** This table with another clock for expiry. */
  public Table withClock(InstantSource other) {
    return new Table(client, schema, name, other, cursors, queries, stream, backoff, calls);
  }

  /** This table with other cursors. Use signed cursors if clients receive them. */
  public Table withCursors(Cursors other) {
    return new Table(client, schema, name, clock, other, queries, stream, backoff, calls);
  }

  /** This table, with an executor instead of {@link CallThreads} for the queries of a merge. */
  public Table mergingOn(Executor executor) {
    return new Table(client, schema, name, clock, cursors, executor, stream, backoff, calls);
  }

  /** This table with other delays between the retries of batches; ten attempts by default. */
  public Table withBackoff(Backoff other) {
    return new Table(client, schema, name, clock, cursors, queries, stream, other, calls);
  }

  /**
   * This table, with an executor instead of {@link CallThreads} for the access patterns that return
   * a CompletableFuture or a Flow.Publisher. A call occupies a thread until it ends.
   */
  public Table callingOn(Executor executor) {
    return new Table(client, schema, name, clock, cursors, queries, stream, backoff, executor);
  }

  /**
   * This table with a stream, which {@link #createIfAbsent}, {@link #createOrUpdate} and {@link
   * #verify} then expect. Otherwise they accept any stream.
   */
  public Table withStream(StreamView view) {
    return new Table(client, schema, name, clock, cursors, queries, view, backoff, calls);
  }

  /**
   * Creates the table according to its schema, unless it exists, and waits until it is active.
   *
   * @throws TableMismatch if the existing table has another key, another time to live or stream, or
   *     lacks an index of the schema. Additional indexes are accepted, so that the previous version
   *     of a program works while the next one is deployed
   */
  public void createIfAbsent() {
    TableCreation.createIfAbsent(client, schema, creation());
  }

  /**
   * Creates the table, or changes the existing one until it equals the schema: creates missing
   * indexes; then deletes those that the schema lacks, and deletes and creates those with another
   * key or projection; enables, moves or disables time to live; enables the stream. It waits until
   * each index has been built, which may take hours. While an index is created again, its queries
   * fail.
   *
   * @throws TableMismatch if the table's key or a local index differs, which no update can change;
   *     nothing has been changed then
   */
  public void createOrUpdate() {
    var unused = TableCreation.create(client, creation());
    update().update();
  }

  /**
   * The differences between the schema and the existing table as sentences; empty if there are
   * none. This changes nothing, and does not wait for anything.
   */
  public List<String> verify() {
    return update().differences();
  }

  /**
   * Requires that the existing table fits the schema, for programs that do not create their tables.
   *
   * @return this table
   * @throws TableMismatch if it does not fit, as in {@link #createIfAbsent}
   */
  public Table verified() {
    update().requireFit();
    return this;
  }

  private TableUpdate update() {
    return new TableUpdate(client, schema, name, Optional.ofNullable(stream));
  }

  private CreateTableRequest creation() {
    CreateTableRequest request = TableCreation.request(schema, name);
    return stream == null
        ? request
        : request.toBuilder()
            .streamSpecification(s -> s.streamEnabled(true).streamViewType(stream.name()))
            .build();
  }

  /**
   * The first request that a call of an access pattern would send. Nothing is sent.
   *
   * @param call calls an access pattern on the table that it receives
   * @throws IllegalArgumentException if the call makes no request
   */
  public DynamoDbRequest request(Consumer<Table> call) {
    var recorder = new RequestRecorder(client);
    var table =
        new Table(recorder, schema, name, clock, cursors, queries, stream, backoff, Runnable::run);
    return recorder.of(() -> call.accept(table));
  }

  /** Makes a call asynchronously. */
  public <T> CompletableFuture<T> async(Supplier<T> call) {
    return CompletableFuture.supplyAsync(call, calls);
  }

  /** Makes a call without a result asynchronously. */
  public CompletableFuture<Void> asyncRun(Runnable call) {
    return CompletableFuture.runAsync(call, calls);
  }

  /**
   * Publishes the items of a {@link java.util.stream.Stream}. Each subscription opens its own
   * stream and reads an item only when the subscriber requests one.
   */
  public <T> Flow.Publisher<T> publisher(Supplier<Stream<T>> items) {
    return new ItemPublisher<>(items, calls);
  }

  /** The client. */
  public DynamoDbClient client() {
    return client;
  }

  /** The schema. */
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

  Backoff backoff() {
    return backoff;
  }

  /** Reads an item by its key. */
  public <T> Optional<T> get(
      EntityType<T> type, Call call, boolean consistent, boolean includeExpired) {
    return item(type, type.key(call::field), consistent)
        .filter(item -> includeExpired || !isExpired(type, item))
        .map(type::fromItem);
  }

  /**
   * Reads an item by a unique value: its marker, then the item.
   *
   * @return empty if no item has the value
   * @throws WriteContention if a strongly consistent read has found in each attempt that the value
   *     had moved to another item
   */
  public <T> Optional<T> getUnique(
      EntityType<T> type,
      Component<T, ?> component,
      AttributeValue value,
      boolean consistent,
      boolean includeExpired) {
    return new UniqueLookup<>(this, type, component).read(value, consistent, includeExpired);
  }

  /**
   * Unwraps the result of a read that must find an item.
   *
   * @throws ItemNotFound if it is empty
   */
  public <T> T required(EntityType<T> type, Optional<T> read) {
    return read.orElseThrow(() -> new ItemNotFound(type.name()));
  }

  /** Reads a page. */
  public <T> Page<T> page(QueryPattern<T> pattern, Call call) {
    return reads.page(pattern, call, Reads.Segment.WHOLE);
  }

  /** Reads all items, or the first page if the pattern or the call has a limit. */
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

  /** All items, read lazily; the limit applies to each request. */
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

  /** Reads the first item. */
  public <T> Optional<T> first(QueryPattern<T> pattern, Call call) {
    return page(pattern, call.limit(1)).items().stream().findFirst();
  }

  /** Reads a page merged from several partitions, one for each value of a field. */
  public <T> Page<T> mergedPage(QueryPattern<T> pattern, Call call, String field, List<?> values) {
    return merges.page(pattern, call, field, values);
  }

  /** Reads the first items merged from several partitions. */
  public <T> List<T> mergedList(QueryPattern<T> pattern, Call call, String field, List<?> values) {
    return mergedPage(pattern, call, field, values).items();
  }

  /**
   * Counts items.
   *
   * @return how many items of the kinds of the pattern are in its range and pass its filter
   */
  public long count(QueryPattern<?> pattern, Call call) {
    return reads.count(pattern, call);
  }

  /**
   * Counts items of several partitions. Several values can select the same partition, since a key
   * template can ignore the case of letters.
   */
  public long count(QueryPattern<?> pattern, Call call, String field, List<?> values) {
    var partitions = new LinkedHashMap<List<Keys.Bound>, Call>();
    for (Object value : values) {
      Call one = call.withField(field, value);
      partitions.putIfAbsent(pattern.keys().fixed(one, false), one);
    }
    return partitions.values().stream().mapToLong(one -> count(pattern, one)).sum();
  }

  /**
   * Reads any number of items by their keys: in the order of the keys, without those that do not
   * exist.
   *
   * @throws BatchIncomplete if keys are unprocessed after the last attempt
   */
  public <T> List<T> getAll(
      EntityType<T> type, List<Call> keys, boolean consistent, boolean includeExpired) {
    return batches.get(type, keys, consistent, includeExpired);
  }

  /**
   * Writes any number of items, without conditions.
   *
   * @param item converts an entity to its item
   * @throws BatchIncomplete if items could not be written; the others are written
   */
  public <T> void putAll(List<T> entities, Function<T, Map<String, AttributeValue>> item) {
    batches.put(entities, item);
  }

  /**
   * Deletes the items that a query finds, page by page.
   *
   * @return how many items were found and deleted
   * @throws BatchIncomplete if items could not be deleted
   */
  public long deleteAll(QueryPattern<?> pattern, Call call) {
    return batches.delete(pattern, call);
  }

  /** Writes an item and returns it as stored. */
  public <T> T put(PutMode mode, EntityType<T> type, T entity, Expression condition) {
    return writes.put(mode, type, entity, condition);
  }

  /** Deletes the item of an entity, if it still has the version that was read. */
  public <T> void delete(EntityType<T> type, T entity, Expression condition) {
    writes.delete(type, type.key(entity), writes.versionOf(type, entity), condition);
  }

  /**
   * Deletes an item by its key and returns the deleted item.
   *
   * @throws ItemUnreadable if the item cannot be converted, after its deletion
   */
  public <T> Optional<T> delete(EntityType<T> type, Call call) {
    return writes
        .delete(type, type.key(call::field), Expression.NONE, call.condition())
        .filter(type::matches)
        .map(type::fromItem);
  }

  /** Deletes an item by its key, also if it cannot be converted. */
  public <T> void remove(EntityType<T> type, Call call) {
    writes.delete(type, type.key(call::field), Expression.NONE, call.condition());
  }

  /** Updates an item and returns the result. */
  public <T> T update(Change<T> change) {
    return writes.update(change);
  }

  /**
   * The versions of an item, newest first.
   *
   * @param limit the maximum number; zero for all
   */
  public <T> List<T> versions(EntityType<T> type, Call call, int limit) {
    return VersionHistory.read(this, type, type.key(call::field), limit);
  }

  /** Starts a transaction of several writes. */
  public TransactionWrites transaction() {
    return new TransactionWrites(writes);
  }

  /** Starts the reads of a transaction. */
  public TransactionReads reads(boolean includeExpired) {
    return new TransactionReads(this, includeExpired);
  }

  Optional<Map<String, AttributeValue>> item(
      EntityType<?> type, Map<String, AttributeValue> key, boolean consistent) {
    var request = GetItemRequest.builder().tableName(name).key(key).consistentRead(consistent);
    Expression projection = type.projectionOfItem();
    if (!projection.text().isEmpty()) {
      request.projectionExpression(projection.text()).expressionAttributeNames(projection.names());
    }
    var response = client.getItem(request.build());
    return response.hasItem() && type.matches(response.item())
        ? Optional.of(response.item())
        : Optional.empty();
  }

  Expression notExpired(String attribute) {
    return Expression.of("attribute_not_exists(#0ttl) OR #0ttl > :0now", Map.of("#0ttl", attribute))
        .with(":0now", AttributeValue.fromN(Long.toString(clock.instant().getEpochSecond())));
  }

  boolean isExpired(EntityType<?> type, Map<String, AttributeValue> item) {
    return type.timeToLive()
        .map(item::get)
        .map(AttributeValue::n)
        .map(seconds -> Long.parseLong(seconds) <= clock.instant().getEpochSecond())
        .orElse(false);
  }
}
