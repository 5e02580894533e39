package dev.gramme.toolkit.workbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.explain.SchemaTables;
import dev.gramme.toolkit.explain.ShopSchema;
import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.json.JsonException;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Tests with the models that AWS published with its examples (MIT No Attribution). */
class WorkbenchModelTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"AnOnlineShop_14", "AnOnlineShop_facets", "DeviceStateLog_2", "DeviceStateLog_7"})
  void reading_and_writing_preserves_a_model(String name) throws IOException {
    String file = file(name);
    assertThat(Json.parse(WorkbenchModel.parse(file).json())).isEqualTo(Json.parse(file));
  }

  @Test
  void keys_and_indexes_are_read() throws IOException {
    TableSchema log =
        WorkbenchModel.parse(file("DeviceStateLog_7")).table("DeviceStateLog").schema();
    assertThat(log.key()).isEqualTo(ShopSchema.key("DeviceID", "State#Date"));
    assertThat(log.indexes()).extracting(IndexSchema::name).containsExactly("GSI1", "GSI2");
    assertThat(log.index("GSI2").orElseThrow().key())
        .isEqualTo(ShopSchema.key("EscalatedTo", "State#Date"));
    assertThat(log.entities()).extracting(EntitySchema::name).containsExactly("DeviceStateLog");
  }

  @Test
  void facets_become_entities() throws IOException {
    WorkbenchTable shop = WorkbenchModel.parse(file("AnOnlineShop_facets")).table("OnlineShop");
    assertThat(shop.schema().entities()).hasSize(9);
    EntitySchema customer = shop.schema().entity("customer").orElseThrow();
    assertThat(customer.attributes())
        .extracting(EntitySchema.AttributeSchema::attribute)
        .containsExactly("Email", "Name", "EntityType");
    assertThat(customer.indexes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "AnOnlineShop_14, OnlineShop",
    "AnOnlineShop_facets, OnlineShop",
    "DeviceStateLog_2, DeviceStateLog",
    "DeviceStateLog_7, DeviceStateLog"
  })
  void sample_items_are_loaded_and_found(String name, String table) throws IOException {
    WorkbenchTable model = WorkbenchModel.parse(file(name)).table(table);
    try (var gramme = Gramme.inMemory()) {
      gramme.client().createTable(SchemaTables.request(model.schema()));
      int loaded = model.load(gramme.client());
      var found = gramme.client().scanPaginator(scan -> scan.tableName(table)).items().stream();
      assertThat(found).hasSize(loaded).containsAll(model.allItems());
    }
  }

  @Test
  void the_sparse_index_of_the_device_log_holds_what_was_escalated() throws IOException {
    WorkbenchTable model = WorkbenchModel.parse(file("DeviceStateLog_7")).table("DeviceStateLog");
    try (var gramme = Gramme.inMemory()) {
      gramme.client().createTable(SchemaTables.request(model.schema()));
      model.load(gramme.client());
      long escalated =
          model.allItems().stream().filter(item -> item.containsKey("EscalatedTo")).count();
      var sara = AttributeValue.builder().s("Sara").build();
      QueryRequest query =
          QueryRequest.builder()
              .tableName("DeviceStateLog")
              .indexName("GSI2")
              .keyConditionExpression("EscalatedTo = :who")
              .expressionAttributeValues(Map.of(":who", sara))
              .build();
      assertThat(gramme.client().query(query).count()).isEqualTo((int) escalated).isPositive();
    }
  }

  @Test
  void members_that_are_not_known_are_kept() {
    String text =
        edited(model ->
            model
                .replace("\"ModelName\"", "\"Later\": {\"x\": [1.50]}, \"ModelName\"")
                .replace("\"TableName\"", "\"SampleDataFormats\": {}, \"TableName\"")
                .replace("\"FacetName\"", "\"Colour\": \"red\", \"FacetName\""));
    assertThat(Json.parse(WorkbenchModel.parse(text).json())).isEqualTo(Json.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"DataModel\" | \"Data\" | the model has no DataModel",
        "\"TableName\" | \"Name\" | DataModel[0] has no TableName",
        "\"AttributeType\":\"S\"}}, | \"AttributeType\":\"M\"}}, |"
            + " DataModel[0].KeyAttributes.SortKey.AttributeType is none of [S, N, B]: M",
        "\"ProjectionType\":\"ALL\" | \"ProjectionType\":\"SOME\" |"
            + " DataModel[0].GlobalSecondaryIndexes[0].Projection.ProjectionType is none of"
            + " [ALL, KEYS_ONLY, INCLUDE]: SOME",
        "{\"N\":\"1800000000\"} | {\"Z\":\"1\"} |"
            + " DataModel[0].TableData[0]: attribute Due: no type of a value: Z",
        "\"NonKeyAttributes\":[\"Due\"] | \"NonKeyAttributes\":[7] |"
            + " DataModel[0].TableFacets[0].NonKeyAttributes[0] is not a string",
      })
  void errors_name_the_place(String from, String to, String message) {
    assertThatThrownBy(() -> WorkbenchModel.parse(edited(model -> model.replace(from, to))))
        .isInstanceOf(JsonException.class)
        .hasMessage(message);
  }

  @Test
  void invalid_json_is_refused_with_line_and_column() {
    assertThatThrownBy(() -> WorkbenchModel.parse("{\n  \"ModelName\" 1}"))
        .isInstanceOf(JsonException.class)
        .hasMessage("line 2, column 15: a colon is expected after \"ModelName\"");
  }

  @Test
  void aliases_of_facets_become_templates() {
    WorkbenchTable loans = WorkbenchModel.parse(edited(model -> model)).table("Loans");
    EntitySchema loan = loans.schema().entity("Loan").orElseThrow();
    assertThat(loan.keys()).containsEntry("PK", "MEMBER#{id}").containsEntry("SK", "LOAN#{id}");
    assertThat(loan.indexes()).containsExactly("ByDue");
  }

  @Test
  void a_schema_becomes_a_model_that_is_read_again() {
    WorkbenchTable shop =
        WorkbenchTable.of(ShopSchema.shop(), TableSettings.DEFAULT.provisioned(5, 7), List.of());
    String written =
        WorkbenchModel.of("Shop", "me", "Nov 21, 2026, 09:00 AM", List.of(shop)).json();
    WorkbenchTable read = WorkbenchModel.parse(written).table("shop");
    assertThat(read.schema().key()).isEqualTo(ShopSchema.shop().key());
    assertThat(read.schema().indexes()).isEqualTo(ShopSchema.shop().indexes());
    assertThat(read.settings()).isEqualTo(TableSettings.DEFAULT.provisioned(5, 7));
    assertThat(read.schema().entity("Order").orElseThrow().keys())
        .containsEntry("pk", "CUST#{email}")
        .containsEntry("sk", "ORDER#{placedAt}#{id}");
    assertThat(read.schema().entity("Order").orElseThrow().indexes()).containsExactly("byStatus");
  }

  @Test
  void unsupported_schemas_are_refused() {
    TableSchema shop = ShopSchema.shop();
    IndexSchema local =
        ShopSchema.index("mine", IndexSchema.Kind.LOCAL, "pk", "x", IndexSchema.Projection.ALL);
    var schema =
        new TableSchema(
            "shop", shop.key(), List.of(local), Optional.empty(), shop.entities(), List.of());
    assertThatThrownBy(() -> WorkbenchTable.of(schema, TableSettings.DEFAULT, List.of()))
        .hasMessage("models of NoSQL Workbench have no local indexes: mine");
  }

  /** A small, modified model of the newer version with all kinds of members. */
  private static String edited(UnaryOperator<String> change) {
    return change.apply(
        """
        {"ModelName":"Library","ModelMetadata":{"Author":"A","Version":"3.0"},
        "DataModel":[{"TableName":"Loans","KeyAttributes":{"PartitionKey":{"AttributeName":"PK","AttributeType":"S"},"SortKey":{"AttributeName":"SK","AttributeType":"S"}},
        "NonKeyAttributes":[{"AttributeName":"Due","AttributeType":"N"}],
        "TableFacets":[{"FacetName":"Loan","KeyAttributeAlias":{"PartitionKeyAlias":"MEMBER#id","SortKeyAlias":"LOAN#id"},"NonKeyAttributes":["Due"],"DataAccess":{"MySql":{}}}],
        "GlobalSecondaryIndexes":[{"IndexName":"ByDue","KeyAttributes":{"PartitionKey":{"AttributeName":"SK","AttributeType":"S"},"SortKey":{"AttributeName":"Due","AttributeType":"N"}},"Projection":{"ProjectionType":"ALL"}}],
        "TableData":[{"PK":{"S":"MEMBER#1"},"SK":{"S":"LOAN#9"},"Due":{"N":"1800000000"}}],"DataAccess":{"MySql":{}},"BillingMode":"PAY_PER_REQUEST"}]}
        """);
  }

  private static String file(String name) throws IOException {
    try (var in = WorkbenchModelTest.class.getResourceAsStream(name + ".json")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
