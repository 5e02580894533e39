package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import dev.gramme.model.WarmThroughput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes table definitions as items. Decoding ignores unknown attributes and reads an absent
 * attribute as null or empty, so that a later version can add attributes without a migration.
 */
public final class TableCodec {

  private TableCodec() {}

  /** The item of a definition. */
  public static Item encode(TableDefinition table) {
    var out = Item.builder(20);
    out.put("Name", new S(table.name()));
    out.put("Id", new S(table.id().toString()));
    out.put("Number", N.of(table.number()));
    out.put("Region", new S(table.region()));
    putInstant(out, "Created", table.created());
    out.put("Status", new S(table.status().name()));
    putKey(out, table.key());
    var types = Item.builder(table.attributeTypes().size());
    table.attributeTypes().forEach((name, type) -> types.put(name, new S(type.name())));
    out.put("AttributeTypes", new M(types.build()));
    out.put("LocalIndexes", list(table.localIndexes().stream().map(TableCodec::encode).toList()));
    out.put("GlobalIndexes", list(table.globalIndexes().stream().map(TableCodec::encode).toList()));
    out.put(
        "VectorIndexes",
        list(table.vectorIndexes().stream().map(VectorIndexCodec::encode).toList()));
    out.put("BillingMode", new S(table.billingMode().name()));
    putInstant(out, "BillingSwitched", table.billingSwitched());
    putThroughputs(out, table.throughput(), table.onDemand(), table.warm());
    var stream = table.stream();
    if (stream != null) {
      out.put("StreamViewType", new S(stream.viewType().name()));
      out.put("StreamLabel", new S(stream.label()));
    }
    FollowersCodec.put(out, table);
    var tableClass = table.tableClass();
    if (tableClass != null) {
      out.put("TableClass", new S(tableClass));
    }
    out.put("DeletionProtected", Bool.of(table.deletionProtected()));
    var tags = Item.builder(table.tags().size());
    table.tags().forEach((key, value) -> tags.put(key, new S(value)));
    out.put("Tags", new M(tags.build()));
    TableChangesCodec.encode(table, out);
    return out.build();
  }

  /** The definition of an item. */
  public static TableDefinition decode(Item in) {
    var types = attributeTypes(in);
    return new TableDefinition(
        text(in, "Name"),
        UUID.fromString(text(in, "Id")),
        number(in, "Number"),
        text(in, "Region"),
        Instant.parse(text(in, "Created")),
        TableDefinition.Status.valueOf(text(in, "Status")),
        key(in, types),
        types,
        maps(in, "LocalIndexes").stream().map(index -> localIndex(index, types)).toList(),
        maps(in, "GlobalIndexes").stream().map(index -> globalIndex(index, types)).toList(),
        maps(in, "VectorIndexes").stream()
            .map(index -> VectorIndexCodec.decode(index, types))
            .toList(),
        BillingMode.valueOf(text(in, "BillingMode")),
        instant(in, "BillingSwitched"),
        throughput(in),
        onDemand(in),
        warm(in),
        stream(in),
        FollowersCodec.latestStreamLabel(in),
        FollowersCodec.log(in),
        FollowersCodec.timeToLive(in),
        FollowersCodec.recovery(in),
        FollowersCodec.replicas(in),
        ReplicaCodec.ceilings(in),
        in.get("TableClass") instanceof S(var value) ? value : null,
        in.get("DeletionProtected") == Bool.TRUE,
        tags(in),
        TableChangesCodec.encryption(in),
        TableChangesCodec.changes(in));
  }

  private static Item encode(LocalIndex index) {
    var out = Item.builder(6);
    out.put("Name", new S(index.name()));
    out.put("Number", N.of(index.number()));
    putKey(out, index.key());
    putProjection(out, index.projection());
    return out.build();
  }

  private static Item encode(GlobalIndex index) {
    var out = Item.builder(12);
    out.put("Name", new S(index.name()));
    out.put("Number", N.of(index.number()));
    putKey(out, index.key());
    putProjection(out, index.projection());
    out.put("Status", new S(index.status().name()));
    out.put("Backfilling", Bool.of(index.backfilling()));
    putThroughputs(out, index.throughput(), index.onDemand(), index.warm());
    return out.build();
  }

  private static LocalIndex localIndex(Item in, Map<String, AttributeType> types) {
    return new LocalIndex(text(in, "Name"), number(in, "Number"), key(in, types), projection(in));
  }

  private static GlobalIndex globalIndex(Item in, Map<String, AttributeType> types) {
    return new GlobalIndex(
        text(in, "Name"),
        number(in, "Number"),
        key(in, types),
        projection(in),
        GlobalIndex.Status.valueOf(text(in, "Status")),
        in.get("Backfilling") == Bool.TRUE,
        throughput(in),
        onDemand(in),
        warm(in));
  }

  private static void putKey(Item.Builder out, KeySchema key) {
    out.put("HashKey", texts(key.hash().stream().map(KeyAttribute::name).toList()));
    out.put("RangeKey", texts(key.range().stream().map(KeyAttribute::name).toList()));
  }

  private static KeySchema key(Item in, Map<String, AttributeType> types) {
    return new KeySchema(
        keyAttributes(texts(in, "HashKey"), types), keyAttributes(texts(in, "RangeKey"), types));
  }

  static List<KeyAttribute> keyAttributes(List<String> names, Map<String, AttributeType> types) {
    var attributes = new ArrayList<KeyAttribute>(names.size());
    for (String name : names) {
      AttributeType type = types.get(name);
      if (type == null) {
        throw new IllegalStateException("damaged table definition: key attribute without a type");
      }
      attributes.add(new KeyAttribute(name, type));
    }
    return attributes;
  }

  static void putProjection(Item.Builder out, IndexProjection projection) {
    out.put("ProjectionType", new S(projection.type().name()));
    out.put("NonKeyAttributes", texts(projection.nonKeyAttributes()));
  }

  static IndexProjection projection(Item in) {
    return new IndexProjection(
        IndexProjection.Type.valueOf(text(in, "ProjectionType")), texts(in, "NonKeyAttributes"));
  }

  private static void putThroughputs(
      Item.Builder out,
      Throughput throughput,
      @Nullable OnDemandThroughput onDemand,
      @Nullable WarmThroughput warm) {
    out.put("ReadUnits", N.of(throughput.readUnits()));
    out.put("WriteUnits", N.of(throughput.writeUnits()));
    putInstant(out, "LastIncrease", throughput.lastIncrease());
    putInstant(out, "LastDecrease", throughput.lastDecrease());
    out.put("DecreasesToday", N.of(throughput.decreasesToday()));
    if (onDemand != null) {
      var ceilings = Item.builder(2);
      putLong(ceilings, "Read", onDemand.maxReadRequestUnits());
      putLong(ceilings, "Write", onDemand.maxWriteRequestUnits());
      out.put("OnDemand", new M(ceilings.build()));
    }
    if (warm != null) {
      out.put("WarmReadUnits", N.of(warm.readUnitsPerSecond()));
      out.put("WarmWriteUnits", N.of(warm.writeUnitsPerSecond()));
    }
  }

  private static Throughput throughput(Item in) {
    return new Throughput(
        units(in, "ReadUnits"),
        units(in, "WriteUnits"),
        instant(in, "LastIncrease"),
        instant(in, "LastDecrease"),
        number(in, "DecreasesToday"));
  }

  private static @Nullable OnDemandThroughput onDemand(Item in) {
    return in.get("OnDemand") instanceof M(var ceilings)
        ? new OnDemandThroughput(longOrNull(ceilings, "Read"), longOrNull(ceilings, "Write"))
        : null;
  }

  private static @Nullable WarmThroughput warm(Item in) {
    return in.has("WarmReadUnits")
        ? new WarmThroughput(units(in, "WarmReadUnits"), units(in, "WarmWriteUnits"))
        : null;
  }

  private static @Nullable StreamSpecification stream(Item in) {
    return in.has("StreamViewType")
        ? new StreamSpecification(
            StreamSpecification.ViewType.valueOf(text(in, "StreamViewType")),
            text(in, "StreamLabel"))
        : null;
  }

  private static Map<String, AttributeType> attributeTypes(Item in) {
    var types = new LinkedHashMap<String, AttributeType>();
    for (var type : map(in, "AttributeTypes").attributes().entrySet()) {
      types.put(type.getKey(), AttributeType.valueOf(((S) type.getValue()).value()));
    }
    return types;
  }

  private static Map<String, String> tags(Item in) {
    var tags = new LinkedHashMap<String, String>();
    for (var tag : map(in, "Tags").attributes().entrySet()) {
      tags.put(tag.getKey(), ((S) tag.getValue()).value());
    }
    return tags;
  }

  static void putInstant(Item.Builder out, String name, @Nullable Instant value) {
    if (value != null) {
      out.put(name, new S(value.toString()));
    }
  }

  static void putLong(Item.Builder out, String name, @Nullable Long value) {
    if (value != null) {
      out.put(name, N.of(value));
    }
  }

  static @Nullable Instant instant(Item in, String name) {
    return in.get(name) instanceof S(var value) ? Instant.parse(value) : null;
  }

  static @Nullable Long longOrNull(Item in, String name) {
    return in.get(name) instanceof N(var value) ? (Long) value.longValueExact() : null;
  }

  static int number(Item in, String name) {
    return Math.toIntExact(units(in, name));
  }

  static long units(Item in, String name) {
    return in.get(name) instanceof N(var value) ? value.longValueExact() : 0;
  }

  static String text(Item in, String name) {
    if (in.get(name) instanceof S(var value)) {
      return value;
    }
    throw new IllegalStateException("damaged table definition: no " + name);
  }

  static Item map(Item in, String name) {
    return in.get(name) instanceof M(var entries) ? entries : Item.empty();
  }

  static List<Item> maps(Item in, String name) {
    return in.get(name) instanceof L(var elements)
        ? elements.stream().map(element -> ((M) element).entries()).toList()
        : List.of();
  }

  static L list(List<Item> items) {
    return new L(items.stream().<AttributeValue>map(M::new).toList());
  }

  static L texts(List<String> values) {
    return new L(values.stream().<AttributeValue>map(S::new).toList());
  }

  static List<String> texts(Item in, String name) {
    return in.get(name) instanceof L(var elements)
        ? elements.stream().map(element -> ((S) element).value()).toList()
        : List.of();
  }
}
