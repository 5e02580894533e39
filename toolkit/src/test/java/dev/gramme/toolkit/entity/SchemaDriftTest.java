package dev.gramme.toolkit.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Tables;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Kind;
import dev.gramme.toolkit.schema.IndexSchema.Projection;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings.StreamView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

final class SchemaDriftTest {
  private static final KeySchema KEY = key("PK", "SK");

  private final Gramme gramme = Gramme.inMemory();

  @AfterEach
  void close() {
    gramme.close();
  }

  private static KeySchema key(String partition, String sort) {
    return new KeySchema(
        List.of(new KeyAttribute(partition, ScalarType.S)),
        List.of(new KeyAttribute(sort, ScalarType.S)));
  }

  private static IndexSchema global(String name, KeySchema key) {
    return new IndexSchema(name, Kind.GLOBAL, key, Projection.ALL, List.of());
  }

  private static IndexSchema local(String name, String sort) {
    var key = new KeySchema(List.of(), List.of(new KeyAttribute(sort, ScalarType.S)));
    return new IndexSchema(name, Kind.LOCAL, key, Projection.ALL, List.of());
  }

  private Table table(KeySchema key, Optional<String> timeToLive, IndexSchema... indexes) {
    var schema = new TableSchema("shop", key, List.of(indexes), timeToLive, List.of(), List.of());
    return Table.of(gramme.client(), schema);
  }

  private Table table(IndexSchema... indexes) {
    return table(KEY, Optional.empty(), indexes);
  }

  private TableDescription described() {
    return gramme.client().describeTable(request -> request.tableName("shop")).table();
  }

  private List<String> query(String index, String attribute, String value) {
    return gramme
        .client()
        .query(query ->
            query
                .tableName("shop")
                .indexName(index)
                .keyConditionExpression("#a = :v")
                .expressionAttributeNames(Map.of("#a", attribute))
                .expressionAttributeValues(Map.of(":v", AttributeValue.fromS(value))))
        .items()
        .stream()
        .map(item -> Tables.text(item, "SK"))
        .toList();
  }

  @Test
  void a_table_that_does_not_exist_is_a_difference() {
    assertThat(table().verify()).containsExactly("the table shop does not exist");
    assertThatThrownBy(() -> table().verified())
        .isInstanceOf(TableMismatch.class)
        .hasMessage("the table shop does not fit its schema: it does not exist");
  }

  @Test
  void a_table_that_was_created_from_its_schema_has_no_differences() {
    Table table =
        table(
                KEY,
                Optional.of("expires"),
                global("one", key("AP", "AS")),
                new IndexSchema(
                    "two", Kind.GLOBAL, key("BP", "SK"), Projection.INCLUDE, List.of("y", "x")),
                local("near", "CS"))
            .withStream(StreamView.NEW_IMAGE);
    table.createIfAbsent();
    assertThat(table.verify()).isEmpty();
    table.createIfAbsent();
    table.createOrUpdate();
    assertThat(table.verified().verify()).isEmpty();
  }

  @Test
  void differences_are_sentences() {
    table(
            KEY,
            Optional.of("ttl"),
            global("moved", key("A", "B")),
            global("old", key("C", "D")),
            new IndexSchema("small", Kind.GLOBAL, key("E", "F"), Projection.KEYS_ONLY, List.of()),
            local("near", "G"))
        .createIfAbsent();
    var number = new KeySchema(List.of(new KeyAttribute("PK", ScalarType.N)), List.of());
    Table other =
        table(
                number,
                Optional.of("expires"),
                global("moved", key("A", "X")),
                global("new", key("C", "D")),
                new IndexSchema(
                    "small", Kind.GLOBAL, key("E", "F"), Projection.INCLUDE, List.of("x")),
                global("near", key("A", "G")))
            .withStream(StreamView.KEYS_ONLY);
    List<String> differences =
        List.of(
            "the table's key is PK (S) and SK (S), not PK (N)",
            "the key of the global index moved is A (S) and B (S), not A (S) and X (S)",
            "the global index new is missing",
            "the global index small projects KEYS_ONLY, not INCLUDE x",
            "the local index near is not global",
            "the global index old is not in the schema",
            "time to live is enabled for ttl, not enabled for expires",
            "the stream is disabled, not KEYS_ONLY");
    assertThat(other.verify()).containsExactlyElementsOf(differences);
    assertThatThrownBy(other::createIfAbsent)
        .isInstanceOf(TableMismatch.class)
        .hasMessageContainingAll(differences.get(0), differences.get(1), differences.get(7))
        .hasMessageNotContaining("old is not in the schema");
    assertThat(described().globalSecondaryIndexes()).hasSize(3);
  }

  @Test
  void an_additional_index_is_a_difference_with_which_programs_work() {
    table(global("old", key("A", "B"))).createIfAbsent();
    assertThat(table().verify()).containsExactly("the global index old is not in the schema");
    table().createIfAbsent();
    assertThat(table().verified().name()).isEqualTo("shop");
  }

  @Test
  void an_update_creates_and_deletes_indexes_one_by_one() {
    table(global("moved", key("A", "SK")), global("old", key("B", "SK"))).createIfAbsent();
    Tables.put(
        gramme.client(),
        "shop",
        Map.of("PK", Tables.s("p"), "SK", Tables.s("s"), "A", Tables.s("a"), "C", Tables.s("c")));
    Table next =
        table(
                KEY,
                Optional.of("expires"),
                global("moved", key("C", "SK")),
                global("one", key("A", "C")),
                global("two", key("C", "A")))
            .withStream(StreamView.NEW_AND_OLD_IMAGES);
    next.createOrUpdate();
    assertThat(next.verify()).isEmpty();
    assertThat(query("moved", "C", "c")).containsExactly("s");
    assertThat(query("one", "A", "a")).containsExactly("s");
    assertThat(query("two", "C", "c")).containsExactly("s");
  }

  @Test
  void concurrent_updates_of_a_table_all_succeed() throws Exception {
    table(global("old", key("B", "SK"))).createIfAbsent();
    Table next =
        table(
                KEY,
                Optional.of("expires"),
                global("one", key("A", "C")),
                global("two", key("C", "A")))
            .withStream(StreamView.NEW_IMAGE);
    var start = new CyclicBarrier(2);
    try (var executor = Executors.newCachedThreadPool()) {
      List<Future<?>> updates = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        updates.add(
            executor.submit(() -> {
              start.await();
              next.createOrUpdate();
              return null;
            }));
      }
      for (Future<?> update : updates) {
        update.get();
      }
    }
    assertThat(next.verify()).isEmpty();
  }

  @Test
  void a_change_of_time_to_live_by_another_process_may_become_visible_late() {
    table(KEY, Optional.of("ttl")).createIfAbsent();
    for (Optional<String> attribute : List.of(Optional.<String>empty(), Optional.of("expires"))) {
      Table table = table(KEY, attribute);
      var late = new LateDescriptions(gramme.client(), table::createOrUpdate);
      Table.of(late, table.schema()).createOrUpdate();
      assertThat(late.outdated).isZero();
      assertThat(table.verify()).isEmpty();
    }
  }

  @Test
  void a_refused_change_of_time_to_live_that_nobody_made_is_an_error() {
    table().createIfAbsent();
    Table impossible = table(KEY, Optional.of(""));
    assertThatThrownBy(impossible::createOrUpdate)
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("attributeName");
  }

  /**
   * Another process changes the table just before this client changes time to live. The next
   * descriptions of time to live are still the former one, as the service allows.
   */
  private static final class LateDescriptions extends DelegatingClient {
    private final Runnable other;
    private @Nullable DescribeTimeToLiveResponse former;
    private int outdated = 3;

    LateDescriptions(DynamoDbClient client, Runnable other) {
      super(client);
      this.other = other;
    }

    @Override
    public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
      if (former == null) {
        former = super.describeTimeToLive(describe -> describe.tableName(request.tableName()));
        other.run();
      }
      return super.updateTimeToLive(request);
    }

    @Override
    public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
      if (former == null || outdated == 0) {
        return super.describeTimeToLive(request);
      }
      outdated--;
      return former;
    }
  }

  @Test
  void an_update_changes_the_stream_and_time_to_live() {
    table(KEY, Optional.of("ttl")).withStream(StreamView.KEYS_ONLY).createOrUpdate();
    String before = described().latestStreamArn();
    Table next = table(KEY, Optional.of("expires")).withStream(StreamView.NEW_IMAGE);
    next.createOrUpdate();
    assertThat(next.verify()).isEmpty();
    assertThat(described().latestStreamArn()).isNotEqualTo(before);
    Table without = table();
    assertThat(without.verify())
        .containsExactly("time to live is enabled for expires, not disabled");
    without.createOrUpdate();
    assertThat(without.verify()).isEmpty();
    assertThat(described().streamSpecification().streamEnabled()).isTrue();
  }

  @Test
  void an_update_that_is_not_possible_changes_nothing() {
    table().createIfAbsent();
    Table other = table(global("new", key("A", "B")), local("near", "C"));
    assertThatThrownBy(other::createOrUpdate)
        .isInstanceOf(TableMismatch.class)
        .hasMessageContaining(
            "the local index near is missing, and local indexes can only be created with the table");
    assertThatThrownBy(() -> table(key("SK", "PK"), Optional.empty()).createOrUpdate())
        .isInstanceOf(TableMismatch.class)
        .hasMessageContaining("the key of a table cannot be changed");
    assertThat(described().globalSecondaryIndexes()).isEmpty();
  }

  @Test
  void a_new_index_of_a_provisioned_table_gets_the_units_of_the_table() {
    gramme
        .client()
        .createTable(
            TableCreation.request(table().schema(), "shop").toBuilder()
                .billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(units -> units.readCapacityUnits(7L).writeCapacityUnits(3L))
                .build());
    table(global("new", key("A", "B"))).createOrUpdate();
    var units = described().globalSecondaryIndexes().getFirst().provisionedThroughput();
    assertThat(units.readCapacityUnits()).isEqualTo(7);
    assertThat(units.writeCapacityUnits()).isEqualTo(3);
  }
}
