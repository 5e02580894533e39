package dev.gramme.engine.replication;

import static dev.gramme.model.StreamSpecification.ViewType.KEYS_ONLY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.StrongConsistency;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplicationTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String C = "c-region";
  private static final String TABLE = ConnectedRegions.TABLE;

  private final ConnectedRegions regions = new ConnectedRegions();

  @AfterEach
  void close() {
    regions.close();
  }

  private void put(String region, String id, long value) {
    write(region, new WriteAction.Put(TABLE, valued(id, value), null, false));
  }

  private static Item valued(String id, long value) {
    return Item.of("id", new S(id), "value", N.of(value));
  }

  private void delete(String region, String id) {
    write(region, new WriteAction.Delete(TABLE, Item.of("id", new S(id)), null, false));
  }

  private void write(String region, WriteAction action) {
    regions.engine(region).write(WriteRequest.single(action)).join();
  }

  private Map<String, Item> items(String region) {
    var items = new HashMap<String, Item>();
    int number = regions.table(region).number();
    try (Cursor rows =
        regions
            .store(region)
            .range(
                RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING)) {
      while (rows.next()) {
        Item item = ItemCodec.decode(rows.value());
        String id = item.get("id") instanceof S(var value) ? value : "";
        items.put(id, item);
      }
    }
    return items;
  }

  private List<LoggedChange> log(String region) {
    var log = new LogReader(regions.store(region));
    var changes = new ArrayList<LoggedChange>();
    int number = regions.table(region).number();
    for (var shard : log.shards(number, 0, 1000)) {
      changes.addAll(log.changes(number, shard.number(), 0, 100_000, Long.MAX_VALUE));
    }
    return changes;
  }

  private void writeAtRandom(Random random, String region, int count, int keys) {
    for (int i = 0; i < count; i++) {
      String id = "" + random.nextInt(keys);
      if (random.nextInt(4) == 0) {
        delete(region, id);
      } else {
        put(region, id, random.nextLong());
      }
    }
  }

  @Test
  void three_regions_with_concurrent_writes_and_partitions_converge() throws InterruptedException {
    regions.open(A, B, C);
    regions.create(A);
    regions.addReplica(A, B);
    regions.awaitConvergence();
    regions.addReplica(A, C);
    regions.awaitConvergence();
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("seed " + seed);
    var writers = new ArrayList<Thread>();
    for (String region : regions.names()) {
      var random = new Random(seed + region.hashCode());
      writers.add(
          Thread.ofPlatform().daemon().start(() -> writeAtRandom(random, region, 1500, 40)));
    }
    var partitions = new Random(seed);
    while (writers.stream().anyMatch(Thread::isAlive)) {
      regions.partition(partitions.nextBoolean());
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    regions.partition(false);
    for (Thread writer : writers) {
      writer.join();
    }
    regions.awaitConvergence();
    assertThat(items(B)).isEqualTo(items(A)).isNotEmpty();
    assertThat(items(C)).isEqualTo(items(A));
  }

  @Test
  void of_two_writes_of_an_item_during_a_partition_the_later_one_wins() {
    Instant now = Instant.parse("2026-11-21T00:00:00Z");
    regions.clock(A, InstantSource.fixed(now.plusSeconds(1)));
    regions.clock(B, InstantSource.fixed(now));
    regions.open(A, B);
    regions.create(A);
    regions.addReplica(A, B);
    regions.awaitConvergence();
    regions.partition(true);
    put(B, "later wins", 2);
    put(A, "later wins", 1);
    regions.partition(false);
    regions.awaitConvergence();
    assertThat(items(A)).isEqualTo(items(B));
    assertThat(items(B)).containsEntry("later wins", valued("later wins", 1));
    // B's clock is behind, but it has read the version that it overwrites.
    put(B, "later wins", 3);
    regions.awaitConvergence();
    assertThat(items(A)).containsEntry("later wins", valued("later wins", 3));
  }

  @Test
  void a_delete_is_not_undone_by_an_older_write_that_arrives_later() {
    Instant now = Instant.parse("2026-11-21T00:00:00Z");
    regions.clock(A, InstantSource.fixed(now.plusSeconds(1)));
    regions.clock(B, InstantSource.fixed(now));
    regions.open(A, B);
    regions.create(A);
    regions.addReplica(A, B);
    regions.awaitConvergence();
    regions.partition(true);
    put(A, "x", 1);
    delete(A, "x");
    put(B, "x", 2);
    put(B, "y", 1);
    regions.partition(false);
    regions.awaitConvergence();
    assertThat(items(B)).containsOnlyKeys("y");
    assertThat(items(A)).containsOnlyKeys("y");
  }

  @Test
  void changes_of_another_region_are_logged_once_and_not_forwarded() {
    regions.open(A, B);
    regions.create(A);
    regions.addReplica(A, B);
    regions.awaitConvergence();
    for (int i = 0; i < 20; i++) {
      put(A, "" + i, i);
    }
    regions.awaitConvergence();
    assertThat(log(B)).hasSize(20).allMatch(c -> c.origin() == LoggedChange.Origin.REPLICA);
    assertThat(log(A)).hasSize(20).allMatch(c -> c.origin() == LoggedChange.Origin.CLIENT);
  }

  @Test
  void a_replica_can_be_added_during_writes() throws InterruptedException {
    regions.open(A, B, C);
    regions.create(A);
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("seed " + seed);
    writeAtRandom(new Random(seed), A, 2000, 1000);
    regions.addReplica(A, B);
    regions.awaitConvergence();
    var writers = new ArrayList<Thread>();
    for (String region : List.of(A, B)) {
      var random = new Random(seed + region.hashCode());
      writers.add(
          Thread.ofPlatform().daemon().start(() -> writeAtRandom(random, region, 2000, 1000)));
    }
    regions.addReplica(A, C);
    for (Thread writer : writers) {
      writer.join();
    }
    regions.awaitConvergence();
    assertThat(items(B)).isEqualTo(items(A)).isNotEmpty();
    assertThat(items(C)).isEqualTo(items(A));
  }

  @Test
  void the_changes_of_more_than_a_thousand_shards_all_arrive() {
    regions.open(A, B);
    regions.create(A);
    regions.addReplica(A, B);
    regions.awaitConvergence();
    regions.partition(true);
    int streams = 300;
    for (int i = 0; i < streams; i++) {
      // Each new stream starts new shards.
      var stream = StreamSpecification.enabled(KEYS_ONLY, Instant.EPOCH.plusSeconds(i));
      regions
          .engine(A)
          .catalog()
          .change(TABLE, (table, numbers) -> table.toBuilder().stream(stream).build())
          .join();
      put(A, "" + i, i);
    }
    int number = regions.table(A).number();
    assertThat(new LogReader(regions.store(A)).shards(number, 0, Integer.MAX_VALUE))
        .hasSizeGreaterThan(1000);
    regions.partition(false);
    regions.awaitConvergence();
    assertThat(items(B)).isEqualTo(items(A)).hasSize(streams);
  }

  @Test
  void a_reopened_region_resumes_where_it_stopped() {
    regions.open(A, B);
    regions.create(A);
    put(A, "old", 0);
    regions.partition(true);
    regions.addReplica(A, B);
    regions.engine(A).close();
    regions.partition(false);
    regions.reopen(A);
    regions.awaitConvergence();
    regions.engine(B).close();
    put(A, "new", 1);
    delete(A, "old");
    regions.reopen(B);
    regions.awaitConvergence();
    assertThat(items(B)).containsOnlyKeys("new");
  }

  private void makeStrong() {
    var replica = Replica.creating(B, Instant.EPOCH, ReplicaSettings.NONE);
    var strong = new StrongConsistency(A, C);
    regions.engine(A).replication().add(TABLE, List.of(replica), strong, table -> {}).join();
  }

  @Test
  void a_strong_table_whose_only_replica_cannot_be_created_is_an_ordinary_table() {
    regions.open(A, B);
    regions.create(A);
    regions.create(B);
    makeStrong();
    var features =
        Eventually.get(
            "the replica is given up",
            Duration.ofMinutes(1),
            () -> regions.table(A).features(),
            found -> found.replicas().isEmpty());
    assertThat(features.strong()).isNull();
  }

  @Test
  void a_handover_continues_after_its_answer_was_lost_and_the_new_home_was_restarted() {
    regions.open(A, B);
    regions.create(A);
    makeStrong();
    regions.awaitConvergence();
    put(A, "x", 1);
    regions.loseRepliesOf(A);
    regions.engine(B).replication().removeStrong(TABLE, table -> {}).join();
    var _ =
        Eventually.get(
            "the home executes no more writes",
            Duration.ofMinutes(1),
            () -> regions.table(A).features(),
            found -> found.hasHomeOtherThan(A));
    assertThat(regions.table(B).features().strong()).isNotNull();
    regions.engine(B).close();
    regions.deliverReplies();
    regions.reopen(B);
    var _ =
        Eventually.get(
            "the former home has no table",
            Duration.ofMinutes(1),
            () -> regions.engine(A).catalog().find(TABLE),
            Optional::isEmpty);
    assertThat(regions.table(B).features().strong()).isNull();
    assertThat(items(B)).containsOnlyKeys("x");
  }

  @Test
  void a_home_hands_a_table_over_to_its_replicas_only() {
    regions.open(A, B);
    regions.create(A);
    makeStrong();
    regions.awaitConvergence();
    var message = Message.about(Message.Kind.HAND_OVER, TABLE, B, "no-replica");
    assertThat(regions.engine(A).replication().receive(message)).isEqualTo(Peer.Reply.REFUSED);
    assertThat(regions.table(A).features().hasHomeOtherThan(A)).isFalse();
    put(A, "x", 1);
  }
}
