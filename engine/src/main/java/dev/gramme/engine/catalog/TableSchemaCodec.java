package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Encodes the key and the indexes of a stored definition. */
final class TableSchemaCodec {

  private TableSchemaCodec() {}

  static void put(Item.Builder out, TableSchema schema) {
    putKey(out, schema.key());
    var types = Item.builder(schema.attributeTypes().size());
    schema.attributeTypes().forEach((name, type) -> types.put(name, new S(type.name())));
    out.put("AttributeTypes", new M(types.build()));
    out.put(
        "LocalIndexes",
        StoredFields.list(schema.localIndexes().stream().map(TableSchemaCodec::encode).toList()));
    out.put(
        "GlobalIndexes",
        StoredFields.list(schema.globalIndexes().stream().map(TableSchemaCodec::encode).toList()));
    out.put(
        "VectorIndexes",
        StoredFields.list(schema.vectorIndexes().stream().map(VectorIndexCodec::encode).toList()));
  }

  static TableSchema schema(Item in) {
    var types = attributeTypes(in);
    return new TableSchema(
        key(in, types),
        types,
        StoredFields.maps(in, "LocalIndexes").stream()
            .map(index -> localIndex(index, types))
            .toList(),
        StoredFields.maps(in, "GlobalIndexes").stream()
            .map(index -> globalIndex(index, types))
            .toList(),
        StoredFields.maps(in, "VectorIndexes").stream()
            .map(index -> VectorIndexCodec.decode(index, types))
            .toList());
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
    TableCapacityCodec.putThroughputs(out, index.throughput(), index.onDemand(), index.warm());
    return out.build();
  }

  private static LocalIndex localIndex(Item in, Map<String, AttributeType> types) {
    return new LocalIndex(
        StoredFields.text(in, "Name"),
        StoredFields.number(in, "Number"),
        key(in, types),
        projection(in));
  }

  private static GlobalIndex globalIndex(Item in, Map<String, AttributeType> types) {
    return new GlobalIndex(
        StoredFields.text(in, "Name"),
        StoredFields.number(in, "Number"),
        key(in, types),
        projection(in),
        GlobalIndex.Status.valueOf(StoredFields.text(in, "Status")),
        in.get("Backfilling") == Bool.TRUE,
        TableCapacityCodec.throughput(in),
        TableCapacityCodec.onDemand(in),
        TableCapacityCodec.warm(in));
  }

  private static void putKey(Item.Builder out, KeySchema key) {
    out.put("HashKey", StoredFields.texts(key.hash().stream().map(KeyAttribute::name).toList()));
    out.put("RangeKey", StoredFields.texts(key.range().stream().map(KeyAttribute::name).toList()));
  }

  private static KeySchema key(Item in, Map<String, AttributeType> types) {
    return new KeySchema(
        keyAttributes(StoredFields.texts(in, "HashKey"), types),
        keyAttributes(StoredFields.texts(in, "RangeKey"), types));
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
    out.put("NonKeyAttributes", StoredFields.texts(projection.nonKeyAttributes()));
  }

  static IndexProjection projection(Item in) {
    return new IndexProjection(
        IndexProjection.Type.valueOf(StoredFields.text(in, "ProjectionType")),
        StoredFields.texts(in, "NonKeyAttributes"));
  }

  private static Map<String, AttributeType> attributeTypes(Item in) {
    var types = new LinkedHashMap<String, AttributeType>();
    for (var type : StoredFields.map(in, "AttributeTypes").attributes().entrySet()) {
      types.put(type.getKey(), AttributeType.valueOf(((S) type.getValue()).value()));
    }
    return types;
  }
}
