package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.TableCodec;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.engine.catalog.TableStates;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.Replica;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableChanges;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.model.Utf8;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Converts the definition of a table for a replica in another region. */
final class ReplicaDefinition {

  private ReplicaDefinition() {}

  /**
   * The definition of a new replica: that of the copied table without the settings that each region
   * has for itself and without indexes that are being deleted, and with the settings requested for
   * the replica.
   */
  static TableDefinition of(TableDefinition table, Replica replica) {
    var copy =
        TableStates.withoutDeletedIndexes(table).toBuilder()
            .status(TableDefinition.Status.CREATING)
            .changes(TableChanges.NONE)
            .log(null)
            .latestStreamLabel(null)
            .recovery(null)
            .deletionProtected(false)
            .tags(Map.of())
            .build();
    return replica.settings().applyTo(copy);
  }

  /** The received definition as a table of this region. */
  static TableDefinition received(
      Item sent, TableNumberAllocator numbers, String region, Instant now) {
    Map<String, AttributeValue> own = new LinkedHashMap<>(sent.attributes());
    String name = Message.text(sent, "Name");
    String id = region + "/" + Message.text(sent, "Id") + "/" + now;
    own.put("Id", new S(UUID.nameUUIDFromBytes(Utf8.bytes(id)).toString()));
    own.put("Number", N.of(numbers.next()));
    own.put("Region", new S(region));
    own.put("Created", new S(now.toString()));
    for (String kind : SharedSettings.INDEXES) {
      own.put(kind, SharedSettings.list(indexes(kind, sent, numbers)));
    }
    TableDefinition table = TableCodec.decode(SharedSettings.item(own));
    if (!table.name().equals(name)) {
      throw new IllegalStateException("damaged definition of table " + name);
    }
    TimeToLive timeToLive = table.features().timeToLive();
    if (timeToLive != null && timeToLive.isOn()) {
      timeToLive = new TimeToLive(timeToLive.attribute(), TimeToLive.Status.ENABLED, now);
    }
    StreamSpecification stream = table.features().stream();
    return table.toBuilder().timeToLive(timeToLive).stream(
            stream == null ? null : StreamSpecification.enabled(stream.viewType(), now))
        .build();
  }

  private static List<Item> indexes(String kind, Item sent, TableNumberAllocator numbers) {
    var indexes = new ArrayList<Item>();
    for (Item index : SharedSettings.maps(sent, kind)) {
      Map<String, AttributeValue> changed = new LinkedHashMap<>(index.attributes());
      changed.put("Number", N.of(SharedSettings.allocateNumber(kind, numbers)));
      changed.put("Status", new S(GlobalIndex.Status.ACTIVE.name()));
      changed.put("Backfilling", Bool.FALSE);
      indexes.add(SharedSettings.item(changed));
    }
    return indexes;
  }
}
