package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.junit.GrammeExtension;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Each test has its own database and does not see the writes of other tests. */
public class GrammeExtensionTest {

  @Nested
  @ExtendWith(GrammeExtension.class)
  class Empty {
    @RepeatedTest(20)
    void each_test_begins_with_an_empty_database(DynamoDbClient client) {
      assertThat(client.listTables().tableNames()).isEmpty();
      GrammeTest.createTable(client);
    }

    @RepeatedTest(2)
    void the_parameters_of_a_test_share_a_database(
        Gramme gramme, DynamoDbClient client, DynamoDbAsyncClient asyncClient) {
      GrammeTest.createTable(client);
      assertThat(asyncClient.listTables().join().tableNames()).containsExactly("things");
      assertThat(gramme.client()).isSameAs(client);
    }
  }

  @Nested
  @ExtendWith(GrammeExtension.class)
  class Constructed {
    private final DynamoDbClient client;

    Constructed(DynamoDbClient client) {
      this.client = client;
    }

    @RepeatedTest(2)
    void the_constructor_and_the_method_share_the_database_of_the_test(DynamoDbClient own) {
      assertThat(client.listTables().tableNames()).isEmpty();
      GrammeTest.createTable(client);
      assertThat(own).isSameAs(client);
    }
  }

  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  @ExtendWith(GrammeExtension.class)
  class ConstructedOnce {
    private final DynamoDbClient client;

    ConstructedOnce(DynamoDbClient client) {
      this.client = client;
      GrammeTest.createTable(client);
    }

    @RepeatedTest(2)
    void the_tests_of_an_instance_share_the_database_of_its_constructor(DynamoDbClient own) {
      assertThat(client.listTables().tableNames()).containsExactly("things");
      assertThat(own.listTables().tableNames()).isEmpty();
    }
  }

  @Nested
  class Forked {
    @RegisterExtension
    static final GrammeExtension GRAMME =
        GrammeExtension.forkOf(client -> {
          GrammeTest.createTable(client);
          for (int i = 0; i < 1000; i++) {
            GrammeTest.put(client, "k" + i, "1");
          }
        });

    @RepeatedTest(20)
    void each_test_begins_with_a_copy_of_the_prepared_database(DynamoDbClient client) {
      assertThat(client.scan(scan -> scan.tableName("things")).count()).isEqualTo(1000);
      GrammeTest.put(client, "more", "2");
    }
  }
}
