package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.TableCodec;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.engine.catalog.TableStates;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all replicas of a table share: global and vector indexes, billing mode and
 * write units, ceilings, warm throughput, time to live. Each replica has its own read units; only a
 * change of the billing mode copies them from the sending replica.
 *
 * @param document the corresponding members of the stored definition
 */
record SharedSettings(Item document) {
  private static final String ATTRIBUTE_TYPES = "AttributeTypes";

  private static final List<String> MEMBERS =
      List.of(
          ATTRIBUTE_TYPES,
          "BillingMode",
          "WriteUnits",
          "ReadUnits",
          "OnDemand",
          "WarmReadUnits",
          "WarmWriteUnits");

  /** The members of an index that differ between regions. */
  private static final Set<String> REGIONAL_INDEX_MEMBERS =
      Set.of("Number", "Status", "Backfilling", "LastIncrease", "LastDecrease", "DecreasesToday");

  /** The members of an index whose values are names of attributes. */
  private static final List<String> ATTRIBUTES_OF_INDEX =
      List.of("HashKey", "RangeKey", "Hash", "Filters");

  /** The other members of an index that never change. */
  private static final List<String> CONSTANTS_OF_INDEX =
      List.of("ProjectionType", "NonKeyAttributes", "Attribute", "Dimensions", "Distance");

  private static final String GLOBAL_INDEXES = "GlobalIndexes";

  /** The kinds of indexes that are created and deleted in all regions. */
  static final List<String> INDEXES = List.of(GLOBAL_INDEXES, "VectorIndexes");

  private static final String EXPIRY = "Expiry";
  private static final String NAME = "Name";

  /** The shared settings of a table, without the indexes that this region is deleting. */
  static SharedSettings of(TableDefinition table) {
    Item stored = TableCodec.encode(TableStates.withoutDeletedIndexes(table));
    var out = Item.builder(MEMBERS.size() + INDEXES.size() + 1);
    for (String member : MEMBERS) {
      copy(stored, member, out);
    }
    for (String kind : INDEXES) {
      var indexes = new ArrayList<Item>();
      for (Item index : maps(stored, kind)) {
        indexes.add(without(index, REGIONAL_INDEX_MEMBERS));
      }
      indexes.sort(Comparator.comparing(index -> Message.text(index, NAME)));
      out.put(kind, list(indexes));
    }
    TimeToLive timeToLive = table.features().timeToLive();
    if (timeToLive != null && timeToLive.isOn()) {
      out.put(EXPIRY, new S(timeToLive.attribute()));
    }
    return new SharedSettings(out.build());
  }

  /** Whether the settings are equal, ignoring the table's read units. */
  boolean isSame(SharedSettings other) {
    return without(document, Set.of("ReadUnits"))
        .equals(without(other.document, Set.of("ReadUnits")));
  }

  /**
   * The table with these settings. New indexes are CREATING and backfilling. An index is also new
   * if this region is deleting its index of the same name, or has one with another key or
   * projection: an index was deleted and created again. The new index replaces the old one.
   */
  TableDefinition applyTo(TableDefinition table, TableNumberAllocator numbers, Instant now) {
    Item stored = TableCodec.encode(table);
    boolean sameMode = stored.get("BillingMode") instanceof S mode && mode.equals(modeOf(document));
    Map<String, AttributeValue> changed = new LinkedHashMap<>(stored.attributes());
    for (String member : MEMBERS) {
      AttributeValue value = document.get(member);
      if (value != null && !(sameMode && member.equals("ReadUnits"))) {
        changed.put(member, value);
      } else if (value == null) {
        changed.remove(member);
      }
    }
    for (String kind : INDEXES) {
      changed.put(kind, list(indexes(kind, stored, sameMode, numbers)));
    }
    // An index that this region is still deleting needs the types of its attributes.
    var types = new LinkedHashMap<>(types(stored).attributes());
    types.putAll(types(document).attributes());
    changed.put(ATTRIBUTE_TYPES, new M(item(types)));
    var decoded = TableStates.withoutUnusedTypes(TableCodec.decode(item(changed)));
    var after = TableStates.withoutReplacedIndexes(table, decoded);
    var builder = after.toBuilder();
    if (!sameMode && "PAY_PER_REQUEST".equals(Message.text(document, "BillingMode"))) {
      builder.billing(after.capacity().billingMode(), now);
    }
    return builder.timeToLive(timeToLive(table, now)).build().withoutReplacedCeilings(table);
  }

  private static @Nullable AttributeValue modeOf(Item document) {
    return document.get("BillingMode");
  }

  private List<Item> indexes(
      String kind, Item stored, boolean sameMode, TableNumberAllocator numbers) {
    var own = new LinkedHashMap<String, Item>();
    maps(stored, kind).forEach(index -> own.put(Message.text(index, NAME), index));
    var indexes = new ArrayList<Item>();
    for (Item shared : maps(document, kind)) {
      Item mine = own.get(Message.text(shared, NAME));
      var merged = new LinkedHashMap<>(shared.attributes());
      if (mine == null || isDeleting(mine) || !isSameIndex(mine, stored, shared)) {
        merged.put("Number", N.of(allocateNumber(kind, numbers)));
        merged.put("Status", new S(GlobalIndex.Status.CREATING.name()));
        merged.put("Backfilling", Bool.TRUE);
      } else {
        for (String member : REGIONAL_INDEX_MEMBERS) {
          putIfPresent(merged, member, mine);
        }
        if (sameMode) {
          putIfPresent(merged, "ReadUnits", mine);
        }
      }
      indexes.add(item(merged));
    }
    own.values().stream()
        .filter(index -> isDeleting(index) && !hasIndex(Message.text(index, NAME)))
        .forEach(indexes::add);
    return indexes;
  }

  private boolean hasIndex(String name) {
    return INDEXES.stream()
        .flatMap(kind -> maps(document, kind).stream())
        .anyMatch(index -> Message.text(index, NAME).equals(name));
  }

  /** Whether an index of a stored definition is the shared index of the same name. */
  private boolean isSameIndex(Item mine, Item stored, Item shared) {
    return CONSTANTS_OF_INDEX.stream()
            .allMatch(member -> Objects.equals(mine.get(member), shared.get(member)))
        && ATTRIBUTES_OF_INDEX.stream()
            .allMatch(member ->
                attributes(mine, member, stored).equals(attributes(shared, member, document)));
  }

  /** The attributes that a member of an index names, with their types in the table. */
  private static Map<AttributeValue, AttributeValue> attributes(
      Item index, String member, Item table) {
    var attributes = new LinkedHashMap<AttributeValue, AttributeValue>();
    if (index.get(member) instanceof L(var names)) {
      for (AttributeValue name : names) {
        AttributeValue type = name instanceof S(var text) ? types(table).get(text) : null;
        attributes.put(name, Objects.requireNonNull(type, "damaged settings: no type"));
      }
    }
    return attributes;
  }

  private static Item types(Item table) {
    return table.get(ATTRIBUTE_TYPES) instanceof M(var types) ? types : Item.builder(0).build();
  }

  /** Allocates the number under which the rows of a new index are stored. */
  static int allocateNumber(String kind, TableNumberAllocator numbers) {
    return kind.equals(GLOBAL_INDEXES) ? numbers.nextOfGlobalIndex() : numbers.next();
  }

  private @Nullable TimeToLive timeToLive(TableDefinition table, Instant now) {
    TimeToLive own = table.features().timeToLive();
    boolean on = own != null && own.isOn();
    if (document.get(EXPIRY) instanceof S(var attribute)) {
      return own != null && on && own.attribute().equals(attribute)
          ? own
          : new TimeToLive(attribute, TimeToLive.Status.ENABLING, now);
    }
    return own != null && on
        ? new TimeToLive(own.attribute(), TimeToLive.Status.DISABLED, now)
        : own;
  }

  private static boolean isDeleting(Item index) {
    return index.get("Status") instanceof S(var status)
        && status.equals(GlobalIndex.Status.DELETING.name());
  }

  private static void copy(Item from, String member, Item.Builder out) {
    AttributeValue value = from.get(member);
    if (value != null) {
      out.put(member, value);
    }
  }

  private static void putIfPresent(Map<String, AttributeValue> to, String member, Item from) {
    AttributeValue value = from.get(member);
    if (value != null) {
      to.put(member, value);
    }
  }

  private static Item without(Item item, Set<String> members) {
    var left = new LinkedHashMap<>(item.attributes());
    left.keySet().removeAll(members);
    return item(left);
  }

  static Item item(Map<String, AttributeValue> attributes) {
    var out = Item.builder(attributes.size());
    attributes.forEach(out::put);
    return out.build();
  }

  static List<Item> maps(Item in, String name) {
    return in.get(name) instanceof L(var elements)
        ? elements.stream().map(SharedSettings::entries).toList()
        : List.of();
  }

  private static Item entries(AttributeValue element) {
    if (element instanceof M(var entries)) {
      return entries;
    }
    throw new IllegalStateException("damaged settings: an index is not a map: " + element.type());
  }

  static L list(List<Item> items) {
    return new L(items.stream().<AttributeValue>map(M::new).toList());
  }
}
