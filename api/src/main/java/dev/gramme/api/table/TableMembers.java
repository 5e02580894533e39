package dev.gramme.api.table;

import dev.gramme.model.IndexProjection;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.wire.JsonWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the members that the descriptions of tables, indexes and backups share. */
public final class TableMembers {
  private TableMembers() {}

  /** Writes {@code KeySchema}. */
  public static void writeKeySchema(JsonWriter out, KeySchema key) {
    out.name("KeySchema").beginArray();
    writeKeys(out, key.hash(), "HASH");
    writeKeys(out, key.range(), "RANGE");
    out.endArray();
  }

  private static void writeKeys(JsonWriter out, List<KeyAttribute> attributes, String keyType) {
    for (KeyAttribute attribute : attributes) {
      out.beginObject();
      out.name("AttributeName").string(attribute.name());
      out.name("KeyType").string(keyType);
      out.endObject();
    }
  }

  /** Writes {@code Projection}. */
  public static void writeProjection(JsonWriter out, IndexProjection projection) {
    out.name("Projection").beginObject();
    out.name("ProjectionType").string(projection.type().name());
    if (!projection.nonKeyAttributes().isEmpty()) {
      out.name("NonKeyAttributes").beginArray();
      projection.nonKeyAttributes().forEach(out::string);
      out.endArray();
    }
    out.endObject();
  }

  /** Writes {@code OnDemandThroughput}, if there are ceilings. */
  public static void writeCeilings(JsonWriter out, @Nullable OnDemandThroughput ceilings) {
    if (ceilings == null) {
      return;
    }
    out.name("OnDemandThroughput").beginObject();
    writeCeiling(out, "MaxReadRequestUnits", ceilings.maxReadRequestUnits());
    writeCeiling(out, "MaxWriteRequestUnits", ceilings.maxWriteRequestUnits());
    out.endObject();
  }

  private static void writeCeiling(JsonWriter out, String name, @Nullable Long units) {
    if (units != null) {
      out.name(name).number(units);
    }
  }
}
