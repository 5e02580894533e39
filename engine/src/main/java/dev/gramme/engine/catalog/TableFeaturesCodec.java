package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.Item;
import dev.gramme.model.Recovery;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableFeatures;
import dev.gramme.model.TimeToLive;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Encodes the features of a stored definition: stream, log, expiry, recovery, replicas. */
final class TableFeaturesCodec {
  private TableFeaturesCodec() {}

  static void put(Item.Builder out, TableFeatures features) {
    StreamSpecification stream = features.stream();
    if (stream != null) {
      out.put("StreamViewType", new S(stream.viewType().name()));
      out.put("StreamLabel", new S(stream.label()));
    }
    String label = features.latestStreamLabel();
    if (label != null) {
      out.put("LatestStreamLabel", new S(label));
    }
    ChangeLog log = features.log();
    if (log != null) {
      out.put("Log", new M(encode(log)));
    }
    TimeToLive timeToLive = features.timeToLive();
    if (timeToLive != null) {
      var value = Item.builder(3).put("Attribute", new S(timeToLive.attribute()));
      value.put("Status", new S(timeToLive.status().name()));
      StoredFields.putInstant(value, "Changed", timeToLive.changed());
      out.put("TimeToLive", new M(value.build()));
    }
    Recovery recovery = features.recovery();
    if (recovery != null) {
      var value = Item.builder(2).put("Days", N.of(recovery.days()));
      StoredFields.putInstant(value, "Since", recovery.since());
      out.put("Recovery", new M(value.build()));
    }
    if (features.isGlobal()) {
      out.put(
          "Replicas",
          StoredFields.list(features.replicas().stream().map(ReplicaCodec::encode).toList()));
    }
    StrongConsistency strong = features.strong();
    if (strong != null) {
      var value = Item.builder(2).put("Home", new S(strong.home()));
      if (strong.witnessRegion() != null) {
        value.put("Witness", new S(strong.witnessRegion()));
      }
      out.put("StrongConsistency", new M(value.build()));
    }
  }

  static TableFeatures features(Item in) {
    return new TableFeatures(
        stream(in),
        in.get("LatestStreamLabel") instanceof S(var label) ? label : null,
        log(in),
        timeToLive(in),
        recovery(in),
        StoredFields.maps(in, "Replicas").stream().map(ReplicaCodec::decode).toList(),
        strong(in));
  }

  private static @Nullable StrongConsistency strong(Item in) {
    return in.get("StrongConsistency") instanceof M(var value)
        ? new StrongConsistency(
            StoredFields.text(value, "Home"),
            value.get("Witness") instanceof S(var witness) ? witness : null)
        : null;
  }

  private static @Nullable StreamSpecification stream(Item in) {
    return in.has("StreamViewType")
        ? new StreamSpecification(
            StreamSpecification.ViewType.valueOf(StoredFields.text(in, "StreamViewType")),
            StoredFields.text(in, "StreamLabel"))
        : null;
  }

  private static Item encode(ChangeLog log) {
    var shards = new ArrayList<Item>(log.shards().size());
    for (ChangeLog.Shard shard : log.shards()) {
      var out = Item.builder(4).put("Number", N.of(shard.number()));
      out.put("FirstHash", N.of(shard.firstHash()));
      out.put("Parent", N.of(shard.parent()));
      StoredFields.putInstant(out, "Opened", shard.opened());
      shards.add(out.build());
    }
    return Item.builder(3)
        .put("Readers", StoredFields.texts(log.readers().stream().sorted().toList()))
        .put("Shards", StoredFields.list(shards))
        .put("NextShard", N.of(log.nextShard()))
        .build();
  }

  private static @Nullable ChangeLog log(Item in) {
    if (!(in.get("Log") instanceof M(var log))) {
      return null;
    }
    var shards =
        StoredFields.maps(log, "Shards").stream()
            .map(shard ->
                new ChangeLog.Shard(
                    StoredFields.number(shard, "Number"),
                    StoredFields.units(shard, "FirstHash"),
                    StoredFields.number(shard, "Parent"),
                    opened(shard)))
            .toList();
    return new ChangeLog(
        Set.copyOf(StoredFields.texts(log, "Readers")),
        shards,
        StoredFields.number(log, "NextShard"));
  }

  private static Instant opened(Item shard) {
    return Instant.parse(StoredFields.text(shard, "Opened"));
  }

  private static @Nullable TimeToLive timeToLive(Item in) {
    return in.get("TimeToLive") instanceof M(var value)
        ? new TimeToLive(
            StoredFields.text(value, "Attribute"),
            TimeToLive.Status.valueOf(StoredFields.text(value, "Status")),
            Instant.parse(StoredFields.text(value, "Changed")))
        : null;
  }

  private static @Nullable Recovery recovery(Item in) {
    return in.get("Recovery") instanceof M(var value)
        ? new Recovery(
            Instant.parse(StoredFields.text(value, "Since")), StoredFields.number(value, "Days"))
        : null;
  }
}
