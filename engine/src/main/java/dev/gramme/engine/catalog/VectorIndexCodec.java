package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.VectorIndex;
import java.util.List;
import java.util.Map;

/** Encodes vector indexes as items, which are part of the item of their table's definition. */
final class VectorIndexCodec {

  private VectorIndexCodec() {}

  /** The item of an index. */
  static Item encode(VectorIndex index) {
    var out = Item.builder(11);
    out.put("Name", new S(index.name()));
    out.put("Number", N.of(index.number()));
    out.put("Attribute", new S(index.attribute()));
    out.put("Dimensions", N.of(index.dimensions()));
    out.put("Distance", new S(index.distance().name()));
    KeyAttribute hash = index.hash();
    out.put("Hash", StoredFields.texts(hash == null ? List.of() : List.of(hash.name())));
    out.put(
        "Filters", StoredFields.texts(index.filters().stream().map(KeyAttribute::name).toList()));
    TableSchemaCodec.putProjection(out, index.projection());
    out.put("Status", new S(index.status().name()));
    out.put("Backfilling", Bool.of(index.backfilling()));
    return out.build();
  }

  /** The index of an item. */
  static VectorIndex decode(Item in, Map<String, AttributeType> types) {
    var hash = TableSchemaCodec.keyAttributes(StoredFields.texts(in, "Hash"), types);
    return new VectorIndex(
        StoredFields.text(in, "Name"),
        StoredFields.number(in, "Number"),
        StoredFields.text(in, "Attribute"),
        StoredFields.number(in, "Dimensions"),
        VectorIndex.Distance.valueOf(StoredFields.text(in, "Distance")),
        hash.isEmpty() ? null : hash.getFirst(),
        TableSchemaCodec.keyAttributes(StoredFields.texts(in, "Filters"), types),
        TableSchemaCodec.projection(in),
        GlobalIndex.Status.valueOf(StoredFields.text(in, "Status")),
        in.get("Backfilling") == Bool.TRUE);
  }
}
