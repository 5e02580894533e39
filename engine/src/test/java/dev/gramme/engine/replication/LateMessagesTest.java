package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that are being handled while their sender loses its replica. */
final class LateMessagesTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String TABLE = "things";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Item KEY = Item.of("id", new S("one"));

  private final ExecutorService background = Executors.newCachedThreadPool();
  private final SharedMemory storeB = SharedMemory.smooth();
  private final Engine a = engine(SharedMemory.smooth());
  private final Engine b = engine(storeB);
  private final List<Message> changes = new CopyOnWriteArrayList<>();

  private Engine engine(SharedMemory store) {
    return Engine.open(store, Instant::now, background, EngineOptions.DEFAULT);
  }

  @BeforeEach
  void replicate_an_item_that_its_replica_changes() {
    a.replication().connect(A, Peers.of(Map.of(B, this::fromA)));
    b.replication().connect(B, Peers.of(Map.of(A, a.replication()::receive)));
    a.catalog().create(Tables.table(TABLE)).join();
    var replica = Replica.creating(B, Instant.EPOCH, ReplicaSettings.NONE);
    a.replication().add(TABLE, List.of(replica), null, table -> {}).join();
    Eventually.holds(
        "the replica is active",
        PATIENCE,
        () ->
            a.catalog().find(TABLE).orElseThrow().features().replicas().stream()
                .allMatch(each -> each.status() == Replica.Status.ACTIVE));
    put(a, "old");
    Eventually.holds(
        "the item has arrived", PATIENCE, () -> Tables.item("one", "old").equals(item()));
    put(b, "new");
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    background.shutdown();
  }

  private Peer.Reply fromA(Message message) {
    if (message.kind() == Message.Kind.CHANGE && !message.changes().isEmpty()) {
      changes.add(message);
    }
    return b.replication().receive(message);
  }

  private static void put(Engine engine, String color) {
    var action = new WriteAction.Put(TABLE, Tables.item("one", color), null, false);
    engine.write(WriteRequest.single(action)).join();
  }

  private @Nullable Item item() {
    return b.catalog()
        .find(TABLE)
        .map(table -> b.read(new ReadPlan.Items.Key(table, KEY)))
        .orElse(null);
  }

  /**
   * Lets region A leave before a transaction of this thread; background work has other threads.
   *
   * @param transactions how many transactions come before
   */
  private void leaveAfter(int transactions) {
    Thread test = Thread.currentThread();
    var count = new AtomicInteger();
    storeB.beforeTransactions(() -> {
      if (Thread.currentThread().equals(test) && count.getAndIncrement() == transactions) {
        storeB.beforeTransactions(() -> {});
        b.replication().receive(Message.about(Message.Kind.LEAVE, TABLE, A, A));
      }
    });
  }

  private Peer.Reply receiveAgain() {
    return b.replication().receive(changes.getLast());
  }

  @Test
  void changes_replace_nothing_while_the_last_other_replica_leaves() {
    leaveAfter(0);

    assertThat(receiveAgain()).isEqualTo(Peer.Reply.NOT_A_REPLICA);

    assertThat(item()).isEqualTo(Tables.item("one", "new"));
  }

  @Test
  void a_replica_is_not_deleted_for_a_region_that_leaves_meanwhile() {
    Eventually.holds(
        "the region has sent its changes",
        PATIENCE,
        () -> b.replication().hasSentToAll(b.catalog().find(TABLE).orElseThrow()));
    leaveAfter(1);

    assertThat(b.replication().receive(Message.drop(TABLE, A, false)))
        .isEqualTo(Peer.Reply.NOT_A_REPLICA);

    assertThat(item()).isEqualTo(Tables.item("one", "new"));
    put(b, "newer");
  }

  @Test
  void a_crash_while_a_replica_leaves_leaves_no_rows_of_it_behind() {
    int number = b.catalog().find(TABLE).orElseThrow().number();
    // From now on the sender stores no position.
    Eventually.holds("all changes are sent", PATIENCE, b.replication()::hasConverged);
    assertThat(Position.read(storeB, number, A)).isPresent();
    Thread test = Thread.currentThread();
    var transactions = new AtomicInteger();
    storeB.beforeTransactions(() -> {
      if (Thread.currentThread().equals(test) && transactions.getAndIncrement() > 0) {
        throw new IllegalStateException("crashed");
      }
    });

    b.replication().receive(Message.about(Message.Kind.LEAVE, TABLE, A, A));

    assertThat(b.catalog().find(TABLE).orElseThrow().features().replicas()).isEmpty();
    assertThat(Position.read(storeB, number, A)).isEmpty();
    storeB.beforeTransactions(() -> {});
  }
}
