package dev.gramme.apps.savings.domain;

import static java.util.Objects.requireNonNull;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * The consolidated view: one item for each customer, written only by the batch pipeline. An item is
 * replaced as a whole, and only by a later generation. So neither a load that dies nor two
 * concurrent loads can leave a mixed item.
 */
public final class BatchTable {
  public static final String NAME = "CustomerBatch";

  @AccessPatterns(table = NAME, pk = "personId", type = "kind")
  interface Customers {
    @Get(budget = "0.5 RCU")
    Optional<Customer> customer(String personId);

    @Put(condition = "attribute_not_exists(generation) OR generation < :later", budget = "1 WCU")
    void replace(Customer customer, long later);

    @Delete(value = Customer.class, condition = "generation < :later", budget = "1 WCU")
    void remove(String personId, long later);
  }

  private final DynamoDbClient dynamo;
  private final BatchTable_CustomersTable customers;

  public BatchTable(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
    this.customers = BatchTable_CustomersTable.of(dynamo);
  }

  /** The table's schema. */
  public static TableSchema schema() {
    return BatchTable_CustomersTable.schema();
  }

  /** Creates the table, if it does not exist. */
  public void create() {
    customers.table().createIfAbsent();
  }

  /** The customer, read eventually consistently. */
  public Read<Optional<Customer>> read(String personId) {
    return Read.by(dynamo, client -> BatchTable_CustomersTable.of(client).customer(personId));
  }

  /**
   * Writes the customer, unless the table has the same or a later generation.
   *
   * @return whether it was written
   */
  public boolean replace(Customer customer) {
    try {
      customers.replace(customer, customer.generation());
      return true;
    } catch (ConditionNotMet alreadyNewer) {
      return false;
    }
  }

  /**
   * The ids of customers with items older than a generation, in a segment of the table. This is not
   * an access pattern of the toolkit, since other processes read the other segments, and only keys
   * are needed.
   */
  public Stream<String> olderThan(long generation, int segment, int segments) {
    var scan =
        ScanRequest.builder()
            .tableName(NAME)
            .segment(segment)
            .totalSegments(segments)
            .filterExpression("generation < :generation")
            .projectionExpression("personId")
            .expressionAttributeValues(
                Map.of(":generation", AttributeValue.fromN(Long.toString(generation))))
            .build();
    return dynamo.scanPaginator(scan).items().stream()
        .map(item -> requireNonNull(item.get("personId")).s());
  }

  /**
   * Removes the customer if the item is still older than a generation.
   *
   * @return whether it was removed
   */
  public boolean removeOlderThan(long generation, String personId) {
    try {
      customers.remove(personId, generation);
      return true;
    } catch (ConditionNotMet newerOrGone) {
      return false;
    }
  }
}
