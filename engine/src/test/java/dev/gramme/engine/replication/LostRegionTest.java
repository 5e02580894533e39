package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableDefinition;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Regions that are gone for good, so that the others are started without them. */
class LostRegionTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String C = "c-region";
  private static final String D = "d-region";
  private static final String TABLE = ConnectedRegions.TABLE;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ConnectedRegions regions = new ConnectedRegions();

  @AfterEach
  void close() {
    regions.close();
  }

  private void open(String... names) {
    regions.open(names);
    regions.create(A);
  }

  private void add(String region) {
    regions.addReplica(A, region);
    regions.awaitConvergence();
  }

  private void put(String region, String id) {
    var put = new WriteAction.Put(TABLE, Tables.item(id, "red"), null, false);
    regions.engine(region).write(WriteRequest.single(put)).join();
  }

  private void remove(String from, String region) {
    regions.engine(from).replication().remove(TABLE, region, table -> {}).join();
  }

  private List<String> replicas(String region) {
    return regions.table(region).features().replicas().stream().map(Replica::region).toList();
  }

  private void awaitReplicas(String region, String... expected) {
    Eventually.holds(
        "the replicas of " + region, PATIENCE, () -> replicas(region).equals(List.of(expected)));
  }

  @Test
  void a_deleted_replica_of_a_lost_region_is_forgotten_by_all() {
    open(A, B, C);
    add(B);
    add(C);
    regions.lose(C);
    put(A, "not in C");
    int number = regions.table(A).number();
    assertThat(Position.read(regions.store(A), number, C)).isPresent();

    remove(A, C);

    awaitReplicas(A, B);
    awaitReplicas(B, A);
    assertThat(Position.read(regions.store(A), number, C)).isEmpty();
    regions.awaitConvergence();
  }

  @Test
  void so_is_one_whose_deletion_began_before_the_region_was_lost() {
    open(A, B);
    add(B);
    regions.partition(true);
    remove(A, B);

    regions.lose(B);

    awaitReplicas(A);
  }

  @Test
  void replicas_of_two_lost_regions_are_forgotten_one_after_the_other() {
    open(A, C, D);
    add(C);
    add(D);
    regions.lose(C);
    regions.lose(D);

    remove(A, C);
    awaitReplicas(A, D);
    remove(A, D);
    awaitReplicas(A);
  }

  @Test
  void a_region_that_copies_to_a_lost_region_can_be_deleted_when_it_has_given_that_up() {
    open(A, B, C);
    add(B);
    regions.beforeDelivery((to, message) -> {
      if (to.equals(C)) {
        throw new Peer.UnreachableException("lost");
      }
    });
    regions.addReplica(A, C);
    awaitReplicas(B, A, C);
    regions.lose(C);
    put(A, "last");
    remove(B, A);

    remove(A, C);

    awaitReplicas(B);
    assertThat(regions.engine(A).catalog().find(TABLE)).isEmpty();
    assertThat(Tables.itemsUnder(regions.store(B), regions.table(B).number()))
        .containsExactly(Tables.item("last", "red"));
  }

  @Test
  void a_strongly_consistent_table_whose_home_is_lost_becomes_one_of_the_region_that_deletes_it() {
    open(A, B, C);
    var replicas = List.of(creating(B), creating(C));
    var strong = new StrongConsistency(A, null);
    regions.engine(A).replication().add(TABLE, replicas, strong, table -> {}).join();
    regions.awaitConvergence();
    put(A, "before");
    regions.awaitConvergence();
    regions.lose(A);

    regions.engine(B).replication().removeStrong(TABLE, table -> {}).join();

    awaitReplicas(B);
    assertThat(regions.engine(C).catalog().find(TABLE)).isEmpty();
    put(B, "after");
    assertThat(Tables.itemsUnder(regions.store(B), regions.table(B).number()))
        .containsExactlyInAnyOrder(Tables.item("before", "red"), Tables.item("after", "red"));
  }

  private static Replica creating(String region) {
    return Replica.creating(region, Instant.EPOCH, ReplicaSettings.NONE);
  }

  private void loseARegionThatCopiesToC() {
    open(A, B, C);
    add(B);
    put(A, "copied");
    regions.awaitConvergence();
    regions.beforeDelivery((to, message) -> {
      if (to.equals(C) && message.kind() == Message.Kind.CHANGE) {
        throw new Peer.UnreachableException("the link is cut");
      }
    });
    regions.addReplica(A, C);
    Eventually.holds(
        "C has a table", PATIENCE, () -> regions.engine(C).catalog().find(TABLE).isPresent());
    regions.lose(A);
    assertThat(regions.table(C).status()).isEqualTo(TableDefinition.Status.CREATING);
    for (String region : List.of(B, C)) {
      var lost = regions.engine(region).replication().hasLostRegion(regions.table(region));
      assertThat(lost).isTrue();
    }
  }

  @Test
  void a_replica_that_a_lost_region_was_copying_can_be_deleted() {
    loseARegionThatCopiesToC();

    remove(B, C);

    awaitReplicas(B, A);
    assertThat(regions.engine(C).catalog().find(TABLE)).isEmpty();
    remove(B, A);
    awaitReplicas(B);
  }

  @Test
  void so_it_can_in_its_own_region() {
    loseARegionThatCopiesToC();

    regions.engine(C).replication().delete(TABLE, table -> {}).join();

    awaitReplicas(B, A);
    assertThat(regions.engine(C).catalog().find(TABLE)).isEmpty();
  }
}
