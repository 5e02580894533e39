package dev.gramme.apps.comparison.enhanced;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.IgnoreNullsMode;
import software.amazon.awssdk.enhanced.dynamodb.model.Page;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactPutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactUpdateItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The access patterns of the ticket shop. */
public final class TicketStore {
  private static final String NAME = "tickets";
  private static final int BATCH = 25;
  private static final Expression NEW =
      Expression.builder().expression("attribute_not_exists(pk)").build();
  private static final Expression EXISTS =
      Expression.builder().expression("attribute_exists(pk)").build();

  private final DynamoDbClient client;
  private final DynamoDbEnhancedClient enhanced;
  private final DynamoDbTable<Venue> venues;
  private final DynamoDbTable<Event> events;
  private final DynamoDbTable<Seat> seats;
  private final DynamoDbTable<Customer> customers;
  private final DynamoDbTable<Email> emails;
  private final DynamoDbTable<Hold> holds;
  private final DynamoDbTable<Order> orders;
  private final DynamoDbTable<Waiting> waiting;
  private final DynamoDbTable<Review> reviews;

  /** The items of a page, and the key after which the next page begins. */
  public record Result<T>(List<T> items, @Nullable Map<String, AttributeValue> next) {}

  /** A customer, the holds and the orders. */
  public record Account(Customer customer, List<Hold> holds, List<Order> orders) {}

  /** An order and its event. */
  public record Receipt(Order order, Event event) {}

  /** The store of a client's table. */
  public TicketStore(DynamoDbClient client) {
    this.client = client;
    enhanced = DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
    venues = enhanced.table(NAME, TableSchema.fromBean(Venue.class));
    events = enhanced.table(NAME, TableSchema.fromBean(Event.class));
    seats = enhanced.table(NAME, TableSchema.fromBean(Seat.class));
    customers = enhanced.table(NAME, TableSchema.fromBean(Customer.class));
    emails = enhanced.table(NAME, TableSchema.fromBean(Email.class));
    holds = enhanced.table(NAME, TableSchema.fromBean(Hold.class));
    orders = enhanced.table(NAME, TableSchema.fromBean(Order.class));
    waiting = enhanced.table(NAME, TableSchema.fromBean(Waiting.class));
    reviews = enhanced.table(NAME, TableSchema.fromBean(Review.class));
  }

  /** Creates the table with its indexes and the time to live of holds. */
  public void createTable() {
    var all = Projection.builder().projectionType(ProjectionType.ALL).build();
    events.createTable(r ->
        r.globalSecondaryIndices(
            index -> index.indexName("gsi1").projection(all),
            index -> index.indexName("gsi2").projection(all)));
    client.waiter().waitUntilTableExists(r -> r.tableName(NAME));
    client.updateTimeToLive(r ->
        r.tableName(NAME)
            .timeToLiveSpecification(ttl -> ttl.attributeName("expires").enabled(true)));
  }

  public void addVenue(Venue venue) {
    venues.putItem(venue);
  }

  public Optional<Venue> venue(String venue) {
    return Optional.ofNullable(venues.getItem(key("VENUE#" + venue, "VENUE")));
  }

  public void announce(Event event) {
    events.putItem(r -> r.item(event).conditionExpression(NEW));
  }

  public Optional<Event> event(String event) {
    return Optional.ofNullable(events.getItem(key("EVENT#" + event, "EVENT")));
  }

  public Result<Event> eventsInCity(
      String city,
      Instant from,
      Instant to,
      int limit,
      @Nullable Map<String, AttributeValue> after) {
    var range =
        QueryConditional.sortBetween(
            key("CITY#" + city, from.toString()), key("CITY#" + city, to.toString()));
    return page(
        events.index("gsi1").query(query(range).limit(limit).exclusiveStartKey(after).build()));
  }

  public List<Event> eventsOfVenue(String venue, int limit) {
    var partition = QueryConditional.keyEqualTo(k -> k.partitionValue("VENUE#" + venue));
    var request = query(partition).scanIndexForward(false).limit(limit).build();
    return page(events.index("gsi2").query(request)).items();
  }

  public Event reschedule(String event, Instant startsAt) {
    var changed = new Event();
    changed.setEvent(event);
    changed.setStartsAt(startsAt);
    return events.updateItem(r ->
        r.item(changed).ignoreNullsMode(IgnoreNullsMode.SCALAR_ONLY).conditionExpression(EXISTS));
  }

  public void addSeats(List<Seat> added) {
    for (int from = 0; from < added.size(); from += BATCH) {
      var left = added.subList(from, Math.min(from + BATCH, added.size()));
      while (!left.isEmpty()) {
        var batch = WriteBatch.builder(Seat.class).mappedTableResource(seats);
        left.forEach(batch::addPutItem);
        left =
            enhanced
                .batchWriteItem(
                    BatchWriteItemEnhancedRequest.builder().writeBatches(batch.build()).build())
                .unprocessedPutItemsForTable(seats);
      }
    }
  }

  public List<Seat> seats(String event, String section) {
    return all(seats, beginsWith("EVENT#" + event, "SEAT#" + section + "#"), null);
  }

  public List<Seat> seatsUpTo(String event, State state, long most) {
    var filter =
        Expression.builder()
            .expression("#state = :state AND price <= :most")
            .putExpressionName("#state", "state")
            .putExpressionValue(":state", AttributeValue.fromS(state.name()))
            .putExpressionValue(":most", AttributeValue.fromN(Long.toString(most)))
            .build();
    return all(seats, beginsWith("EVENT#" + event, "SEAT#"), filter);
  }

  public long countSeats(String event, State state) {
    var filter =
        Expression.builder()
            .expression("#state = :state")
            .putExpressionName("#state", "state")
            .putExpressionValue(":state", AttributeValue.fromS(state.name()))
            .build();
    var request =
        query(beginsWith("EVENT#" + event, "SEAT#")).filterExpression(filter).select(Select.COUNT);
    return seats.query(request.build()).stream().mapToLong(Page::count).sum();
  }

  public List<Seat> chosenSeats(List<Seat> keys) {
    var found = new HashMap<String, Seat>();
    for (int from = 0; from < keys.size(); from += 100) {
      var batch = ReadBatch.builder(Seat.class).mappedTableResource(seats);
      keys.subList(from, Math.min(from + 100, keys.size()))
          .forEach(seat -> batch.addGetItem(key(seat.getPk(), seat.getSk())));
      var request = BatchGetItemEnhancedRequest.builder().readBatches(batch.build()).build();
      enhanced
          .batchGetItem(request)
          .resultsForTable(seats)
          .forEach(seat -> found.put(seat.getPk() + " " + seat.getSk(), seat));
    }
    return keys.stream()
        .map(seat -> found.get(seat.getPk() + " " + seat.getSk()))
        .filter(seat -> seat != null)
        .toList();
  }

  public void register(Customer customer) {
    var email = new Email();
    email.setEmail(customer.getEmail());
    email.setCustomer(customer.getCustomer());
    enhanced.transactWriteItems(
        r -> r.addPutItem(customers, create(customer)).addPutItem(emails, create(email)));
  }

  public Optional<Customer> customerWithEmail(String email) {
    return Optional.ofNullable(emails.getItem(key("EMAIL#" + email, "EMAIL")))
        .map(marker -> customers.getItem(key("CUST#" + marker.getCustomer(), "CUST")));
  }

  public Customer rename(String customer, String name, long revision) {
    var changed = new Customer();
    changed.setCustomer(customer);
    changed.setName(name);
    changed.setRevision(revision);
    return customers.updateItem(r -> r.item(changed).ignoreNullsMode(IgnoreNullsMode.SCALAR_ONLY));
  }

  public void hold(Hold hold) {
    var seat = seatOf(hold);
    seat.setState(State.HELD);
    seat.setCustomer(hold.getCustomer());
    var free =
        Expression.builder()
            .expression("#state = :free")
            .putExpressionName("#state", "state")
            .putExpressionValue(":free", AttributeValue.fromS(State.FREE.name()))
            .build();
    enhanced.transactWriteItems(
        r -> r.addUpdateItem(seats, update(seat, free)).addPutItem(holds, create(hold)));
  }

  public List<Hold> holds(String customer, Instant now) {
    return all(holds, beginsWith("CUST#" + customer, "HOLD#"), notExpired(now));
  }

  public void release(Hold hold) {
    var update = "SET #state = :free REMOVE customer";
    client.transactWriteItems(r ->
        r.transactItems(
            TransactWriteItem.builder()
                .update(u ->
                    u.tableName(NAME)
                        .key(rawKey(seatOf(hold).getPk(), seatOf(hold).getSk()))
                        .updateExpression(update)
                        .conditionExpression("customer = :holder")
                        .expressionAttributeNames(Map.of("#state", "state"))
                        .expressionAttributeValues(
                            Map.of(
                                ":free", AttributeValue.fromS(State.FREE.name()),
                                ":holder", AttributeValue.fromS(hold.getCustomer()))))
                .build(),
            TransactWriteItem.builder()
                .delete(d ->
                    d.tableName(NAME)
                        .key(rawKey(hold.getPk(), hold.getSk()))
                        .conditionExpression("attribute_exists(pk)"))
                .build()));
  }

  public void buy(Hold hold, Order order) {
    client.transactWriteItems(r ->
        r.transactItems(
            TransactWriteItem.builder()
                .update(u ->
                    u.tableName(NAME)
                        .key(rawKey(seatOf(hold).getPk(), seatOf(hold).getSk()))
                        .updateExpression("SET #state = :sold")
                        .conditionExpression("customer = :holder AND #state = :held")
                        .expressionAttributeNames(Map.of("#state", "state"))
                        .expressionAttributeValues(
                            Map.of(
                                ":sold", AttributeValue.fromS(State.SOLD.name()),
                                ":held", AttributeValue.fromS(State.HELD.name()),
                                ":holder", AttributeValue.fromS(hold.getCustomer()))))
                .build(),
            TransactWriteItem.builder()
                .delete(d ->
                    d.tableName(NAME)
                        .key(rawKey(hold.getPk(), hold.getSk()))
                        .conditionExpression("attribute_exists(pk)"))
                .build(),
            TransactWriteItem.builder()
                .put(p ->
                    p.tableName(NAME)
                        .item(orders.tableSchema().itemToMap(order, true))
                        .conditionExpression("attribute_not_exists(pk)"))
                .build(),
            TransactWriteItem.builder()
                .update(u ->
                    u.tableName(NAME)
                        .key(rawKey("EVENT#" + order.getEvent(), "EVENT"))
                        .updateExpression("ADD sold :one")
                        .conditionExpression("attribute_exists(pk)")
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
                .build()));
  }

  public void addNote(Order order, String note) {
    client.updateItem(r ->
        r.tableName(NAME)
            .key(rawKey(order.getPk(), order.getSk()))
            .updateExpression("SET notes = list_append(if_not_exists(notes, :none), :notes)")
            .conditionExpression("attribute_exists(pk)")
            .expressionAttributeValues(
                Map.of(
                    ":none", AttributeValue.fromL(List.of()),
                    ":notes", AttributeValue.fromL(List.of(AttributeValue.fromS(note))))));
  }

  public Account account(String customer, Instant now) {
    var found = new Account(new Customer(), new ArrayList<>(), new ArrayList<>());
    var profile = new ArrayList<Customer>();
    client
        .queryPaginator(r ->
            r.tableName(NAME)
                .keyConditionExpression("pk = :pk")
                .filterExpression("attribute_not_exists(expires) OR expires > :now")
                .expressionAttributeValues(
                    Map.of(
                        ":pk", AttributeValue.fromS("CUST#" + customer),
                        ":now", seconds(now))))
        .items()
        .forEach(item -> {
          String sk = Objects.requireNonNull(item.get("sk")).s();
          if (sk.equals("CUST")) {
            profile.add(customers.tableSchema().mapToItem(item));
          } else if (sk.startsWith("HOLD#")) {
            found.holds().add(holds.tableSchema().mapToItem(item));
          } else if (sk.startsWith("ORDER#")) {
            found.orders().add(orders.tableSchema().mapToItem(item));
          }
        });
    return new Account(profile.getFirst(), found.holds(), found.orders());
  }

  public Result<Order> orders(
      String customer, Instant from, int limit, @Nullable Map<String, AttributeValue> after) {
    // The upper end excludes items of other kinds.
    var range =
        QueryConditional.sortBetween(
            key("CUST#" + customer, "ORDER#" + from), key("CUST#" + customer, "ORDER$"));
    return page(
        orders.query(
            query(range).scanIndexForward(false).limit(limit).exclusiveStartKey(after).build()));
  }

  public List<Order> ordersOfEvent(String event) {
    var partition = QueryConditional.keyEqualTo(k -> k.partitionValue("EVENT#" + event));
    return orders.index("gsi1").query(query(partition).build()).stream()
        .flatMap(page -> page.items().stream())
        .toList();
  }

  public Receipt receipt(Order order, String event) {
    var documents =
        enhanced.transactGetItems(r ->
            r.addGetItem(orders, key(order.getPk(), order.getSk()))
                .addGetItem(events, key("EVENT#" + event, "EVENT")));
    return new Receipt(documents.get(0).getItem(orders), documents.get(1).getItem(events));
  }

  public void join(Waiting joined) {
    waiting.putItem(r -> r.item(joined).conditionExpression(NEW));
  }

  public List<Waiting> nextWaiting(String event, int limit) {
    var range = beginsWith("EVENT#" + event, "WAIT#");
    return page(waiting.query(query(range).limit(limit).build())).items();
  }

  public void leave(Waiting left) {
    waiting.deleteItem(r -> r.key(key(left.getPk(), left.getSk())));
  }

  public long clearWaitingList(String event) {
    long deleted = 0;
    var range = query(beginsWith("EVENT#" + event, "WAIT#")).consistentRead(true).build();
    for (var page : waiting.query(range)) {
      for (int from = 0; from < page.items().size(); from += BATCH) {
        var left = page.items().subList(from, Math.min(from + BATCH, page.items().size()));
        deleted += left.size();
        var keys = left.stream().map(one -> key(one.getPk(), one.getSk())).toList();
        while (!keys.isEmpty()) {
          var batch = WriteBatch.builder(Waiting.class).mappedTableResource(waiting);
          keys.forEach(batch::addDeleteItem);
          keys =
              enhanced
                  .batchWriteItem(
                      BatchWriteItemEnhancedRequest.builder().writeBatches(batch.build()).build())
                  .unprocessedDeleteItemsForTable(waiting);
        }
      }
    }
    return deleted;
  }

  public void review(Review review) {
    reviews.putItem(review);
  }

  public Result<Review> goodReviews(
      String event, int least, int limit, @Nullable Map<String, AttributeValue> after) {
    var filter =
        Expression.builder()
            .expression("stars >= :least")
            .putExpressionValue(":least", AttributeValue.fromN(Integer.toString(least)))
            .build();
    var found = new ArrayList<Review>();
    var next = after;
    do {
      var request =
          query(beginsWith("EVENT#" + event, "REVIEW#"))
              .filterExpression(filter)
              .limit(limit - found.size())
              .exclusiveStartKey(next);
      var page = page(reviews.query(request.build()));
      found.addAll(page.items());
      next = page.next();
    } while (found.size() < limit && next != null);
    return new Result<>(found, next);
  }

  private static Key key(String pk, String sk) {
    return Key.builder().partitionValue(pk).sortValue(sk).build();
  }

  private static Map<String, AttributeValue> rawKey(String pk, String sk) {
    return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS(sk));
  }

  private static AttributeValue seconds(Instant moment) {
    return AttributeValue.fromN(Long.toString(moment.getEpochSecond()));
  }

  private static Expression notExpired(Instant now) {
    return Expression.builder()
        .expression("expires > :now")
        .putExpressionValue(":now", seconds(now))
        .build();
  }

  private static QueryConditional beginsWith(String pk, String prefix) {
    return QueryConditional.sortBeginsWith(key(pk, prefix));
  }

  private static QueryEnhancedRequest.Builder query(QueryConditional range) {
    return QueryEnhancedRequest.builder().queryConditional(range);
  }

  private static <T> List<T> all(
      DynamoDbTable<T> table, QueryConditional range, @Nullable Expression filter) {
    return table.query(query(range).filterExpression(filter).build()).items().stream().toList();
  }

  private static <T> Result<T> page(Iterable<Page<T>> pages) {
    Page<T> first = pages.iterator().next();
    return new Result<>(first.items(), first.lastEvaluatedKey());
  }

  private static Seat seatOf(Hold hold) {
    var seat = new Seat();
    seat.setEvent(hold.getEvent());
    seat.setSection(hold.getSection());
    seat.setRow(hold.getRow());
    seat.setNumber(hold.getNumber());
    return seat;
  }

  private static <T> TransactPutItemEnhancedRequest<T> create(T item) {
    @SuppressWarnings("unchecked")
    var type = (Class<T>) item.getClass();
    return TransactPutItemEnhancedRequest.builder(type).item(item).conditionExpression(NEW).build();
  }

  private static TransactUpdateItemEnhancedRequest<Seat> update(Seat seat, Expression condition) {
    return TransactUpdateItemEnhancedRequest.builder(Seat.class)
        .item(seat)
        .ignoreNullsMode(IgnoreNullsMode.SCALAR_ONLY)
        .conditionExpression(condition)
        .build();
  }
}
