package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Delays;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.ReplicationGroupUpdate;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Requests that change the settings of several replicas. */
@SuppressWarnings("unchecked") // The SDK takes varargs of consumers.
class ReplicaUpdatesTest {
  private static final String US = "us-east-1";
  private static final String EU = "eu-west-1";

  /** A commit can be so fast that the code after it runs on the thread of the request. */
  private static final int ROUNDS = 10;

  /** The thread that completes the transactions of the region US, and no others. */
  private static final String COMMITS_OF_US = "delays";

  /** The threads that called the store of the region EU. */
  private final Set<String> callersOfEu = ConcurrentHashMap.newKeySet();

  private final Regions regions = Regions.open(List.of(US, EU), this::open, InstantSource.system());

  private Store open(String region) {
    return region.equals(US)
        ? new FaultyStore(new MemoryStore(), Faults.NONE, new Delays(1))
        : new FaultyStore(
            new MemoryStore(),
            call -> {
              callersOfEu.add(Thread.currentThread().getName());
              return Faults.Fault.NONE;
            });
  }

  @AfterEach
  void close() {
    regions.close();
  }

  @Test
  void no_region_waits_for_another_one_on_the_thread_of_its_commits() {
    regions
        .client(US)
        .createTable(table ->
            table
                .tableName("songs")
                .attributeDefinitions(
                    id -> id.attributeName("Id").attributeType(ScalarAttributeType.S))
                .keySchema(id -> id.attributeName("Id").keyType(KeyType.HASH))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    update(ReplicationGroupUpdate.builder().create(replica -> replica.regionName(EU)).build());
    regions.awaitReplication();
    callersOfEu.clear();

    for (int i = 1; i <= ROUNDS; i++) {
      update(ceiling(US, i), ceiling(EU, 100 + i));
      assertThat(callersOfEu).isNotEmpty().doesNotContain(COMMITS_OF_US);
      regions.awaitReplication();
    }

    assertThat(ceilingOf(US)).isEqualTo(ROUNDS);
    assertThat(ceilingOf(EU)).isEqualTo(100 + ROUNDS);
    ReplicaDescription shown =
        regions.client(US).describeTable(r -> r.tableName("songs")).table().replicas().stream()
            .filter(replica -> replica.regionName().equals(EU))
            .findAny()
            .orElseThrow();
    assertThat(shown.onDemandThroughputOverride().maxReadRequestUnits()).isEqualTo(100 + ROUNDS);
  }

  private void update(ReplicationGroupUpdate... updates) {
    regions.client(US).updateTable(table -> table.tableName("songs").replicaUpdates(updates));
  }

  private static ReplicationGroupUpdate ceiling(String region, long units) {
    return ReplicationGroupUpdate.builder()
        .update(replica ->
            replica
                .regionName(region)
                .onDemandThroughputOverride(reads -> reads.maxReadRequestUnits(units)))
        .build();
  }

  private long ceilingOf(String region) {
    return regions
        .client(region)
        .describeTable(table -> table.tableName("songs"))
        .table()
        .onDemandThroughput()
        .maxReadRequestUnits();
  }
}
