package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Transition.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TableDefinitionTest {
  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");
  private static final KeyAttribute PK = new KeyAttribute("pk", AttributeType.S);
  private static final KeyAttribute SK = new KeyAttribute("sk", AttributeType.N);
  private static final KeyAttribute CITY = new KeyAttribute("city", AttributeType.S);
  private static final KeySchema KEY = new KeySchema(List.of(PK), List.of(SK));
  private static final LocalIndex LOCAL =
      new LocalIndex("local", 2, new KeySchema(List.of(PK), List.of(CITY)), IndexProjection.ALL);
  private static final GlobalIndex GLOBAL = global("global", 3);
  private static final VectorIndex VECTOR =
      new VectorIndex(
          "vector",
          4,
          "embedding",
          2,
          VectorIndex.Distance.COSINE,
          CITY,
          List.of(SK),
          IndexProjection.ALL,
          GlobalIndex.Status.ACTIVE,
          false);
  private static final TableDefinition TABLE =
      TableDefinition.of(
          new TableIdentity("table", new UUID(1, 2), 1, "us-east-1", NOW),
          new TableSchema(
              KEY,
              Map.of("pk", AttributeType.S, "sk", AttributeType.N, "city", AttributeType.S),
              List.of(LOCAL),
              List.of(GLOBAL),
              List.of(VECTOR)));

  private static GlobalIndex global(String name, int number) {
    return new GlobalIndex(
        name,
        number,
        new KeySchema(List.of(CITY), List.of()),
        new IndexProjection(IndexProjection.Type.INCLUDE, List.of("included")),
        GlobalIndex.Status.ACTIVE,
        false,
        Throughput.ON_DEMAND,
        null,
        null);
  }

  @Test
  void a_new_table_is_active_and_on_demand() {
    assertThat(TABLE.status()).isEqualTo(TableDefinition.Status.ACTIVE);
    assertThat(TABLE.name()).isEqualTo("table");
    assertThat(TABLE.id()).isEqualTo(new UUID(1, 2));
    assertThat(TABLE.number()).isEqualTo(1);
    assertThat(TABLE.region()).isEqualTo("us-east-1");
    assertThat(TABLE.created()).isEqualTo(NOW);
    assertThat(TABLE.capacity()).isEqualTo(TableCapacity.onDemandSince(NOW));
    assertThat(TABLE.capacity().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(TABLE.capacity().ceilings()).isNull();
    assertThat(TABLE.features()).isEqualTo(TableFeatures.NONE);
    assertThat(TABLE.properties()).isEqualTo(TableProperties.NONE);
    assertThat(TABLE.changes()).isEqualTo(TableChanges.NONE);
    assertThat(TABLE.key()).isEqualTo(KEY);
    assertThat(TABLE.attributeTypes()).hasSize(3);
    assertThat(TABLE.localIndexes()).containsExactly(LOCAL);
    assertThat(TABLE.globalIndexes()).containsExactly(GLOBAL);
    assertThat(TABLE.vectorIndexes()).containsExactly(VECTOR);
  }

  @Test
  void indexes_have_names() {
    assertThat(TABLE.index("local")).isEqualTo(Optional.of(LOCAL));
    assertThat(TABLE.index("global")).isEqualTo(Optional.of(GLOBAL));
    assertThat(TABLE.index("vector")).isEmpty();
    assertThat(TABLE.globalIndex("global")).contains(GLOBAL);
    assertThat(TABLE.globalIndex("local")).isEmpty();
    assertThat(TABLE.vectorIndex("vector")).contains(VECTOR);
    assertThat(TABLE.vectorIndex("global")).isEmpty();
  }

  @Test
  void key_attributes_are_those_of_the_table_and_of_all_indexes() {
    assertThat(TABLE.schema().keyAttributes()).containsExactlyInAnyOrder("pk", "sk", "city");
    assertThat(VECTOR.schema()).containsExactly(CITY, SK);
    assertThat(VECTOR.isReadable()).isTrue();
    assertThat(VECTOR.withStatus(GlobalIndex.Status.CREATING, true).isReadable()).isFalse();
  }

  @Test
  void the_key_of_an_item_has_the_key_attributes() {
    var item = Item.builder().put("x", N.of(9)).put("sk", N.of(1)).put("pk", new S("p")).build();
    assertThat(KEY.isIn(item)).isTrue();
    assertThat(KEY.of(item)).isEqualTo(Item.of("pk", new S("p"), "sk", N.of(1)));
    assertThat(KEY.of(item).names()).containsExactly("pk", "sk");
    assertThat(KEY.names()).containsExactly("pk", "sk");
    assertThat(KEY.contains("pk")).isTrue();
    assertThat(KEY.contains("sk")).isTrue();
    assertThat(KEY.contains("x")).isFalse();
    assertThat(KEY.isIn(Item.of("pk", new S("p")))).isFalse();
    assertThat(KEY.isIn(Item.of("pk", new S("p"), "sk", new S("1")))).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KEY.of(Item.of("pk", new S("p"))))
        .withMessage("the item lacks the key attribute sk");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KeySchema(List.of(), List.of(SK)))
        .withMessage("a key schema must have a partition key");
    assertThat(new KeySchema(List.of(PK), List.of()).attributes()).containsExactly(PK);
  }

  @Test
  void an_index_lacks_the_attributes_that_are_not_projected() {
    List<DocumentPath> paths =
        List.of(
            DocumentPath.of("other").then(new DocumentPath.Element.Index(0)),
            DocumentPath.of("pk"),
            DocumentPath.of("city"),
            DocumentPath.of("included"),
            DocumentPath.of("other"),
            DocumentPath.of("another"));
    assertThat(GLOBAL.missing(KEY, paths)).containsExactly("other", "another");
    assertThat(LOCAL.missing(KEY, paths)).isEmpty();
  }

  @Test
  void a_builder_changes_what_it_is_given_and_nothing_else() {
    assertThat(TABLE.toBuilder().build()).isEqualTo(TABLE);
    var ttl = new TimeToLive("expires", TimeToLive.Status.ENABLED, NOW);
    var ceilings = new OnDemandThroughput(5L, 6L);
    var changed =
        TABLE.toBuilder()
            .status(TableDefinition.Status.UPDATING)
            .attributeTypes(Map.of("pk", AttributeType.S))
            .billing(BillingMode.PROVISIONED, null)
            .throughput(Throughput.of(3, 4))
            .onDemand(ceilings)
            .latestStreamLabel("label")
            .timeToLive(ttl)
            .tableClass("STANDARD")
            .deletionProtected(true)
            .tags(Map.of("k", "v"))
            .encryption(new Encryption("arn"))
            .build();
    assertThat(changed.status()).isEqualTo(TableDefinition.Status.UPDATING);
    assertThat(changed.attributeTypes()).containsOnlyKeys("pk");
    assertThat(changed.capacity().billingMode()).isEqualTo(BillingMode.PROVISIONED);
    assertThat(changed.capacity().billingSwitched()).isNull();
    assertThat(changed.capacity().throughput()).isEqualTo(Throughput.of(3, 4));
    assertThat(changed.capacity().onDemand()).isEqualTo(ceilings);
    assertThat(changed.features().latestStreamLabel()).isEqualTo("label");
    assertThat(changed.features().timeToLive()).isEqualTo(ttl);
    assertThat(changed.properties())
        .isEqualTo(new TableProperties("STANDARD", true, Map.of("k", "v"), new Encryption("arn")));
    assertThat(changed.identity()).isEqualTo(TABLE.identity());
    assertThat(changed.key()).isEqualTo(KEY);
    assertThat(changed.globalIndexes()).containsExactly(GLOBAL);
  }

  @Test
  void an_index_is_replaced_by_the_index_of_the_same_name() {
    var two = TABLE.toBuilder().globalIndexes(List.of(GLOBAL, global("second", 5))).build();
    var deleting = GLOBAL.withStatus(GlobalIndex.Status.DELETING, false);
    assertThat(two.toBuilder().globalIndex(deleting).build().globalIndexes())
        .containsExactly(deleting, global("second", 5));
    assertThat(deleting.isReadable()).isFalse();
    assertThat(GLOBAL.withStatus(GlobalIndex.Status.UPDATING, false).isReadable()).isTrue();
    var creating = VECTOR.withStatus(GlobalIndex.Status.CREATING, true);
    assertThat(two.toBuilder().vectorIndex(creating).build().vectorIndexes())
        .containsExactly(creating);
  }

  @Test
  void a_replica_is_added_or_replaced_in_its_place() {
    var first = Replica.of("eu-west-1", Replica.Status.ACTIVE);
    var second = Replica.of("eu-west-2", Replica.Status.ACTIVE);
    var changed = first.withStatus(Replica.Status.DELETING);
    var table = TABLE.toBuilder().replica(first).replica(second).replica(changed).build();
    assertThat(table.features().replicas()).containsExactly(changed, second);
  }

  @Test
  void a_new_replica_is_copied_by_one_region() {
    var replica = Replica.creating("eu-west-1", NOW, ReplicaSettings.NONE);
    assertThat(replica.isToBeCopied()).isTrue();
    assertThat(replica.withStatus(Replica.Status.ACTIVE).isToBeCopied()).isFalse();
    assertThat(replica.forOtherRegion().isToBeCopied()).isFalse();
    assertThat(Replica.of("eu-west-1", Replica.Status.CREATING).isToBeCopied()).isFalse();
    var settings = ReplicaSettings.NONE.withTableClass("STANDARD");
    assertThat(replica.withSettings(settings, 7))
        .isEqualTo(new Replica("eu-west-1", Replica.Status.CREATING, NOW, settings, 7));
  }

  @Test
  void a_region_has_settings_of_its_own() {
    var ceilings = ReadCeilings.NONE.withTable(9);
    var settings =
        ReplicaSettings.NONE
            .withTableClass("STANDARD_INFREQUENT_ACCESS")
            .withKey(new Encryption("arn"))
            .withCeilings(ceilings);
    var table = settings.applyTo(TABLE);
    assertThat(ReplicaSettings.of(table)).isEqualTo(settings);
    assertThat(table.changes().recent(TableChanges.Limited.TABLE_CLASS, NOW)).isEmpty();
    assertThat(ReplicaSettings.of(TABLE)).isEqualTo(ReplicaSettings.NONE);
    var changed = settings.change(TABLE, NOW);
    assertThat(changed.changes().recent(TableChanges.Limited.TABLE_CLASS, NOW))
        .containsExactly(NOW);
    assertThat(settings.change(changed, NOW.plusSeconds(9))).isEqualTo(changed);
  }

  @Test
  void ceilings_of_a_region_replace_the_shared_ones() {
    var shared = new OnDemandThroughput(5L, 6L);
    var table =
        TABLE.toBuilder()
            .onDemand(shared)
            .readCeilings(ReadCeilings.NONE.withTable(9).withIndex("global", 8))
            .build();
    assertThat(table.capacity().ceilings()).isEqualTo(new OnDemandThroughput(9L, 6L));
    assertThat(table.capacity().ceilings(GLOBAL)).isEqualTo(new OnDemandThroughput(8L, null));
    var unlimited = table.toBuilder().readCeilings(ReadCeilings.NONE.withTable(-1)).build();
    assertThat(unlimited.capacity().ceilings()).isEqualTo(new OnDemandThroughput(null, 6L));
    assertThat(unlimited.toBuilder().onDemand(null).build().capacity().ceilings()).isNull();
    var merged = table.toBuilder().mergedCeilings().build();
    assertThat(merged.capacity().onDemand()).isEqualTo(new OnDemandThroughput(9L, 6L));
    assertThat(merged.globalIndexes().getFirst().onDemand())
        .isEqualTo(new OnDemandThroughput(8L, null));
    assertThat(merged.capacity().readCeilings().isEmpty()).isTrue();
    assertThat(table.capacity().readCeilings().isEmpty()).isFalse();
  }

  @Test
  void ceilings_of_indexes_end_with_their_index() {
    var table =
        TABLE.toBuilder()
            .readCeilings(ReadCeilings.NONE.withTable(9).withIndex("global", 8))
            .build();
    var without = table.toBuilder().globalIndexes(List.of()).build();
    assertThat(without.capacity().readCeilings()).isEqualTo(ReadCeilings.NONE.withTable(9));
  }

  @Test
  void a_change_of_a_shared_ceiling_removes_the_regions_own() {
    var before =
        TABLE.toBuilder()
            .readCeilings(ReadCeilings.NONE.withTable(9).withIndex("global", 8))
            .build();
    var table = before.toBuilder().onDemand(new OnDemandThroughput(1L, 1L)).build();
    assertThat(table.withoutReplacedCeilings(before).capacity().readCeilings())
        .isEqualTo(ReadCeilings.NONE.withIndex("global", 8));
    var index =
        before.toBuilder().globalIndex(GLOBAL.withCeilings(new OnDemandThroughput(1L, 1L))).build();
    assertThat(index.withoutReplacedCeilings(before).capacity().readCeilings())
        .isEqualTo(ReadCeilings.NONE.withTable(9));
    assertThat(before.withoutReplacedCeilings(before)).isEqualTo(before);
    assertThat(TABLE.withoutReplacedCeilings(TABLE)).isEqualTo(TABLE);
  }

  @Test
  void changes_count_for_a_time() {
    var limited = TableChanges.Limited.TAGS;
    var once = TableChanges.NONE.with(limited, NOW);
    assertThat(once.recent(limited, NOW.plusMillis(1999))).containsExactly(NOW);
    assertThat(once.recent(limited, NOW.plusMillis(2000))).isEmpty();
    assertThat(once.recent(TableChanges.Limited.ENCRYPTION, NOW)).isEmpty();
    var twice = once.with(limited, NOW.plusSeconds(1));
    assertThat(twice.recent(limited, NOW.plusSeconds(1))).containsExactly(NOW, NOW.plusSeconds(1));
    var later = once.with(limited, NOW.plusSeconds(10));
    assertThat(later.recent().get(limited)).containsExactly(NOW.plusSeconds(10));
  }

  @Test
  void changes_in_progress_have_kind_and_subject() {
    var first = new Transition(Kind.INDEX_UPDATE, "one", NOW);
    var second = new Transition(Kind.INDEX_UPDATE, "two", NOW);
    var changes = TableChanges.NONE.withUnderWay(List.of(first, second));
    assertThat(changes.find(Kind.INDEX_UPDATE)).contains(first);
    assertThat(changes.find(Kind.STREAM)).isEmpty();
    assertThat(changes.has(Kind.INDEX_UPDATE, "two")).isTrue();
    assertThat(changes.has(Kind.INDEX_UPDATE, "three")).isFalse();
    assertThat(changes.has(Kind.STREAM, "two")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void a_change_shows_as_a_state_of_the_table(Kind kind) {
    assertThat(new Transition(kind, "", NOW).status())
        .isEqualTo(
            switch (kind) {
              case CREATION -> TableDefinition.Status.CREATING;
              case DELETION, REPLICA_DELETION -> TableDefinition.Status.DELETING;
              case ENCRYPTION, INDEX_BACKFILL, VERSION_REMOVAL -> TableDefinition.Status.ACTIVE;
              default -> TableDefinition.Status.UPDATING;
            });
  }

  @ParameterizedTest
  @EnumSource(TimeToLive.Status.class)
  void time_to_live_is_on_from_the_moment_that_it_is_enabled(TimeToLive.Status status) {
    assertThat(new TimeToLive("expires", status, NOW).isOn())
        .isEqualTo(status.name().startsWith("ENABL"));
  }
}
