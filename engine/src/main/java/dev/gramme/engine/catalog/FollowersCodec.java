package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.Item;
import dev.gramme.model.Recovery;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the part of a stored definition about change processing: log, replicas, expiry, recovery.
 */
final class FollowersCodec {
  private FollowersCodec() {}

  static void put(Item.Builder out, TableDefinition table) {
    String label = table.latestStreamLabel();
    if (label != null) {
      out.put("LatestStreamLabel", new S(label));
    }
    ChangeLog log = table.log();
    if (log != null) {
      out.put("Log", new M(encode(log)));
    }
    TimeToLive timeToLive = table.timeToLive();
    if (timeToLive != null) {
      var value = Item.builder(3).put("Attribute", new S(timeToLive.attribute()));
      value.put("Status", new S(timeToLive.status().name()));
      TableCodec.putInstant(value, "Changed", timeToLive.changed());
      out.put("TimeToLive", new M(value.build()));
    }
    Recovery recovery = table.recovery();
    if (recovery != null) {
      var value = Item.builder(2).put("Days", N.of(recovery.days()));
      TableCodec.putInstant(value, "Since", recovery.since());
      out.put("Recovery", new M(value.build()));
    }
    if (table.isGlobal()) {
      out.put(
          "Replicas",
          TableCodec.list(table.replicas().stream().map(ReplicaCodec::encode).toList()));
    }
    ReplicaCodec.put(out, table.readCeilings());
  }

  static List<Replica> replicas(Item in) {
    return TableCodec.maps(in, "Replicas").stream().map(ReplicaCodec::decode).toList();
  }

  private static Item encode(ChangeLog log) {
    var shards = new ArrayList<Item>(log.shards().size());
    for (ChangeLog.Shard shard : log.shards()) {
      var out = Item.builder(4).put("Number", N.of(shard.number()));
      out.put("FirstHash", N.of(shard.firstHash()));
      out.put("Parent", N.of(shard.parent()));
      TableCodec.putInstant(out, "Opened", shard.opened());
      shards.add(out.build());
    }
    return Item.builder(3)
        .put("Readers", TableCodec.texts(log.readers().stream().sorted().toList()))
        .put("Shards", TableCodec.list(shards))
        .put("NextShard", N.of(log.nextShard()))
        .build();
  }

  static @Nullable String latestStreamLabel(Item in) {
    return in.get("LatestStreamLabel") instanceof S(var label) ? label : null;
  }

  static @Nullable ChangeLog log(Item in) {
    if (!(in.get("Log") instanceof M(var log))) {
      return null;
    }
    var shards =
        TableCodec.maps(log, "Shards").stream()
            .map(shard ->
                new ChangeLog.Shard(
                    TableCodec.number(shard, "Number"),
                    TableCodec.units(shard, "FirstHash"),
                    TableCodec.number(shard, "Parent"),
                    opened(shard)))
            .toList();
    return new ChangeLog(
        Set.copyOf(TableCodec.texts(log, "Readers")), shards, TableCodec.number(log, "NextShard"));
  }

  private static Instant opened(Item shard) {
    return Instant.parse(TableCodec.text(shard, "Opened"));
  }

  static @Nullable TimeToLive timeToLive(Item in) {
    return in.get("TimeToLive") instanceof M(var value)
        ? new TimeToLive(
            TableCodec.text(value, "Attribute"),
            TimeToLive.Status.valueOf(TableCodec.text(value, "Status")),
            Instant.parse(TableCodec.text(value, "Changed")))
        : null;
  }

  static @Nullable Recovery recovery(Item in) {
    return in.get("Recovery") instanceof M(var value)
        ? new Recovery(
            Instant.parse(TableCodec.text(value, "Since")), TableCodec.number(value, "Days"))
        : null;
  }
}
