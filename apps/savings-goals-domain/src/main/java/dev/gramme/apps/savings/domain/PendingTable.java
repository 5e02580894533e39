package dev.gramme.apps.savings.domain;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.schema.TableSchema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The near-real-time view: the latest balance of each customer and goal according to events. Only
 * the stream consumer writes it; items expire after five days.
 */
public final class PendingTable {
  public static final String NAME = "CustomerNRT";

  @AccessPatterns(table = NAME, pk = "personId", sk = "goalId", type = "kind")
  interface Balances {
    @Query(budget = "0.5 RCU")
    List<PendingBalance> balances(String personId);

    @Put(condition = "attribute_not_exists(updatedAt) OR updatedAt < :since", budget = "1 WCU")
    void advance(PendingBalance balance, Instant since);
  }

  private final DynamoDbClient dynamo;
  private final InstantSource clock;
  private final PendingTable_BalancesTable balances;

  /**
   * @param clock the clock for expiry times
   */
  public PendingTable(DynamoDbClient dynamo, InstantSource clock) {
    this.dynamo = dynamo;
    this.clock = clock;
    this.balances = by(dynamo);
  }

  private PendingTable_BalancesTable by(DynamoDbClient client) {
    return PendingTable_BalancesTable.of(Table.of(client, schema()).withClock(clock));
  }

  /** The table's schema. */
  public static TableSchema schema() {
    return PendingTable_BalancesTable.schema();
  }

  /** Creates the table and enables its time to live, if necessary. */
  public void create() {
    balances.table().createIfAbsent();
  }

  /** All pending balances of a customer, read eventually consistently with one Query. */
  public Read<List<PendingBalance>> read(String personId) {
    return Read.by(dynamo, client -> by(client).balances(personId));
  }

  /**
   * Writes a balance, unless the table has the same or a later one for the goal. So events may be
   * late, duplicated or out of order.
   *
   * @return whether it was written
   */
  public boolean advance(PendingBalance balance) {
    try {
      balances.advance(balance, balance.updatedAt());
      return true;
    } catch (ConditionNotMet sameOrLater) {
      return false;
    }
  }
}
