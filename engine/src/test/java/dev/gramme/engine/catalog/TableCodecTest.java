package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.BillingMode;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.Encryption;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.Recovery;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableCapacity;
import dev.gramme.model.TableChanges;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableFeatures;
import dev.gramme.model.TableIdentity;
import dev.gramme.model.TableProperties;
import dev.gramme.model.TableSchema;
import dev.gramme.model.Throughput;
import dev.gramme.model.TimeToLive;
import dev.gramme.model.Transition;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.WarmThroughput;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class TableCodecTest {
  private static final Instant T1 = Instant.parse("2026-11-21T01:02:03.004005006Z");
  private static final Instant T2 = Instant.parse("2026-11-22T00:00:00Z");

  private static TableDefinition everything() {
    var types = new LinkedHashMap<String, AttributeType>();
    types.put("z", AttributeType.S);
    types.put("a", AttributeType.N);
    types.put("m", AttributeType.B);
    var z = new KeyAttribute("z", AttributeType.S);
    var a = new KeyAttribute("a", AttributeType.N);
    var m = new KeyAttribute("m", AttributeType.B);
    var tags = new LinkedHashMap<String, String>();
    tags.put("team", "");
    tags.put("cost center", "ä:/@");
    return new TableDefinition(
        new TableIdentity("every.thing", new UUID(1, 2), 7, "eu-central-1", T1),
        TableDefinition.Status.UPDATING,
        new TableSchema(
            new KeySchema(List.of(z), List.of(a)),
            types,
            List.of(
                new LocalIndex(
                    "local",
                    1,
                    new KeySchema(List.of(z), List.of(m)),
                    new IndexProjection(IndexProjection.Type.INCLUDE, List.of("y", "x")))),
            List.of(
                new GlobalIndex(
                    "global",
                    8,
                    new KeySchema(List.of(m, a), List.of(z)),
                    IndexProjection.KEYS_ONLY,
                    GlobalIndex.Status.CREATING,
                    true,
                    new Throughput(1, 2, T1, null, 0),
                    null,
                    new WarmThroughput(30_000, 10_000))),
            List.of(
                new VectorIndex(
                    "vector",
                    9,
                    "embedding",
                    4096,
                    VectorIndex.Distance.DOT_PRODUCT,
                    m,
                    List.of(z, a),
                    new IndexProjection(IndexProjection.Type.INCLUDE, List.of("x")),
                    GlobalIndex.Status.CREATING,
                    true))),
        new TableCapacity(
            BillingMode.PROVISIONED,
            T1,
            new Throughput(40_000, 1, T1, T2, 3),
            new OnDemandThroughput(null, 9L),
            null,
            new ReadCeilings(100L, Map.of("global", 7L))),
        new TableFeatures(
            new StreamSpecification(StreamSpecification.ViewType.NEW_AND_OLD_IMAGES, "label"),
            "label",
            new ChangeLog(
                Set.of(ChangeLog.STREAM, ChangeLog.RECOVERY),
                List.of(
                    new ChangeLog.Shard(2, 0, 1, Instant.EPOCH),
                    new ChangeLog.Shard(3, -5, 1, Instant.EPOCH)),
                4),
            new TimeToLive("expires", TimeToLive.Status.ENABLED, Instant.EPOCH),
            new Recovery(Instant.EPOCH, 35),
            List.of(
                new Replica(
                    "eu-west-1",
                    Replica.Status.CREATING,
                    T1,
                    new ReplicaSettings(
                        "STANDARD",
                        "a key",
                        new ReadCeilings(null, Map.of("global", 5L, "x", -1L))),
                    77)),
            new StrongConsistency("us-east-1", "us-west-2")),
        new TableProperties(
            "STANDARD", true, tags, new Encryption("arn:aws:kms:eu-central-1:000000000000:key/k")),
        new TableChanges(
            List.of(
                new Transition(Transition.Kind.STREAM, "ENABLE", T1),
                new Transition(Transition.Kind.INDEX_BACKFILL, "global", T2)),
            Map.of(
                TableChanges.Limited.TABLE_CLASS,
                List.of(T1, T2),
                TableChanges.Limited.TAGS,
                List.of(T2))));
  }

  @Test
  void a_full_definition_is_decoded_as_it_was_encoded() {
    var definition = everything();
    var back = TableCodec.decode(ItemCodec.decode(ItemCodec.encode(TableCodec.encode(definition))));
    assertThat(back).isEqualTo(definition);
    assertThat(back.attributeTypes().keySet()).containsExactly("z", "a", "m");
    assertThat(back.properties().tags().keySet()).containsExactly("team", "cost center");
  }

  @Test
  void a_minimal_definition_is_decoded_as_it_was_encoded() {
    var definition = Tables.table("small").apply(() -> 3);
    assertThat(TableCodec.decode(TableCodec.encode(definition))).isEqualTo(definition);
  }

  @Test
  void unknown_attributes_are_ignored_and_absent_ones_are_empty() {
    var item = TableCodec.encode(everything()).toBuilder();
    item.put("FromTheFuture", new S("x"));
    item.remove("Tags").remove("StreamViewType").remove("OnDemand").remove("DeletionProtected");
    var back = TableCodec.decode(item.build());
    assertThat(back.properties().tags()).isEmpty();
    assertThat(back.features().stream()).isNull();
    assertThat(back.capacity().onDemand()).isNull();
    assertThat(back.properties().deletionProtected()).isFalse();
  }

  @Test
  void a_replica_stored_by_an_earlier_version_keeps_its_requested_settings() {
    var replica =
        Item.builder(5)
            .put("Region", new S("eu-west-1"))
            .put("Status", new S("ACTIVE"))
            .put("TableClass", new S("STANDARD"))
            .put("ReadUnits", N.of(5))
            .put("MaxReads", N.of(9))
            .build();
    var item = TableCodec.encode(everything()).toBuilder();
    item.put("Replicas", new L(List.of(new M(replica)))).remove("ReadCeilings");
    var back = TableCodec.decode(item.build());
    var settings = new ReplicaSettings("STANDARD", null, new ReadCeilings(9L, Map.of()));
    assertThat(back.features().replicas())
        .containsExactly(new Replica("eu-west-1", Replica.Status.ACTIVE, null, settings, 0));
    assertThat(back.capacity().readCeilings()).isEqualTo(ReadCeilings.NONE);
  }
}
