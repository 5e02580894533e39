package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A table whose last replica in another region is gone, on a store that deletes a few rows at once.
 */
final class FormerReplicasTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String TABLE = "things";
  private static final int ITEMS = 500;

  /** After so many failures, a removal has waited for more than half a second. */
  private static final int FAILURES = 3;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ExecutorService background = Executors.newCachedThreadPool();
  private final SharedMemory storeB = SharedMemory.smooth();
  private final Engine a = open(SharedMemory.smooth());
  private final Engine b = open(storeB);

  /** How many versions region B had when it sent a new replica to region A. */
  private final List<Integer> versionsAtCreation = new CopyOnWriteArrayList<>();

  private Engine open(SharedMemory store) {
    return Engine.open(store, Instant::now, background, EngineOptions.DEFAULT);
  }

  @BeforeEach
  void replicate_a_table() {
    a.replication().connect(A, Peers.of(Map.of(B, b.replication()::receive)));
    b.replication().connect(B, Peers.of(Map.of(A, this::fromB)));
    a.catalog().create(Tables.table(TABLE)).join();
    a.replication().add(TABLE, List.of(creating(B)), null, table -> {}).join();
    Eventually.holds("the replica is active", PATIENCE, a.replication()::hasConverged);
    for (int i = 0; i < ITEMS; i++) {
      var put = new WriteAction.Put(TABLE, Tables.item("" + i, "red"), null, false);
      b.write(WriteRequest.single(put)).join();
    }
    // Otherwise the reply to a change, instead of a message, can say that the replica is gone.
    Eventually.holds("the items have arrived", PATIENCE, b.replication()::hasConverged);
    assertThat(versions()).isEqualTo(ITEMS);
  }

  @AfterEach
  void close() {
    storeB.beforeTransactions(() -> {});
    a.close();
    b.close();
    background.shutdown();
  }

  private Peer.Reply fromB(Message message) {
    if (message.kind() == Message.Kind.CREATE) {
      versionsAtCreation.add(versions());
    }
    return a.replication().receive(message);
  }

  private static Replica creating(String region) {
    return Replica.creating(region, Instant.EPOCH, ReplicaSettings.NONE);
  }

  private TableDefinition table() {
    return b.catalog().find(TABLE).orElseThrow();
  }

  private int versions() {
    int number = table().number();
    int count = 0;
    try (var rows =
        storeB.range(VersionRows.first(number), VersionRows.end(number), Direction.ASCENDING)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  private void leave() {
    a.catalog().delete(TABLE, table -> {}).join();
    var left = Message.about(Message.Kind.LEAVE, TABLE, A, A);
    assertThat(b.replication().receive(left)).isEqualTo(Peer.Reply.DONE);
    assertThat(table().features().isGlobal()).isFalse();
  }

  @Test
  void its_versions_are_removed_in_transactions_of_a_few_rows() {
    var counts = new ArrayList<Integer>();
    storeB.beforeTransactions(() -> {
      synchronized (counts) {
        counts.add(versions());
      }
    });

    leave();

    Eventually.holds(
        "the removal has ended", PATIENCE, () -> !FormerReplicas.hasFormerVersions(table()));
    assertThat(versions()).isZero();
    synchronized (counts) {
      for (int i = 1; i < counts.size(); i++) {
        assertThat(counts.get(i - 1) - counts.get(i)).isLessThanOrEqualTo(storeB.deletionRows());
      }
    }
  }

  private static boolean isRemoval() {
    return StackWalker.getInstance()
        .walk(frames ->
            frames.anyMatch(frame -> frame.getClassName().equals(FormerReplicas.class.getName())));
  }

  @Test
  void a_new_replica_is_copied_after_that() {
    var failures = new AtomicInteger();
    storeB.beforeTransactions(() -> {
      if (isRemoval() && versions() < ITEMS && failures.getAndIncrement() < FAILURES) {
        throw new IllegalStateException("the removal takes longer than a copy");
      }
    });
    leave();

    b.replication().add(TABLE, List.of(creating(A)), null, table -> {}).join();

    Eventually.holds("the replica is active", PATIENCE, b.replication()::hasConverged);
    assertThat(versionsAtCreation).isNotEmpty().containsOnly(0);
    assertThat(Tables.itemsUnder(storeB, table().number())).hasSize(ITEMS);
  }

  @Test
  void the_removal_continues_after_a_restart() {
    Thread test = Thread.currentThread();
    storeB.beforeTransactions(() -> {
      if (!Thread.currentThread().equals(test) && versions() < ITEMS / 2) {
        throw new IllegalStateException("crashed");
      }
    });
    leave();
    Eventually.holds("half of them are removed", PATIENCE, () -> versions() < ITEMS / 2);
    b.close();
    storeB.beforeTransactions(() -> {});

    try (var again = open(storeB)) {
      assertThat(FormerReplicas.hasFormerVersions(again.catalog().find(TABLE).orElseThrow()))
          .isTrue();
      again.replication().connect(B, Peers.of(Map.of(A, a.replication()::receive)));
      Eventually.holds(
          "the removal has ended",
          PATIENCE,
          () -> !FormerReplicas.hasFormerVersions(again.catalog().find(TABLE).orElseThrow()));
      assertThat(versions()).isZero();
    }
  }
}
