package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableIdentity;
import java.time.Instant;
import java.util.UUID;

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
    StoredFields.putInstant(out, "Created", table.created());
    out.put("Status", new S(table.status().name()));
    TableSchemaCodec.put(out, table.schema());
    TableCapacityCodec.put(out, table.capacity());
    TableFeaturesCodec.put(out, table.features());
    TablePropertiesCodec.put(out, table.properties());
    TableChangesCodec.put(out, table.changes());
    return out.build();
  }

  /** The definition of an item. */
  public static TableDefinition decode(Item in) {
    return new TableDefinition(
        new TableIdentity(
            StoredFields.text(in, "Name"),
            UUID.fromString(StoredFields.text(in, "Id")),
            StoredFields.number(in, "Number"),
            StoredFields.text(in, "Region"),
            Instant.parse(StoredFields.text(in, "Created"))),
        TableDefinition.Status.valueOf(StoredFields.text(in, "Status")),
        TableSchemaCodec.schema(in),
        TableCapacityCodec.capacity(in),
        TableFeaturesCodec.features(in),
        TablePropertiesCodec.properties(in),
        TableChangesCodec.changes(in));
  }
}
