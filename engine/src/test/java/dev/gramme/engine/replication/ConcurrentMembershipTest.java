package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes of the replicas of a table in regions that do not know of each other's changes. */
class ConcurrentMembershipTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String C = "c-region";
  private static final String D = "d-region";
  private static final String TABLE = ConnectedRegions.TABLE;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** More items than one message of a copy has. */
  private static final int ITEMS = 1000;

  private final ConnectedRegions regions = new ConnectedRegions();

  @AfterEach
  void close() {
    regions.close();
  }

  private void open(String... names) {
    regions.open(names);
    regions.create(A);
    regions.addReplica(A, B);
    regions.awaitConvergence();
  }

  private void put(String region, String id) {
    var put = new WriteAction.Put(TABLE, Tables.item(id, "red"), null, false);
    regions.engine(region).write(WriteRequest.single(put)).join();
  }

  private void putItems(String region) {
    var puts = new ArrayList<WriteAction>();
    for (int i = 0; i < ITEMS; i++) {
      puts.add(new WriteAction.Put(TABLE, Tables.item("" + i, "red"), null, false));
    }
    var batch = WriteRequest.Kind.BATCH;
    var request = new WriteRequest(puts, batch, ItemChange.Cause.CLIENT, null);
    regions.engine(region).write(request).join();
  }

  private Map<String, Replica.Status> replicas(String region) {
    return regions.table(region).features().replicas().stream()
        .collect(Collectors.toMap(Replica::region, Replica::status));
  }

  private boolean hasItem(String region, String id) {
    return Tables.itemsUnder(regions.store(region), regions.table(region).number())
        .contains(Tables.item(id, "red"));
  }

  private static void cut(boolean cut) {
    if (cut) {
      throw new Peer.UnreachableException("the link is cut");
    }
  }

  private void awaitMesh() {
    for (String region : regions.names()) {
      Eventually.holds(
          region + " knows all others",
          PATIENCE,
          () ->
              regions.engine(region).catalog().find(TABLE).isPresent()
                  && replicas(region).size() == regions.names().size() - 1
                  && replicas(region).values().stream().allMatch(Replica.Status.ACTIVE::equals));
    }
  }

  @Test
  void new_replicas_that_two_regions_add_at_the_same_time_learn_of_each_other() {
    open(A, B, C, D);
    var cut = new AtomicBoolean(true);
    regions.beforeDelivery(
        (to, message) -> cut(cut.get() && Set.of(A, B).equals(Set.of(to, message.from()))));
    regions.addReplica(A, C);
    regions.addReplica(B, D);

    cut.set(false);

    awaitMesh();
    put(C, "c");
    put(D, "d");
    regions.awaitConvergence();
    assertThat(regions.names())
        .allMatch(region -> hasItem(region, "c"))
        .allMatch(region -> hasItem(region, "d"));
  }

  @Test
  void a_region_that_copies_a_replica_is_not_deleted_before_the_copy_is_complete() {
    open(A, B, C);
    putItems(B);
    regions.awaitConvergence();
    var cut = new AtomicBoolean(true);
    regions.beforeDelivery((to, message) -> cut(cut.get() && to.equals(C)));
    regions.addReplica(B, C);
    Eventually.holds("A knows C", PATIENCE, () -> replicas(A).containsKey(C));

    for (boolean anyway : List.of(false, true)) {
      assertThat(regions.engine(B).replication().receive(Message.drop(TABLE, A, anyway)))
          .isEqualTo(Peer.Reply.BUSY);
    }

    assertThat(regions.table(B).status()).isEqualTo(TableDefinition.Status.ACTIVE);
    put(B, "last");
    cut.set(false);
    regions.engine(A).replication().remove(TABLE, B, table -> {}).join();
    Eventually.holds(
        "B has no table", PATIENCE, () -> regions.engine(B).catalog().find(TABLE).isEmpty());
    regions.awaitConvergence();
    assertThat(Tables.itemsUnder(regions.store(C), regions.table(C).number())).hasSize(ITEMS + 1);
    assertThat(replicas(C)).containsOnly(Map.entry(A, Replica.Status.ACTIVE));
  }

  private Peer.Reply receive(String to, Message.Kind kind, String from, String about) {
    return regions.engine(to).replication().receive(Message.about(kind, TABLE, from, about));
  }

  @Test
  void a_replica_that_two_regions_copy_is_active_in_each_after_its_own_copy() {
    open(A, B, C);
    putItems(A);
    var cut = new AtomicBoolean(true);
    regions.beforeDelivery((to, message) -> cut(cut.get() && to.equals(C)));
    regions.addReplica(A, C);

    assertThat(receive(A, Message.Kind.OPEN, B, C)).isEqualTo(Peer.Reply.DONE);

    assertThat(replicas(A)).containsEntry(C, Replica.Status.CREATING);
    cut.set(false);
    regions.awaitConvergence();
    assertThat(replicas(A)).containsEntry(C, Replica.Status.ACTIVE);
    assertThat(Tables.itemsUnder(regions.store(C), regions.table(C).number())).hasSize(ITEMS);
  }

  @Test
  void a_replica_that_is_being_deleted_is_neither_opened_nor_added_again() {
    open(A, B, C);
    regions.addReplica(A, C);
    regions.awaitConvergence();
    regions.partition(true);
    regions.engine(A).replication().remove(TABLE, C, table -> {}).join();

    assertThat(receive(A, Message.Kind.OPEN, B, C)).isEqualTo(Peer.Reply.DONE);
    assertThat(receive(A, Message.Kind.JOIN, B, C)).isEqualTo(Peer.Reply.BUSY);

    assertThat(replicas(A)).containsEntry(C, Replica.Status.DELETING);
  }

  @Test
  void a_replica_added_again_before_all_regions_know_of_its_deletion_learns_of_all() {
    open(A, B, C, D);
    regions.addReplica(A, C);
    regions.awaitConvergence();
    regions.addReplica(A, D);
    regions.awaitConvergence();
    var cut = new AtomicBoolean(true);
    var repetitions = new AtomicInteger();
    regions.beforeDelivery((to, message) -> {
      cut(cut.get() && message.from().equals(A) && to.equals(D));
      if (message.kind() == Message.Kind.LEAVE && to.equals(B)) {
        repetitions.incrementAndGet();
      }
    });
    regions.engine(A).replication().remove(TABLE, C, table -> {}).join();
    Eventually.holds("B knows of the deletion", PATIENCE, () -> !replicas(B).containsKey(C));

    regions.addReplica(B, C);

    int before = repetitions.get();
    Eventually.holds("the message is repeated", PATIENCE, () -> repetitions.get() > before + 1);
    assertThat(replicas(B)).containsEntry(C, Replica.Status.CREATING);
    cut.set(false);
    awaitMesh();
    put(C, "c");
    put(D, "d");
    regions.awaitConvergence();
    assertThat(regions.names())
        .allMatch(region -> hasItem(region, "c"))
        .allMatch(region -> hasItem(region, "d"));
  }

  @Test
  void the_copy_of_a_replica_ends_when_another_region_that_knows_of_it_has_deleted_it() {
    open(A, B, C);
    regions.beforeDelivery((to, message) -> cut(to.equals(C)));
    regions.addReplica(B, C);
    Eventually.holds(
        "the copy has begun",
        PATIENCE,
        () -> Position.read(regions.store(B), regions.table(B).number(), C).isPresent());
    assertThat(replicas(A)).containsKey(C);

    assertThat(receive(B, Message.Kind.LEAVE, A, C)).isEqualTo(Peer.Reply.DONE);

    assertThat(replicas(B)).doesNotContainKey(C);
  }

  @Test
  void a_copy_of_a_table_that_is_deleted_meanwhile_is_not_opened() {
    open(A, B, C);
    putItems(B);
    regions.awaitConvergence();
    var deleted = new AtomicBoolean();
    regions.beforeDelivery((to, message) -> {
      cut(message.from().equals(C)); // C would notice that B has no table.
      boolean isCopy =
          message.from().equals(B) && to.equals(C) && message.kind() == Message.Kind.CHANGE;
      if (isCopy && deleted.compareAndSet(false, true)) {
        regions.engine(B).catalog().delete(TABLE, table -> {}).join();
      }
    });

    regions.addReplica(B, C);

    Eventually.holds("the copy has ended", PATIENCE, () -> deleted.get() && !isSending(B));
    assertThat(regions.table(C).status()).isEqualTo(TableDefinition.Status.CREATING);
  }

  private boolean isSending(String region) {
    return regions.engine(region).catalog().lifecycle().jobs().stream()
        .anyMatch(job -> job.kind().equals("replication"));
  }
}
