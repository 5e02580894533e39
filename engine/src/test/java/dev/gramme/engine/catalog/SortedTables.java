package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tables for tests with the partition key {@code id} (a string), the sort key {@code n} (a number)
 * and indexes on {@code color} (a string). They are decoded from the stored form of a definition.
 */
public final class SortedTables {
  private static final KeyAttribute COLOR = new KeyAttribute("color", AttributeType.S);

  private SortedTables() {}

  /** A table without indexes. */
  public static TableDefinition sorted(String name, int number) {
    return decoded(name, number, List.of());
  }

  /** A table with the local index {@code local}, whose sort key is {@code color}. */
  public static TableDefinition withLocalIndex(
      String name, int number, IndexProjection projection) {
    var index =
        Item.builder()
            .put("Name", new S("local"))
            .put("Number", N.of(1))
            .put("HashKey", texts("id"))
            .put("RangeKey", texts("color"))
            .put("ProjectionType", new S(projection.type().name()))
            .put("NonKeyAttributes", texts(projection.nonKeyAttributes().toArray(new String[] {})));
    return decoded(name, number, List.of(new M(index.build())));
  }

  /** The table with the global index {@code global}, whose partition key is {@code color}. */
  public static TableDefinition withGlobalIndex(
      TableDefinition table, int number, IndexProjection projection, GlobalIndex.Status status) {
    var index =
        new GlobalIndex(
            "global",
            number,
            new KeySchema(List.of(COLOR), List.of()),
            projection,
            status,
            status == GlobalIndex.Status.CREATING,
            Throughput.ON_DEMAND,
            null,
            null);
    var types = new LinkedHashMap<>(table.attributeTypes());
    types.put(COLOR.name(), COLOR.type());
    return table.toBuilder().attributeTypes(types).globalIndexes(List.of(index)).build();
  }

  /** A key of these tables. */
  public static Item key(String id, long number) {
    return Item.of("id", new S(id), "n", N.of(number));
  }

  private static TableDefinition decoded(String name, int number, List<AttributeValue> indexes) {
    var types = Item.of(Map.of("id", new S("S"), "n", new S("N"), "color", new S("S")));
    return TableCodec.decode(
        TableCodec.encode(Tables.table(name).apply(() -> number)).toBuilder()
            .put("RangeKey", texts("n"))
            .put("AttributeTypes", new M(types))
            .put("LocalIndexes", new L(indexes))
            .build());
  }

  private static L texts(String... texts) {
    return new L(Stream.of(texts).<AttributeValue>map(S::new).toList());
  }
}
