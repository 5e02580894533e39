package compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.aws.dynamodb.DynamoDbCatalog;
import org.apache.iceberg.aws.dynamodb.DynamoDbLockManager;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** Tests Apache Iceberg's DynamoDbCatalog and DynamoDbLockManager, each with a table of its own. */
class IcebergTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "text", Types.StringType.get()));

  private static DynamoDbCatalog catalog() {
    var catalog = new DynamoDbCatalog();
    catalog.initialize(
        "catalog",
        Map.of(
            "warehouse", "memory://warehouse",
            "io-impl", "org.apache.iceberg.inmemory.InMemoryFileIO",
            "http-client.type", "urlconnection",
            "client.region", "us-east-1",
            "dynamodb.table-name", "iceberg-catalog",
            "dynamodb.endpoint", System.getenv("AWS_ENDPOINT_URL_DYNAMODB")));
    return catalog;
  }

  @Test
  void a_catalog_creates_changes_renames_and_drops_tables() throws Exception {
    try (var catalog = catalog()) {
      var space = Namespace.of("shop");
      catalog.createNamespace(space, Map.of("owner", "ana"));
      assertThrows(AlreadyExistsException.class, () -> catalog.createNamespace(space, Map.of()));
      catalog.setProperties(space, Map.of("owner", "bo"));
      assertEquals("bo", catalog.loadNamespaceMetadata(space).get("owner"));

      var orders = TableIdentifier.of(space, "orders");
      var table = catalog.createTable(orders, SCHEMA);
      table.updateSchema().addColumn("total", Types.DoubleType.get()).commit();
      assertEquals(3, catalog.loadTable(orders).schema().columns().size());
      assertThrows(AlreadyExistsException.class, () -> catalog.createTable(orders, SCHEMA));

      var first = catalog.loadTable(orders).updateProperties().set("a", "1");
      first.apply();
      catalog.loadTable(orders).updateProperties().set("b", "2").commit();
      try {
        first.commit();
      } catch (CommitFailedException retriesEnded) {
        // Iceberg retries a stale commit on the new version, or fails after its retries.
        catalog.loadTable(orders).updateProperties().set("a", "1").commit();
      }
      assertEquals("1", catalog.loadTable(orders).properties().get("a"));
      assertEquals("2", catalog.loadTable(orders).properties().get("b"));

      var renamed = TableIdentifier.of(space, "purchases");
      catalog.renameTable(orders, renamed);
      assertEquals(List.of(renamed), catalog.listTables(space));
      assertTrue(catalog.dropTable(renamed, false));
      assertTrue(catalog.dropNamespace(space));
      assertFalse(catalog.namespaceExists(space));
    }
  }

  @Test
  void a_lock_has_one_owner() throws Exception {
    try (var locks = new DynamoDbLockManager()) {
      locks.initialize(
          Map.of(
              "lock.table", "iceberg-locks",
              "http-client.type", "urlconnection",
              "client.region", "us-east-1",
              "dynamodb.endpoint", System.getenv("AWS_ENDPOINT_URL_DYNAMODB"),
              "lock.acquire-timeout-ms", "300",
              "lock.acquire-interval-ms", "50",
              "lock.heartbeat-timeout-ms", "60000"));
      assertTrue(locks.acquire("table", "ana"));
      assertFalse(locks.acquire("table", "bo"));
      assertTrue(locks.release("table", "ana"));
      assertTrue(locks.acquire("table", "bo"));
      assertFalse(locks.release("table", "ana"));
      assertTrue(locks.release("table", "bo"));
    }
  }
}
