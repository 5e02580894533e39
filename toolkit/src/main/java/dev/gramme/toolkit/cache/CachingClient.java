package dev.gramme.toolkit.cache;

import dev.gramme.toolkit.cache.ItemCache.Address;
import dev.gramme.toolkit.cache.ItemCache.Cached;
import dev.gramme.toolkit.cache.ItemCache.Ticket;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.key.PrimaryKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * A client with an in-memory cache that behaves like a DAX cluster (as documented in 2026): use it
 * to try out a design for DAX, or instead of DAX in a single process.
 *
 * <ul>
 *   <li>Item cache: GetItem and BatchGetItem, by key and projection, including missing items.
 *       Writes through this client go to the table first, then to the cache.
 *   <li>Query cache: Query and Scan, by the whole request, page by page. Writes of items do not
 *       invalidate it: a result can be as old as its time to live.
 *   <li>Strongly consistent and transactional reads go to the table and do not fill the cache. The
 *       same is true for all other operations, and for tables that were not added to the builder.
 *   <li>A cached response has no ConsumedCapacity.
 * </ul>
 *
 * <p>Differences: after TransactWriteItems, DAX reads updated items again; here they are evicted
 * and read on the next request. Writes by PartiQL and by other clients become visible only after
 * the time to live; DAX does not support PartiQL.
 *
 * <p>Thread-safe. Closing it closes the wrapped client.
 */
public final class CachingClient extends DelegatingClient {
  private final Map<String, List<String>> tables;
  private final ItemCache items;
  private final QueryCache queries;

  private CachingClient(DynamoDbClient delegate, Builder settings) {
    super(delegate);
    this.tables = Map.copyOf(settings.tables);
    this.items = new ItemCache(settings.clock, settings.itemTimeToLive, settings.itemBytes);
    this.queries = new QueryCache(settings.clock, settings.queryTimeToLive, settings.queryBytes);
  }

  /**
   * A builder with DAX's default time to live, five minutes, and 64 MB each for items and for query
   * results.
   */
  public static Builder builder(DynamoDbClient delegate, InstantSource clock) {
    return new Builder(delegate, clock);
  }

  /** The settings of a cache. */
  public static final class Builder {
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final long DEFAULT_BYTES = 64L << 20;

    private final DynamoDbClient delegate;
    private final InstantSource clock;
    private final Map<String, List<String>> tables = new HashMap<>();
    private Duration itemTimeToLive = FIVE_MINUTES;
    private Duration queryTimeToLive = FIVE_MINUTES;
    private long itemBytes = DEFAULT_BYTES;
    private long queryBytes = DEFAULT_BYTES;

    private Builder(DynamoDbClient delegate, InstantSource clock) {
      this.delegate = delegate;
      this.clock = clock;
    }

    /** Adds a table to cache, with the names of its key attributes. */
    public Builder table(String name, String... keyNames) {
      tables.put(name, List.of(keyNames));
      return this;
    }

    /** The time to live of items; zero disables the item cache. */
    public Builder itemTimeToLive(Duration time) {
      itemTimeToLive = time;
      return this;
    }

    /** The time to live of query and scan results; zero disables the query cache. */
    public Builder queryTimeToLive(Duration time) {
      queryTimeToLive = time;
      return this;
    }

    /** The maximum size of cached items, in DynamoDB's item sizes. */
    public Builder itemBytes(long bytes) {
      itemBytes = bytes;
      return this;
    }

    /** The maximum size of cached query and scan results. */
    public Builder queryBytes(long bytes) {
      queryBytes = bytes;
      return this;
    }

    public CachingClient build() {
      return new CachingClient(delegate, this);
    }
  }

  /** Clears the cache. */
  public void clear() {
    items.clear();
    queries.clear();
  }

  /** The current size of the cache. */
  public long bytes() {
    return items.bytes() + queries.bytes();
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    if (isConsistent(request.consistentRead()) || keyNames(request.tableName()) == null) {
      return super.getItem(request);
    }
    Address address = new Address(name(request.tableName()), new PrimaryKey(request.key()));
    String projection = Projections.of(request);
    Cached known = items.find(address, projection);
    if (known != null) {
      return GetItemResponse.builder().item(known.item().orElse(null)).build();
    }
    Ticket ticket = items.beginRead(address);
    Cached read = null;
    try {
      GetItemResponse answer = super.getItem(request);
      read = answer.hasItem() ? Cached.of(answer.item()) : Cached.ABSENT;
      return answer;
    } finally {
      items.endRead(address, ticket, projection, read);
    }
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    BatchRead batch = new BatchRead(items, this::cachedName);
    BatchGetItemRequest rest = batch.begin(request);
    BatchGetItemResponse answer = null;
    try {
      answer =
          rest.requestItems().isEmpty()
              ? BatchGetItemResponse.builder().build()
              : super.batchGetItem(rest);
    } finally {
      batch.end(answer);
    }
    return batch.with(answer);
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    Address address = address(request.tableName(), request.item());
    return writing(address, () -> super.putItem(request), answer -> Cached.of(request.item()));
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    Address address = address(request.tableName(), request.key());
    return writing(address, () -> super.deleteItem(request), answer -> Cached.ABSENT);
  }

  /**
   * If the caller requests no return values, requests the new item, which is free of charge, so
   * that it can be cached.
   */
  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    Address address = address(request.tableName(), request.key());
    boolean quiet =
        address != null
            && (request.returnValues() == null || request.returnValues() == ReturnValue.NONE);
    UpdateItemRequest asked =
        quiet ? request.toBuilder().returnValues(ReturnValue.ALL_NEW).build() : request;
    boolean isKnown = asked.returnValues() == ReturnValue.ALL_NEW;
    UpdateItemResponse answer =
        writing(
            address,
            () -> super.updateItem(asked),
            given -> isKnown ? Cached.of(given.attributes()) : null);
    return quiet
        ? answer.toBuilder().attributes((Map<String, AttributeValue>) null).build()
        : answer;
  }

  private <R> R writing(
      @Nullable Address address, Supplier<R> write, Function<R, @Nullable Cached> result) {
    if (address == null) {
      return write.get();
    }
    Ticket ticket = items.beginWrite(address);
    Cached written = null;
    try {
      R answer = write.get();
      written = result.apply(answer);
      return answer;
    } finally {
      // After a failed write, whether it took effect and the item's state are unknown.
      items.endWrite(address, ticket, written);
    }
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    GroupWrite group = GroupWrite.begin(items, request, this::address);
    BatchWriteItemResponse answer = null;
    try {
      answer = super.batchWriteItem(request);
      return answer;
    } finally {
      group.end(answer != null, answer == null ? List.of() : unprocessed(answer));
    }
  }

  private List<Address> unprocessed(BatchWriteItemResponse answer) {
    return answer.unprocessedItems().entrySet().stream()
        .flatMap(table ->
            table.getValue().stream()
                .map(write ->
                    Optional.ofNullable(
                        address(
                            table.getKey(),
                            write.putRequest() == null
                                ? write.deleteRequest().key()
                                : write.putRequest().item()))))
        .flatMap(Optional::stream)
        .toList();
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    GroupWrite group = GroupWrite.begin(items, request, this::address);
    boolean done = false;
    try {
      TransactWriteItemsResponse answer = super.transactWriteItems(request);
      done = true;
      return answer;
    } finally {
      group.end(done, List.of());
    }
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    if (isConsistent(request.consistentRead()) || keyNames(request.tableName()) == null) {
      return super.query(request);
    }
    return queries.find(
        request,
        super::query,
        answer ->
            answer.toBuilder()
                .consumedCapacity(
                    (software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity) null)
                .build(),
        QueryResponse::items);
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    if (isConsistent(request.consistentRead()) || keyNames(request.tableName()) == null) {
      return super.scan(request);
    }
    return queries.find(
        request,
        super::scan,
        answer ->
            answer.toBuilder()
                .consumedCapacity(
                    (software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity) null)
                .build(),
        ScanResponse::items);
  }

  private static boolean isConsistent(@Nullable Boolean consistentRead) {
    return Boolean.TRUE.equals(consistentRead);
  }

  /** The table's name, also if the request has its ARN. */
  private static String name(String table) {
    int slash = table.startsWith("arn:") ? table.indexOf(":table/") : -1;
    return slash < 0 ? table : table.substring(slash + ":table/".length());
  }

  private @Nullable List<String> keyNames(String table) {
    return tables.get(name(table));
  }

  private Optional<String> cachedName(String table) {
    return Optional.of(name(table)).filter(tables::containsKey);
  }

  /** The address of an item or key; null if its table is not cached or the key is incomplete. */
  private @Nullable Address address(String table, Map<String, AttributeValue> item) {
    List<String> names = keyNames(table);
    return names == null || !item.keySet().containsAll(names)
        ? null
        : new Address(name(table), PrimaryKey.of(names, item));
  }
}
