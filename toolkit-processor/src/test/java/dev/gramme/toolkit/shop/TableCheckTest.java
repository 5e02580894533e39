package dev.gramme.toolkit.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.entity.TableMismatch;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What happens with a table that does not fit the schema of the access patterns. */
final class TableCheckTest {
  private final Gramme gramme = Gramme.inMemory();

  @AfterEach
  void close() {
    gramme.close();
  }

  private void createWithKey(String partition, String sort) {
    var key =
        new KeySchema(
            List.of(new KeyAttribute(partition, ScalarType.S)),
            List.of(new KeyAttribute(sort, ScalarType.S)));
    var other = new TableSchema("shop", key, List.of(), Optional.empty(), List.of(), List.of());
    Table.of(gramme.client(), other).createIfAbsent();
  }

  @Test
  void access_patterns_are_made_without_a_table() {
    ShopQueriesTable shop = ShopQueriesTable.of(gramme.client());
    shop.table().createIfAbsent();
    assertThat(shop.customer("ana@example.com")).isEmpty();
  }

  @Test
  void a_table_with_another_key_refuses_reads_and_writes() {
    createWithKey("id", "part");
    ShopQueriesTable shop = ShopQueriesTable.of(gramme.client());
    assertThatThrownBy(() -> shop.customer("ana@example.com"))
        .isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(() -> shop.save(new Customer("ana@example.com", "ana", 0)))
        .isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(() -> shop.history("ana@example.com", Cursor.start(), 5))
        .isInstanceOf(DynamoDbException.class);
    assertThat(gramme.client().scan(scan -> scan.tableName("shop")).items()).isEmpty();
    assertThatThrownBy(() -> shop.table().verified()).isInstanceOf(TableMismatch.class);
  }

  @Test
  void a_missing_index_is_found_by_the_check_and_by_its_queries_alone() {
    createWithKey("PK", "SK");
    ShopQueriesTable shop = ShopQueriesTable.of(gramme.client());
    Customer ana = shop.save(new Customer("ana@example.com", "ana", 0));
    assertThat(shop.customer("ana@example.com")).contains(ana);
    assertThatThrownBy(() -> shop.byStatus(Status.OPEN, Range.all(), Cursor.start()))
        .isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(() -> shop.table().verified())
        .isInstanceOf(TableMismatch.class)
        .hasMessageContaining("the global index byStatus is missing");
    assertThatThrownBy(() -> shop.table().createIfAbsent()).isInstanceOf(TableMismatch.class);
  }
}
