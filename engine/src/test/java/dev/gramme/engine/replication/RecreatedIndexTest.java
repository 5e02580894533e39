package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import dev.gramme.model.Transition;
import dev.gramme.model.VectorIndex;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexes that are deleted and created again with the same name. */
class RecreatedIndexTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String C = "c-region";
  private static final String TABLE = ConnectedRegions.TABLE;
  private static final String INDEX = Tables.INDEX;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Instant LATER = Instant.parse("2126-01-01T00:00:00Z");

  private static final Item ONE =
      Item.of(
          Map.of(
              "id",
              new S("one"),
              "color",
              new S("red"),
              "shape",
              new S("round"),
              "v",
              new L(List.<AttributeValue>of(N.of(1), N.of(2)))));

  private final ConnectedRegions regions = new ConnectedRegions();

  @BeforeEach
  void open() {
    regions.open(A, B, C);
    regions.create(A);
    regions.addReplica(A, B);
    regions.awaitConvergence();
    var put = new WriteAction.Put(TABLE, ONE, null, false);
    regions.engine(A).write(WriteRequest.single(put)).join();
    regions.awaitConvergence();
    regions.engine(A).catalog().change(TABLE, Tables::withIndex).join();
    awaitIndex(B);
  }

  @AfterEach
  void close() {
    regions.close();
  }

  private void change(String region, UnaryOperator<TableDefinition> change) {
    var _ =
        regions
            .engine(region)
            .catalog()
            .change(TABLE, (table, numbers) -> change.apply(table))
            .join();
  }

  private GlobalIndex index(String region) {
    return regions.table(region).globalIndex(INDEX).orElseThrow();
  }

  private void awaitIndex(String region) {
    Eventually.holds(
        "the index is active",
        PATIENCE,
        () ->
            regions
                .table(region)
                .globalIndex(INDEX)
                .filter(index -> index.status() == GlobalIndex.Status.ACTIVE)
                .isPresent());
  }

  /** Waits until region B has the key of region A. Until then it may have no index for a moment. */
  private void awaitNewKey() {
    Eventually.holds(
        "the index has the new key",
        PATIENCE,
        () ->
            regions
                .table(B)
                .globalIndex(INDEX)
                .filter(index -> index.key().equals(index(A).key()) && index.isReadable())
                .isPresent());
  }

  private List<Item> entries(String region) {
    return Tables.itemsUnder(regions.store(region), index(region).number());
  }

  /** Deletes the index in a region and creates it with another key and projection. */
  private void recreate(String region, String attribute, AttributeType type) {
    change(region, RecreatedIndexTest::withoutIndexes);
    var _ =
        regions
            .engine(region)
            .catalog()
            .change(
                TABLE,
                (table, numbers) -> {
                  var types = new LinkedHashMap<>(table.attributeTypes());
                  types.put(attribute, type);
                  var key = new KeySchema(List.of(new KeyAttribute(attribute, type)), List.of());
                  var index =
                      new GlobalIndex(
                          INDEX,
                          numbers.nextOfGlobalIndex(),
                          key,
                          IndexProjection.ALL,
                          GlobalIndex.Status.CREATING,
                          true,
                          Throughput.ON_DEMAND,
                          null,
                          null);
                  return table.toBuilder()
                      .attributeTypes(types)
                      .globalIndexes(List.of(index))
                      .build();
                })
            .join();
  }

  private static TableDefinition withoutIndexes(TableDefinition table) {
    var types = new LinkedHashMap<>(table.attributeTypes());
    types.keySet().retainAll(table.key().names());
    return table.toBuilder()
        .globalIndexes(List.of())
        .vectorIndexes(List.of())
        .attributeTypes(types)
        .build();
  }

  /** The state of a table whose index is being deleted with delays of states. */
  private static TableDefinition deletingIndex(TableDefinition table) {
    var deletion = new Transition(Transition.Kind.INDEX_DELETION, INDEX, LATER);
    return table.toBuilder()
        .status(TableDefinition.Status.UPDATING)
        .globalIndexes(
            table.globalIndexes().stream()
                .map(index -> index.withStatus(GlobalIndex.Status.DELETING, false))
                .toList())
        .changes(table.changes().withUnderWay(List.of(deletion)))
        .build();
  }

  @Test
  void an_index_that_another_region_recreated_with_another_key_is_built_again() {
    regions.partition(true);
    int old = index(B).number();
    recreate(A, "shape", AttributeType.S);

    regions.partition(false);

    awaitNewKey();
    assertThat(index(B).number()).isNotEqualTo(old);
    assertThat(entries(B)).containsExactly(ONE).isEqualTo(entries(A));
    Eventually.holds(
        "the rows of the old index are removed",
        PATIENCE,
        () -> Tables.itemsUnder(regions.store(B), old).isEmpty());
  }

  @Test
  void so_is_one_whose_key_attribute_has_another_type() {
    regions.partition(true);
    recreate(A, "color", AttributeType.N);

    regions.partition(false);

    awaitNewKey();
    assertThat(entries(B)).isEmpty();
  }

  @Test
  void an_index_with_another_ceiling_keeps_its_entries() {
    int old = index(B).number();
    change(
        A,
        table ->
            table.toBuilder()
                .globalIndex(index(A).withCeilings(new OnDemandThroughput(10L, 10L)))
                .build());

    Eventually.holds("the ceiling arrives", PATIENCE, () -> index(B).onDemand() != null);
    assertThat(index(B).number()).isEqualTo(old);
    assertThat(index(B).isReadable()).isTrue();
  }

  @Test
  void an_index_that_another_region_recreates_replaces_the_one_that_is_being_deleted() {
    change(B, RecreatedIndexTest::deletingIndex);
    Eventually.holds(
        "the other region has no index",
        PATIENCE,
        () -> regions.table(A).globalIndexes().isEmpty());
    int old = index(B).number();

    regions.engine(A).catalog().change(TABLE, Tables::withIndex).join();

    awaitIndex(B);
    assertThat(index(B).number()).isNotEqualTo(old);
    assertThat(entries(B)).containsExactly(ONE);
    assertThat(regions.table(B).changes().underWay()).isEmpty();
    assertThat(regions.table(B).status()).isEqualTo(TableDefinition.Status.ACTIVE);
    assertThat(regions.table(A).globalIndexes()).hasSize(1);
  }

  @Test
  void a_vector_index_with_other_dimensions_is_built_again() {
    change(A, RecreatedIndexTest::withoutIndexes);
    createVectorIndex(1);
    Eventually.holds("the index arrives", PATIENCE, () -> hasVectorIndex(B, 1));
    int old = regions.table(B).vectorIndexes().getFirst().number();
    regions.partition(true);
    change(A, RecreatedIndexTest::withoutIndexes);
    createVectorIndex(2);

    regions.partition(false);

    Eventually.holds("the new index arrives", PATIENCE, () -> hasVectorIndex(B, 2));
    int number = regions.table(B).vectorIndexes().getFirst().number();
    assertThat(number).isNotEqualTo(old);
    assertThat(Tables.itemsUnder(regions.store(B), number)).hasSize(1);
  }

  private boolean hasVectorIndex(String region, int dimensions) {
    return regions.table(region).vectorIndexes().stream()
        .anyMatch(index -> index.dimensions() == dimensions && index.isReadable());
  }

  private void createVectorIndex(int dimensions) {
    var _ =
        regions
            .engine(A)
            .catalog()
            .change(
                TABLE,
                (table, numbers) -> {
                  var index =
                      new VectorIndex(
                          INDEX,
                          numbers.next(),
                          "v",
                          dimensions,
                          VectorIndex.Distance.EUCLIDEAN,
                          null,
                          List.of(),
                          IndexProjection.ALL,
                          GlobalIndex.Status.CREATING,
                          true);
                  return table.toBuilder().vectorIndexes(List.of(index)).build();
                })
            .join();
  }

  @Test
  void a_new_replica_has_no_index_that_is_being_deleted() {
    change(A, RecreatedIndexTest::deletingIndex);

    regions.addReplica(A, C);
    regions.awaitConvergence();

    assertThat(regions.table(C).globalIndexes()).isEmpty();
    assertThat(regions.table(C).attributeTypes()).containsOnlyKeys("id");
  }
}
