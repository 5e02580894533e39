package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replicas that are deleted from another region. Several tests mostly wait. */
@Execution(ExecutionMode.CONCURRENT)
class ReplicaDeletionTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String C = "c-region";
  private static final String TABLE = ConnectedRegions.TABLE;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The pause between writes, so that the changes arrive as fast as they are made. */
  private static final Duration PACE = Duration.ofNanos(200_000);

  private static final int WRITERS = 8;

  private final ConnectedRegions regions = new ConnectedRegions();

  @AfterEach
  void close() {
    regions.close();
  }

  private void open(String... names) {
    regions.open(names);
    regions.create(A);
    for (String name : names) {
      if (!name.equals(A)) {
        regions.addReplica(A, name);
        regions.awaitConvergence();
      }
    }
  }

  private void put(String region, String id) {
    var put = new WriteAction.Put(TABLE, Item.of("id", new S(id)), null, false);
    regions.engine(region).write(WriteRequest.single(put)).join();
  }

  /** Deletes the replica of a region from another one. */
  private void remove(String from, String region) {
    regions.engine(from).replication().remove(TABLE, region, table -> {}).join();
  }

  private Peer.Reply drop(String region, String from, boolean anyway) {
    return regions.engine(region).replication().receive(Message.drop(TABLE, from, anyway));
  }

  private boolean exists(String region) {
    return regions.engine(region).catalog().find(TABLE).isPresent();
  }

  private void awaitOnly(String region) {
    Eventually.holds(
        "only " + region + " has the table",
        PATIENCE,
        () ->
            exists(region)
                && regions.table(region).features().replicas().isEmpty()
                && regions.names().stream()
                    .filter(name -> !name.equals(region))
                    .noneMatch(this::exists));
  }

  /** The region that finally is the only one with the table. */
  private String theOnlyOne() {
    Eventually.holds(
        "only one region has the table",
        PATIENCE,
        () -> regions.names().stream().filter(this::exists).count() == 1);
    String one = regions.names().stream().filter(this::exists).findFirst().orElseThrow();
    awaitOnly(one);
    return one;
  }

  private Set<String> items(String region) {
    var ids = new HashSet<String>();
    int number = regions.table(region).number();
    try (Cursor rows =
        regions
            .store(region)
            .range(
                RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING)) {
      while (rows.next()) {
        ids.add(ItemCodec.decode(rows.value()).get("id") instanceof S(var id) ? id : "");
      }
    }
    return ids;
  }

  private static boolean isMissing(CompletionException failure) {
    return failure.getCause() instanceof ApiError error
        && String.valueOf(error.getMessage()).contains("not found");
  }

  private boolean isBeingDeleted(Replica replica) {
    return replica.status() == Replica.Status.DELETING;
  }

  /**
   * Writes until the region refuses a write, without pauses once a replica is being deleted.
   *
   * @param acknowledged receives the ids of the acknowledged items
   */
  private void writeUntilRefused(String region, String name, Set<String> acknowledged) {
    try {
      for (int i = 0; exists(region); i++) {
        String id = region + "/" + name + "/" + i;
        put(region, id);
        acknowledged.add(id);
        if (regions.table(A).features().replicas().stream().noneMatch(this::isBeingDeleted)) {
          LockSupport.parkNanos(PACE.toNanos());
        }
      }
    } catch (CompletionException refused) {
      assertThat(isMissing(refused)).as("%s", refused.getCause()).isTrue();
    }
  }

  private void writeUntil(String region, BooleanSupplier end) {
    for (int i = 0; !end.getAsBoolean(); i++) {
      put(region, region + "/" + i);
      LockSupport.parkNanos(PACE.toNanos());
    }
  }

  /** The first reply to the deletion of a table by its own region is lost. */
  private static Fault loseReplyToDeletion(Call call, AtomicBoolean lost) {
    boolean isDeletion =
        call == Call.TRANSACTION
            && StackWalker.getInstance()
                .walk(frames ->
                    frames.anyMatch(frame ->
                        frame.getClassName().equals(OwnDeletion.class.getName())
                            && frame.getMethodName().equals("finish")));
    return isDeletion && !lost.getAndSet(true) ? Fault.ANSWER_LOST : Fault.NONE;
  }

  @Test
  void others_are_informed_although_the_reply_of_the_store_to_the_deletion_was_lost() {
    var lost = new AtomicBoolean();
    regions.faults(B, call -> loseReplyToDeletion(call, lost));
    open(A, B);

    regions.engine(B).replication().delete(TABLE, table -> {}).join();

    awaitOnly(A);
    assertThat(lost).isTrue();
  }

  @Test
  void every_write_that_a_replica_acknowledges_before_its_deletion_arrives() {
    open(A, B, C);
    var acknowledged = ConcurrentHashMap.<String>newKeySet();
    try (var threads = Executors.newCachedThreadPool()) {
      var writers =
          IntStream.range(0, WRITERS)
              .mapToObj(i ->
                  CompletableFuture.runAsync(
                      () -> writeUntilRefused(B, "" + i, acknowledged), threads))
              .toList();
      var written = CompletableFuture.allOf(writers.toArray(CompletableFuture<?>[]::new));
      var other = CompletableFuture.runAsync(() -> writeUntil(C, written::isDone), threads);
      Eventually.holds("B has items", PATIENCE, () -> acknowledged.size() > 100);
      remove(A, B);
      written.join();
      other.join();
    }
    Eventually.holds("B has no table", PATIENCE, () -> !exists(B));
    regions.awaitConvergence();
    var found = items(A);
    acknowledged.removeAll(found);
    assertThat(acknowledged).as("lost writes").isEmpty();
    assertThat(items(C).equals(found)).as("C has the same items as A").isTrue();
  }

  @Test
  void a_deleted_replica_first_refuses_writes_then_sends_its_changes_and_then_is_gone() {
    open(A, B);
    regions.partition(true);
    put(B, "last");
    assertThat(drop(B, A, true)).isEqualTo(Peer.Reply.BUSY);
    assertThat(regions.table(B).status()).isEqualTo(TableDefinition.Status.DELETING);
    assertThatThrownBy(() -> put(B, "later"))
        .isInstanceOfSatisfying(
            CompletionException.class, failure -> assertThat(isMissing(failure)).isTrue());
    regions.partition(false);
    Eventually.holds("the change arrives", PATIENCE, () -> items(A).contains("last"));
    Eventually.holds("it is deleted", PATIENCE, () -> drop(B, A, false) == Peer.Reply.DONE);
    assertThat(exists(B)).isFalse();
  }

  @Test
  void a_deleted_replica_has_all_attempts_for_its_changes_since_it_refuses_writes() {
    open(A, B, C);
    regions.beforeDelivery((to, message) -> {
      if (message.from().equals(B) && to.equals(C)) {
        throw new Peer.UnreachableException("the link is cut");
      }
    });
    put(B, "last");
    Eventually.holds(
        "A has the change",
        PATIENCE,
        () -> regions.engine(B).replication().hasSentTo(regions.table(B), A));
    int attempts = Sender.maxDropAttempts(regions.store(B));
    for (int i = 1; i < attempts; i++) {
      assertThat(drop(B, A, true)).isEqualTo(Peer.Reply.BUSY);
    }
    var left = Message.about(Message.Kind.LEAVE, TABLE, A, "d-region");
    assertThat(regions.engine(B).replication().receive(left)).isEqualTo(Peer.Reply.DONE);
    put(B, "accepted again");
    Eventually.holds(
        "A has that change, too",
        PATIENCE,
        () -> regions.engine(B).replication().hasSentTo(regions.table(B), A));
    for (int i = 1; i <= attempts; i++) {
      assertThat(drop(B, A, true)).as("attempt %d", i).isEqualTo(Peer.Reply.BUSY);
    }
    assertThat(drop(B, A, true)).isEqualTo(Peer.Reply.DONE);
    assertThat(exists(B)).isFalse();
  }

  @Test
  void a_replica_accepts_writes_again_if_the_region_that_deletes_it_leaves_first() {
    open(A, B);
    regions.partition(true);
    put(B, "before");
    assertThat(drop(B, A, false)).isEqualTo(Peer.Reply.BUSY);
    var left = Message.about(Message.Kind.LEAVE, TABLE, A, A);
    assertThat(regions.engine(B).replication().receive(left)).isEqualTo(Peer.Reply.DONE);
    assertThat(regions.table(B).status()).isEqualTo(TableDefinition.Status.ACTIVE);
    put(B, "after");
    assertThat(items(B)).containsExactlyInAnyOrder("before", "after");
  }

  @Test
  void of_two_regions_that_delete_each_others_replica_the_first_by_name_remains() {
    open(A, B);
    regions.partition(true);
    put(A, "a");
    put(B, "b");
    remove(A, B);
    remove(B, A);
    assertThat(drop(A, B, true)).isEqualTo(Peer.Reply.BUSY);
    assertThat(regions.table(A).status()).isEqualTo(TableDefinition.Status.ACTIVE);
    regions.partition(false);
    awaitOnly(A);
    assertThat(items(A)).containsExactlyInAnyOrder("a", "b");
  }

  @ParameterizedTest
  @CsvSource({A + "," + B, B + "," + A})
  void a_home_that_deletes_all_replicas_while_it_hands_the_table_over_loses_no_write(
      String home, String other) {
    regions.open(A, B);
    regions.create(home);
    var replica = Replica.creating(other, Instant.EPOCH, ReplicaSettings.NONE);
    var strong = new StrongConsistency(home, C);
    var replication = regions.engine(home).replication();
    replication.add(TABLE, List.of(replica), strong, table -> {}).join();
    regions.awaitConvergence();
    regions.partition(true);
    put(home, "last");
    var handOver = Message.about(Message.Kind.HAND_OVER, TABLE, other, other);
    assertThat(replication.receive(handOver)).isEqualTo(Peer.Reply.BUSY);
    replication.removeStrong(TABLE, table -> {}).join();
    regions.engine(other).replication().removeStrong(TABLE, table -> {}).join();
    regions.partition(false);
    awaitOnly(A);
    assertThat(items(A)).containsExactly("last");
    put(A, "next");
  }

  @Test
  void of_two_regions_that_delete_all_replicas_of_a_strong_table_the_new_home_remains() {
    regions.open(A, B, C);
    regions.create(C);
    var replicas =
        List.of(
            Replica.creating(A, Instant.EPOCH, ReplicaSettings.NONE),
            Replica.creating(B, Instant.EPOCH, ReplicaSettings.NONE));
    var strong = new StrongConsistency(C, null);
    regions.engine(C).replication().add(TABLE, replicas, strong, table -> {}).join();
    regions.awaitConvergence();
    regions.partition(true);
    put(C, "last");
    regions.engine(A).replication().removeStrong(TABLE, table -> {}).join();
    regions.engine(B).replication().removeStrong(TABLE, table -> {}).join();
    regions.beforeDelivery((to, message) -> {
      if (message.from().equals(A) && to.equals(C)) {
        throw new Peer.UnreachableException("the link is cut");
      }
    });
    regions.partition(false);
    awaitOnly(B);
    assertThat(items(B)).containsExactly("last");
    put(B, "next");
  }

  @Test
  @Tag("long")
  void of_three_regions_that_delete_each_other_in_a_circle_one_remains_with_all_items() {
    open(A, B, C);
    regions.partition(true);
    List.of(A, B, C).forEach(region -> put(region, region));
    remove(A, B);
    remove(B, C);
    remove(C, A);
    regions.partition(false);
    assertThat(items(theOnlyOne())).containsExactlyInAnyOrder(A, B, C);
  }

  @Test
  @Tag("long")
  void so_does_one_of_a_circle_in_the_other_direction() {
    open(A, B, C);
    regions.partition(true);
    List.of(A, B, C).forEach(region -> put(region, region));
    remove(A, C);
    remove(C, B);
    remove(B, A);
    regions.partition(false);
    assertThat(items(theOnlyOne())).containsExactlyInAnyOrder(A, B, C);
  }

  @Test
  void a_replica_keeps_its_own_deletion_of_another_replica_until_that_is_gone() {
    open(A, B, C);
    regions.partition(true);
    put(C, "c");
    remove(B, C);
    assertThat(drop(B, A, false)).isEqualTo(Peer.Reply.BUSY);
    assertThat(regions.table(B).features().replica(C).map(Replica::status))
        .contains(Replica.Status.DELETING);
    regions.partition(false);
    remove(A, B);
    awaitOnly(A);
    assertThat(items(A)).containsExactly("c");
  }

  @Test
  void a_replica_accepts_writes_again_when_the_region_that_deletes_it_leaves_others() {
    open(A, B, C);
    regions.partition(true);
    put(B, "before");
    assertThat(drop(B, A, false)).isEqualTo(Peer.Reply.BUSY);
    assertThatThrownBy(() -> put(B, "refused"))
        .hasMessageContaining("Requested resource not found");
    regions.engine(B).replication().receive(Message.about(Message.Kind.LEAVE, TABLE, C, A));
    put(B, "after");
    assertThat(items(B)).containsExactlyInAnyOrder("before", "after");
  }

  @Test
  void a_region_that_is_deleted_does_not_count_its_own_deletion_of_another_as_done() {
    open(A, B, C);
    regions.beforeDelivery((to, message) -> {
      if (to.equals(C) && message.kind() == Message.Kind.DROP && exists(B)) {
        regions.engine(B).catalog().delete(TABLE, table -> {}).join();
        regions.engine(C).replication().receive(Message.about(Message.Kind.LEAVE, TABLE, A, B));
      }
    });
    remove(B, C);
    Eventually.holds("the region has left", PATIENCE, () -> !exists(B) && !isSending(B));
    assertThat(regions.table(A).features().replica(C)).isPresent();
    assertThat(regions.table(C).features().replica(A)).isPresent();
  }

  private boolean isSending(String region) {
    return regions.engine(region).catalog().lifecycle().jobs().stream()
        .anyMatch(job -> job.kind().equals("replication"));
  }

  /** Deletes the replica of a region in that region. */
  private void delete(String region) {
    regions.engine(region).replication().delete(TABLE, table -> {}).join();
  }

  private void awaitNone(String region) {
    Eventually.holds(region + " has no table", PATIENCE, () -> !exists(region));
  }

  @Test
  void a_replica_that_its_own_region_deletes_first_refuses_writes_and_sends_its_changes() {
    open(A, B);
    regions.partition(true);
    put(B, "last");
    delete(B);
    assertThat(regions.table(B).status()).isEqualTo(TableDefinition.Status.DELETING);
    assertThatThrownBy(() -> put(B, "later"))
        .isInstanceOfSatisfying(
            CompletionException.class, failure -> assertThat(isMissing(failure)).isTrue());
    regions.partition(false);
    awaitOnly(A);
    assertThat(items(A)).containsExactly("last");
  }

  @Test
  void its_deletion_continues_after_a_restart() {
    open(A, B);
    regions.partition(true);
    put(B, "last");
    delete(B);
    regions.engine(B).close();
    regions.partition(false);
    regions.reopen(B);
    awaitOnly(A);
    assertThat(items(A)).containsExactly("last");
  }

  @Test
  void its_deletion_can_be_completed_in_a_fork() {
    open(A, B);
    regions.partition(true);
    put(B, "last");
    delete(B);
    regions.engine(B).close();
    regions.reopenAlone(B);
    assertThat(regions.table(B).status()).isEqualTo(TableDefinition.Status.DELETING);
    deleteByRule(B);
    assertThat(exists(B)).isFalse();
  }

  @Test
  void a_deletion_by_another_region_can_be_completed_in_a_fork() {
    open(A, B);
    regions.partition(true);
    put(B, "last");
    assertThat(drop(B, A, false)).isEqualTo(Peer.Reply.BUSY);
    regions.engine(B).close();
    regions.reopenAlone(B);
    assertThat(regions.table(B).status()).isEqualTo(TableDefinition.Status.DELETING);
    deleteByRule(B);
    assertThat(exists(B)).isFalse();
  }

  private void deleteByRule(String region) {
    regions.engine(region).replication().delete(TABLE, InUseErrors::checkChangeable).join();
  }

  @Test
  void a_replica_that_is_deleted_while_it_is_copied_does_not_wait_for_the_rest_of_the_copy() {
    regions.open(A, C);
    regions.create(A);
    IntStream.range(0, 1000).forEach(i -> put(A, "" + i));
    var kinds = new CopyOnWriteArrayList<Message.Kind>();
    regions.beforeDelivery((to, message) -> {
      if (to.equals(C)) {
        kinds.add(message.kind());
        if (message.kind() == Message.Kind.CHANGE
            && kinds.indexOf(Message.Kind.CHANGE) == kinds.size() - 1) {
          remove(A, C);
        }
      }
    });
    regions.addReplica(A, C);
    Eventually.holds("C receives the deletion", PATIENCE, () -> kinds.contains(Message.Kind.DROP));
    awaitOnly(A);
    assertThat(kinds.subList(0, kinds.indexOf(Message.Kind.DROP)))
        .filteredOn(Message.Kind.CHANGE::equals)
        .hasSizeBetween(1, 2);
  }

  @Test
  void a_table_is_not_deleted_while_its_region_deletes_another_replica() {
    open(A, B);
    regions.partition(true);
    remove(A, B);
    assertThatThrownBy(() -> delete(A)).hasMessageContaining("in use");
    assertThat(regions.table(A).status()).isEqualTo(TableDefinition.Status.ACTIVE);
    regions.partition(false);
    awaitOnly(A);
    delete(A);
    awaitNone(A);
  }

  @Test
  void a_table_is_not_deleted_while_its_region_copies_a_new_replica() {
    regions.open(A, B);
    regions.create(A);
    regions.partition(true);
    regions.addReplica(A, B);
    assertThatThrownBy(() -> delete(A)).hasMessageContaining("in use");
    assertThat(regions.table(A).status()).isEqualTo(TableDefinition.Status.ACTIVE);
    regions.partition(false);
    regions.awaitConvergence();
    delete(A);
    awaitOnly(B);
  }

  @Test
  void it_is_deleted_even_if_the_other_region_leaves_first() {
    open(A, B);
    regions.partition(true);
    put(B, "last");
    delete(B);
    var left = Message.about(Message.Kind.LEAVE, TABLE, A, A);
    assertThat(regions.engine(B).replication().receive(left)).isEqualTo(Peer.Reply.DONE);
    awaitNone(B);
  }

  @Test
  void two_regions_that_delete_their_own_replicas_both_lose_the_table() {
    open(A, B);
    regions.partition(true);
    put(A, "a");
    put(B, "b");
    delete(A);
    delete(B);
    regions.partition(false);
    awaitNone(A);
    awaitNone(B);
  }

  @Test
  @Tag("long")
  void it_is_deleted_after_a_while_if_no_other_region_can_be_reached() {
    open(A, B);
    regions.partition(true);
    put(B, "last");
    delete(B);
    awaitNone(B);
  }
}
