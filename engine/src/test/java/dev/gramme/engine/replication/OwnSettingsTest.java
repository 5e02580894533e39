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
    regions.settle();
    regions.addReplica(A, C);
    regions.settle();
  }

  /** Both members say the same number, so that half a change would be seen. */
  private static ReplicaSettings settings(long number) {
    return new ReplicaSettings("STANDARD", "key " + number, ReadCeilings.NONE.withTable(number));
  }

  private ReplicaSettings known(String where, String of) {
    TableDefinition table = regions.table(where);
    return table.replica(of).map(Replica::settings).orElseGet(() -> ReplicaSettings.of(table));
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
  void of_two_regions_that_ask_a_third_at_once_one_is_told_that_it_is_being_changed() {
    openTable();
    var seenByA = regions.table(A);
    var seenByC = regions.table(C);
    ask(seenByA, A, B, 1);
    assertThatThrownBy(() -> ask(seenByC, C, B, 2))
        .isInstanceOfSatisfying(
            ApiError.class, error -> assertThat(error.type()).isEqualTo(ErrorType.RESOURCE_IN_USE));
    assertThat(known(A, B)).as("at once").isEqualTo(settings(1));
    regions.settle();
    assertThat(known(C, B)).isEqualTo(settings(1));
    ask(regions.table(C), C, B, 2);
    regions.settle();
    assertThat(known(A, B)).isEqualTo(settings(2));
    assertAgreed();
  }

  @Test
  void of_two_requests_in_the_replicas_own_region_one_is_told_that_it_is_being_changed() {
    openTable();
    var seen = regions.table(B);
    ask(seen, B, B, 1);
    assertThatThrownBy(() -> ask(seen, B, B, 2))
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("The resource which you are attempting to change is in use.");
    regions.settle();
    assertThat(known(C, B)).isEqualTo(settings(1));
  }

  @Test
  void a_region_that_cannot_be_reached_is_not_changed_and_nobody_believes_it_was() {
    openTable();
    regions.part(true);
    assertThatThrownBy(() -> ask(regions.table(A), A, B, 1))
        .isInstanceOf(Peer.UnreachableException.class);
    regions.part(false);
    regions.settle();
    assertThat(known(A, B)).isEqualTo(ReplicaSettings.NONE);
    assertAgreed();
  }

  @Test
  void a_change_whose_answer_was_lost_is_known_everywhere_and_can_be_asked_for_again() {
    openTable();
    regions.loseAnswersOf(B);
    var seen = regions.table(A);
    assertThatThrownBy(() -> ask(seen, A, B, 1)).isInstanceOf(Peer.UnreachableException.class);
    regions.findAnswers();
    ask(seen, A, B, 1);
    regions.settle();
    assertThat(known(A, B)).isEqualTo(settings(1));
    assertAgreed();
  }

  @Test
  void a_region_that_was_down_learns_what_was_changed_and_keeps_what_it_was() {
    openTable();
    regions.engine(C).close();
    ask(regions.table(A), A, B, 1);
    regions.reopen(C);
    regions.settle();
    assertAgreed();
    regions.engine(B).close();
    regions.reopen(B);
    ask(regions.table(C), C, B, 2);
    regions.settle();
    assertThat(known(A, B)).isEqualTo(settings(2));
    assertAgreed();
  }

  @Test
  void three_regions_that_change_each_others_replicas_while_parted_again_and_again_agree()
      throws InterruptedException {
    openTable();
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("seed " + seed);
    var askers = new ArrayList<Thread>();
    for (String from : List.of(A, B, C)) {
      var random = new Random(seed + from.hashCode());
      askers.add(Thread.ofVirtual().start(() -> askAtRandom(random, from)));
    }
    var parting = new Random(seed);
    while (askers.stream().anyMatch(Thread::isAlive)) {
      regions.part(parting.nextInt(4) == 0);
      regions.findAnswers();
      if (parting.nextBoolean()) {
        regions.loseAnswersOf(parting.nextBoolean() ? A : B);
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    for (Thread asker : askers) {
      asker.join();
    }
    regions.part(false);
    regions.findAnswers();
    regions.settle();
    assertAgreed();
    for (String region : List.of(A, B, C)) {
      var whole = settings(Objects.requireNonNull(known(region, region).ceilings().ofTable()));
      assertThat(known(A, region)).as("changed, and as a whole").isEqualTo(whole);
    }
  }

  /** Goes on until this region has had its way with each replica, and 60 times. */
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
