package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * A copy of the products in a relational database. A row contains the sequence number of its last
 * change. When a product is deleted its row remains without a price, so that an older change cannot
 * restore it.
 */
final class SqlCopy implements AutoCloseable {
  private final Connection connection;

  SqlCopy(Connection connection) {
    this.connection = connection;
    try (var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE product (id VARCHAR(50) PRIMARY KEY, seen NUMERIC(40), category"
              + " VARCHAR(50), price BIGINT)");
    } catch (SQLException e) {
      throw new IllegalStateException("the copy cannot be created", e);
    }
  }

  /** Applies a change, unless a newer one of the same product was applied. */
  void apply(Record change) {
    String id = Attributes.in(change.dynamodb().keys(), "PK").s();
    var number = new BigDecimal(change.dynamodb().sequenceNumber());
    Map<String, AttributeValue> after = change.dynamodb().newImage();
    try {
      insertIfAbsent(id);
      try (var update =
          connection.prepareStatement(
              "UPDATE product SET seen = ?, category = ?, price = ? WHERE id = ? AND seen < ?")) {
        update.setBigDecimal(1, number);
        update.setString(2, after.isEmpty() ? null : Attributes.in(after, "category").s());
        update.setObject(
            3, after.isEmpty() ? null : Long.valueOf(Attributes.in(after, "price").n()));
        update.setString(4, id);
        update.setBigDecimal(5, number);
        update.executeUpdate();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the copy cannot be written", e);
    }
  }

  private void insertIfAbsent(String id) throws SQLException {
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO product (id, seen) SELECT ?, -1"
                + " WHERE NOT EXISTS (SELECT 1 FROM product WHERE id = ?)")) {
      insert.setString(1, id);
      insert.setString(2, id);
      insert.executeUpdate();
    }
  }

  /** The sum of the prices of each category. */
  Map<String, Long> totals() {
    var totals = new LinkedHashMap<String, Long>();
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT category, SUM(price) FROM product WHERE price IS NOT NULL"
                    + " GROUP BY category ORDER BY category")) {
      while (rows.next()) {
        totals.put(rows.getString(1), rows.getLong(2));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the copy cannot be read", e);
    }
    return totals;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("the copy cannot be closed", e);
    }
  }
}
