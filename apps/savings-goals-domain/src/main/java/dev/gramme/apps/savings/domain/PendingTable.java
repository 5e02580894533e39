package dev.gramme.apps.savings.domain;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.schema.TableSchema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The near-real-time view: the latest balance of each customer and goal according to events, which
 * only the stream consumer writes, and the goals that customers have chosen, which only the app
 * writes. Items expire after five days.
 */
public final class PendingTable {
  public static final String NAME = "CustomerNRT";

  @AccessPatterns(table = NAME, pk = "personId", sk = "goalId", type = "kind")
  interface Balances {
    @Collection(budget = "0.5 RCU")
    List<PendingItem> pending(String personId);

    @Put(condition = "attribute_not_exists(updatedAt) OR updatedAt < :since", budget = "1 WCU")
    void advance(PendingBalance balance, Instant since);

    @Put(condition = "attribute_not_exists(updatedAt) OR updatedAt < :since", budget = "1 WCU")
    void choose(GoalChoice choice, Instant since);
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

  /** Everything pending of a customer, read eventually consistently with one Query. */
  public Read<Pending> read(String personId) {
    return Read.by(dynamo, client -> Pending.of(by(client).pending(personId)));
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

  /**
   * Writes a choice, unless the table has the same or a later one.
   *
   * @return whether it was written
   */
  public boolean choose(GoalChoice choice) {
    try {
      balances.choose(choice, choice.updatedAt());
      return true;
    } catch (ConditionNotMet sameOrLater) {
      return false;
    }
  }
}
