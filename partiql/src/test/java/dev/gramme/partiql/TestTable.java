package dev.gramme.partiql;

import dev.gramme.model.AttributeType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableIdentity;
import dev.gramme.model.TableSchema;
import dev.gramme.model.Throughput;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The table of the tests: its key is a string and a number, and it has a local and a global index.
 */
final class TestTable {
  static final TableDefinition DEFINITION =
      TableDefinition.of(
          new TableIdentity("T", new UUID(1, 2), 7, "us-east-1", Instant.EPOCH),
          new TableSchema(
              key("pk", AttributeType.S, "sk", AttributeType.N),
              Map.of(),
              List.of(
                  new LocalIndex(
                      "lsi",
                      1,
                      key("pk", AttributeType.S, "l", AttributeType.S),
                      IndexProjection.KEYS_ONLY)),
              List.of(
                  new GlobalIndex(
                      "gsi",
                      8,
                      key("g", AttributeType.S, "h", AttributeType.N),
                      new IndexProjection(IndexProjection.Type.INCLUDE, List.of("x")),
                      GlobalIndex.Status.ACTIVE,
                      false,
                      Throughput.ON_DEMAND,
                      null,
                      null)),
              List.of()));

  private TestTable() {}

  private static KeySchema key(
      String hash, AttributeType hashType, String range, AttributeType rangeType) {
    return new KeySchema(
        List.of(new KeyAttribute(hash, hashType)), List.of(new KeyAttribute(range, rangeType)));
  }
}
