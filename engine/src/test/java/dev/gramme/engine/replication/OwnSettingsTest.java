package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.TableDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnSettingsTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String C = "c-region";

  private final ConnectedRegions regions = new ConnectedRegions();

  @AfterEach
  void close() {
    regions.close();
  }

  private void openTable() {
    regions.open(A, B, C);
    regions.create(A);
    regions.addReplica(A, B);
    regions.awaitConvergence();
    regions.addReplica(A, C);
    regions.awaitConvergence();
  }

  /** Both members contain the same number, so that a partial change would be detected. */
  private static ReplicaSettings settings(long number) {
    return new ReplicaSettings("STANDARD", "key " + number, ReadCeilings.NONE.withTable(number));
  }

  private ReplicaSettings known(String where, String of) {
    TableDefinition table = regions.table(where);
    return table
        .features()
        .replica(of)
        .map(Replica::settings)
        .orElseGet(() -> ReplicaSettings.of(table));
  }

  private void ask(TableDefinition seen, String from, String of, long number) {
    regions.engine(from).replication().update(seen, of, settings(number)).join();
  }

  private void assertAgreed() {
    for (String of : List.of(A, B, C)) {
      var own = ReplicaSettings.of(regions.table(of));
      for (String where : List.of(A, B, C)) {
        assertThat(known(where, of)).as("%s of %s", where, of).isEqualTo(own);
      }
    }
  }

  @Test
  void of_two_concurrent_requests_to_a_third_region_one_is_rejected() {
    openTable();
    var seenByA = regions.table(A);
    var seenByC = regions.table(C);
    ask(seenByA, A, B, 1);
    assertThatThrownBy(() -> ask(seenByC, C, B, 2))
        .isInstanceOfSatisfying(
            ApiError.class, error -> assertThat(error.type()).isEqualTo(ErrorType.RESOURCE_IN_USE));
    assertThat(known(A, B)).as("at once").isEqualTo(settings(1));
    regions.awaitConvergence();
    assertThat(known(C, B)).isEqualTo(settings(1));
    ask(regions.table(C), C, B, 2);
    regions.awaitConvergence();
    assertThat(known(A, B)).isEqualTo(settings(2));
    assertAgreed();
  }

  @Test
  void of_two_concurrent_requests_in_the_replicas_own_region_one_is_rejected() {
    openTable();
    var seen = regions.table(B);
    ask(seen, B, B, 1);
    assertThatThrownBy(() -> ask(seen, B, B, 2))
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("The resource which you are attempting to change is in use.");
    regions.awaitConvergence();
    assertThat(known(C, B)).isEqualTo(settings(1));
  }

  @Test
  void settings_of_an_unreachable_region_are_changed_in_no_region() {
    openTable();
    regions.partition(true);
    assertThatThrownBy(() -> ask(regions.table(A), A, B, 1))
        .isInstanceOf(Peer.UnreachableException.class);
    regions.partition(false);
    regions.awaitConvergence();
    assertThat(known(A, B)).isEqualTo(ReplicaSettings.NONE);
    assertAgreed();
  }

  @Test
  void a_change_whose_reply_was_lost_is_propagated_and_can_be_repeated() {
    openTable();
    regions.loseRepliesOf(B);
    var seen = regions.table(A);
    assertThatThrownBy(() -> ask(seen, A, B, 1)).isInstanceOf(Peer.UnreachableException.class);
    regions.deliverReplies();
    ask(seen, A, B, 1);
    regions.awaitConvergence();
    assertThat(known(A, B)).isEqualTo(settings(1));
    assertAgreed();
  }

  @Test
  void a_region_that_was_down_receives_changes_and_keeps_its_own_settings() {
    openTable();
    regions.engine(C).close();
    ask(regions.table(A), A, B, 1);
    regions.reopen(C);
    regions.awaitConvergence();
    assertAgreed();
    regions.engine(B).close();
    regions.reopen(B);
    ask(regions.table(C), C, B, 2);
    regions.awaitConvergence();
    assertThat(known(A, B)).isEqualTo(settings(2));
    assertAgreed();
  }

  @Test
  void three_regions_that_change_each_others_settings_during_partitions_converge()
      throws InterruptedException {
    openTable();
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("seed " + seed);
    var askers = new ArrayList<Thread>();
    for (String from : List.of(A, B, C)) {
      var random = new Random(seed + from.hashCode());
      askers.add(Thread.ofPlatform().daemon().start(() -> askAtRandom(random, from)));
    }
    var partitions = new Random(seed);
    while (askers.stream().anyMatch(Thread::isAlive)) {
      regions.partition(partitions.nextInt(4) == 0);
      regions.deliverReplies();
      if (partitions.nextBoolean()) {
        regions.loseRepliesOf(partitions.nextBoolean() ? A : B);
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    for (Thread asker : askers) {
      asker.join();
    }
    regions.partition(false);
    regions.deliverReplies();
    regions.awaitConvergence();
    assertAgreed();
    for (String region : List.of(A, B, C)) {
      var whole = settings(Objects.requireNonNull(known(region, region).ceilings().ofTable()));
      assertThat(known(A, region)).as("changed, and as a whole").isEqualTo(whole);
    }
  }

  /**
   * Repeats requests until this region has changed each replica, and at least 60 requests have
   * succeeded.
   */
  private void askAtRandom(Random random, String from) {
    var all = new ArrayList<>(List.of(A, B, C));
    int done = 0;
    while (done < 60 || !all.isEmpty()) {
      String of = List.of(A, B, C).get(random.nextInt(3));
      try {
        ask(regions.table(from), from, of, 1 + random.nextInt(1000));
        done++;
        all.remove(of);
      } catch (Peer.UnreachableException | ApiError | CompletionException refused) {
        LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
      }
    }
  }
}
