package dev.gramme.partiql;

import dev.gramme.model.AttributeType;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.TableChanges;
import dev.gramme.model.TableDefinition;
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
      new TableDefinition(
          "T",
          new UUID(1, 2),
          7,
          "us-east-1",
          Instant.EPOCH,
          TableDefinition.Status.ACTIVE,
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
          List.of(),
          BillingMode.PAY_PER_REQUEST,
          Instant.EPOCH,
          Throughput.ON_DEMAND,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          List.of(),
          ReadCeilings.NONE,
          null,
          false,
          Map.of(),
          null,
          TableChanges.NONE);

  private TestTable() {}

  private static KeySchema key(
      String hash, AttributeType hashType, String range, AttributeType rangeType) {
    return new KeySchema(
        List.of(new KeyAttribute(hash, hashType)), List.of(new KeyAttribute(range, rangeType)));
  }
}
