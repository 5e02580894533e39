package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.testkit.Eventually;
import dev.gramme.toolkit.explain.Explain;
import dev.gramme.toolkit.explain.Workload;
import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.workbench.WorkbenchModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** Models in the design view of the console: the toolkit's schema, and NoSQL Workbench. */
@Tag("slow")
class ConsoleModelTest extends ConsoleInBrowser {
  private static final Path WORKBENCH =
      Path.of("src", "test", "resources", "data", "workbench-models", "AnOnlineShop_facets.json");

  @TempDir private static Path downloads;

  @BeforeAll
  void prepare() throws Exception {
    browser.downloadTo(downloads);
  }

  @AfterEach
  void forget() {
    browser.run("localStorage.removeItem('gramme.design')");
  }

  private void load(String model) {
    browser.reloadAt(server.view("design"));
    browser.awaitElement("[name=model]");
    browser.run(
        "const field = document.querySelector('[name=model]'); field.value = arguments[0];"
            + " field.dispatchEvent(new Event('input', {bubbles: true}))",
        model);
    browser.click("main form [type=submit]:enabled");
    browser.awaitElement("[data-action=close-model]");
  }

  private static String downloaded(String name) throws Exception {
    Path file = downloads.resolve(name);
    Eventually.holds(name + " is downloaded", () -> file.toFile().length() > 0);
    return Files.readString(file);
  }

  private static KeySchema key(String pk, String sk) {
    return new KeySchema(
        List.of(new KeyAttribute(pk, ScalarType.S)), List.of(new KeyAttribute(sk, ScalarType.S)));
  }

  private static EntitySchema entity(String name, String sk) {
    return new EntitySchema(name, Map.of("pk", "CUST#{email}", "sk", sk), Set.of(), List.of());
  }

  @Test
  void kinds_are_named_and_coloured_by_the_schema_of_the_toolkit() throws Exception {
    var schema =
        new TableSchema(
            "customers",
            key("pk", "sk"),
            List.of(
                new IndexSchema(
                    "byState",
                    IndexSchema.Kind.LOCAL,
                    new KeySchema(List.of(), List.of(new KeyAttribute("state", ScalarType.S))),
                    IndexSchema.Projection.ALL,
                    List.of())),
            Optional.of("expires"),
            List.of(entity("Customer", "PROFILE"), entity("Order", "ORDER#{number}")),
            List.of(
                new AccessPattern(
                    "orders",
                    AccessPattern.Shape.QUERY,
                    Optional.empty(),
                    List.of("Order"),
                    "pk = CUST#{email} AND begins_with(sk, ORDER#)",
                    Optional.empty(),
                    false,
                    false,
                    Optional.empty(),
                    1,
                    Optional.empty())));
    load(Explain.of(schema, Workload.NONE).explanation().json());
    assertThat(browser.texts(".entities tbody th")).containsExactly("Customer", "Order");
    browser.click("[data-action=create-tables]");
    browser.click("dialog [data-action=execute]");
    browser.awaitTexts(".done-tables li", all -> all.size() == 1);
    browser.click("dialog [data-action=close]");
    JsonNode table = server.send("DescribeTable", "{\"TableName\":\"customers\"}").path("Table");
    assertThat(table.at("/LocalSecondaryIndexes/0/IndexName").asText()).isEqualTo("byState");
    assertThat(
            server
                .send("DescribeTimeToLive", "{\"TableName\":\"customers\"}")
                .at("/TimeToLiveDescription/AttributeName")
                .asText())
        .isEqualTo("expires");
    for (String sk : List.of("PROFILE", "ORDER#1", "ORDER#2", "other")) {
      server.put("customers", "{\"pk\":{\"S\":\"CUST#ada\"},\"sk\":{\"S\":\"%s\"}}".formatted(sk));
    }

    browser.open(server.view("table/customers", "view", "kinds"));
    assertThat(browser.awaitTexts(".drawing h2", headings -> headings.size() == 3))
        .containsExactlyInAnyOrder(
            "Customer 1 item", "Order 2 items", "(no kind of the model) 1 item");
    assertThat(
            browser.run(
                "return new Set([...document.querySelectorAll('.drawn')]"
                    + ".map(item => item.className)).size"))
        .as("colours")
        .isEqualTo(3L);
    browser.click(".result [data-tab=partitions]");
    browser.awaitTexts(
        ".kindname dd", kinds -> kinds.equals(List.of("Order", "Order", "Customer")));

    browser.open(
        server.view(
            "table/customers",
            "mode",
            "query",
            "pk",
            "CUST#ada",
            "sk",
            "ORDER#",
            "op",
            "begins_with"));
    browser.awaitElement(".codeof summary");
    browser.click(".codeof summary");
    browser.click(".codeof [data-tab=toolkit]");
    assertThat(browser.text(".codeof pre")).contains("patterns.orders(\"ada\")");
  }

  @Test
  void tables_of_a_workbench_model_are_created_with_their_items_and_run_its_patterns()
      throws Exception {
    load(Files.readString(WORKBENCH));
    browser.click("[data-action=create-tables]");
    browser.click("dialog [data-action=execute]");
    browser.awaitTexts(
        ".done-tables li", List.of("OnlineShop was created, 20 items written")::equals);
    browser.click("dialog [data-action=close]");
    assertThat(server.send("Scan", "{\"TableName\":\"OnlineShop\"}").path("Count").asInt())
        .isEqualTo(20);

    browser.awaitElement("[data-pattern=invoice] [name=PK]");
    browser.type("[data-pattern=invoice] [name=PK]", "c#12345");
    browser.click("[data-pattern=invoice] [data-action=run-pattern]");
    browser.awaitTexts(
        "[data-pattern=invoice] .measured",
        texts -> texts.equals(List.of("1 item, 0.5 read units")));
    browser.type("[data-pattern=GSI1] [name=GSI1-PK]", "sh#98765");
    browser.click("[data-pattern=GSI1] [data-action=run-pattern]");
    browser.awaitTexts("[data-pattern=GSI1] .measured", List.of("3 items, 0.5 read units")::equals);

    browser.open(server.view("table/OnlineShop", "view", "kinds"));
    assertThat(browser.awaitTexts(".drawing h2", headings -> headings.size() == 9))
        .contains("customer 3 items", "orderItem 2 items", "warehouseItem 3 items");
  }

  @Tag("long")
  @Test
  void a_model_is_exported_for_workbench_and_for_cloudformation() throws Exception {
    server.send(
        "CreateTable",
        """
        {"TableName":"exported","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"N"},
           {"AttributeName":"day","AttributeType":"S"}],
         "ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":2},
         "GlobalSecondaryIndexes":[{"IndexName":"by-day",
           "KeySchema":[{"AttributeName":"day","KeyType":"HASH"}],
           "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["title"]},
           "ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":2}}]}
        """);
    browser.reloadAt(server.view("design"));
    browser.choose("[name=from-table]", "exported");
    browser.click("[data-action=workbench]");
    var model = WorkbenchModel.parse(downloaded("exported.workbench.json"));
    var table = model.table("exported").schema();
    assertThat(table.key().partition()).containsExactly(new KeyAttribute("pk", ScalarType.N));
    assertThat(table.indexes())
        .containsExactly(
            new IndexSchema(
                "by-day",
                IndexSchema.Kind.GLOBAL,
                new KeySchema(List.of(new KeyAttribute("day", ScalarType.S)), List.of()),
                IndexSchema.Projection.INCLUDE,
                List.of("title")));

    browser.click("[data-action=cloudformation]");
    String template = downloaded("exported.template.json");
    browser.click("[data-action=cloudformation-yaml]");
    Object yaml = new Yaml().load(downloaded("exported.template.yaml"));
    assertThat(new ObjectMapper().<JsonNode>valueToTree(yaml)).isEqualTo(json(template));
    server.send("DeleteTable", "{\"TableName\":\"exported\"}");
    browser.open(server.view("create"));
    browser.click("[data-tab=json]");
    browser.type("[name=json]", template);
    browser.click("main form [type=submit]");
    browser.awaitTexts("h1", List.of("exported")::equals);
    var again = server.send("DescribeTable", "{\"TableName\":\"exported\"}").path("Table");
    assertThat(again.at("/ProvisionedThroughput/ReadCapacityUnits").asInt()).isEqualTo(3);
    assertThat(again.at("/GlobalSecondaryIndexes/0/Projection"))
        .isEqualTo(json("{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"title\"]}"));

    // A model of Workbench is exported as it was loaded, with members that the console ignores.
    String original = Files.readString(WORKBENCH);
    browser.run("localStorage.removeItem('gramme.design')");
    load(original);
    browser.click("[data-action=workbench]");
    assertThat(json(downloaded("OnlineShop.workbench.json"))).isEqualTo(json(original));
  }

  private static AttributeSchema attribute(String name, String type, String javaType) {
    return new AttributeSchema(
        name, name, type, javaType, javaType.startsWith("java.util.Optional"), Set.of());
  }

  /** A model as the toolkit's processor would write it, with types of its own program. */
  private static TableSchema orders() {
    var order =
        new EntitySchema(
            "Order",
            Map.of("pk", "CUST#{email}", "sk", "ORDER#{number:6}", "state", "{status}"),
            Set.of("byState"),
            List.of(
                attribute("email", "S", "java.lang.String"),
                attribute("number", "N", "int"),
                attribute("placedAt", "S", "java.time.Instant"),
                attribute("status", "S", "com.example.Status"),
                attribute("total", "N", "java.util.Optional<java.lang.Long>"),
                attribute("tags", "SS", "java.util.Set<java.lang.String>"),
                attribute("expires", "N", "java.util.Optional<java.time.Instant>")));
    return new TableSchema(
        "orders-2026",
        key("pk", "sk"),
        List.of(
            new IndexSchema(
                "byState",
                IndexSchema.Kind.GLOBAL,
                new KeySchema(List.of(new KeyAttribute("state", ScalarType.S)), List.of()),
                IndexSchema.Projection.ALL,
                List.of())),
        Optional.of("expires"),
        List.of(order),
        List.of(
            new AccessPattern(
                "place",
                AccessPattern.Shape.PUT,
                Optional.empty(),
                List.of("Order"),
                "pk = CUST#{email}",
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                1,
                Optional.empty())));
  }

  @Tag("long")
  @Test
  void the_code_of_a_write_uses_the_records_of_the_loaded_model() throws Exception {
    server.createTable("orders-2026", "S");
    load(Explain.of(orders(), Workload.NONE).explanation().json());
    String item =
        """
        {"pk":{"S":"CUST#ada"},"sk":{"S":"ORDER#000007"},"TYPE":{"S":"Order"},"email":{"S":"ada"},"number":{"N":"7"},
         "placedAt":{"S":"2026-05-16T12:23:00.000000000Z"},"status":{"S":"OPEN"},"state":{"S":"OPEN"}%s}
        """;
    browser.open(server.view("table/orders-2026"));
    browser.click("[data-action=new]");
    browser.click("dialog [data-tab=dynamodb]");
    browser.type("[name=json]", item.formatted(""));
    assertThat(toolkitCode("dialog .codeof"))
        .endsWith(
            "patterns.place(new Order(\"ada\", 7, Instant.parse(\"2026-05-16T12:23:00.000000000Z\"),"
                + " Status.OPEN, Optional.empty(), Set.of(), Optional.empty()));");
    browser.click("[data-action=save]");
    browser.awaitTexts("dialog", List::isEmpty);
    browser.click("[role=grid] .cell");
    browser.click("dialog [data-tab=dynamodb]");
    browser.type(
        "[name=json]", item.formatted(",\"total\":{\"N\":\"5\"},\"tags\":{\"SS\":[\"x\"]}"));
    assertThat(toolkitCode("dialog .codeof"))
        .contains(
            "//   @Update(Order.class)\n//   void write(String email, int number, Optional<Long> total,"
                + " Set<String> tags);")
        .endsWith("patterns.write(\"ada\", 7, Optional.of(5L), Set.of(\"x\"));");
    browser.click("[data-action=delete]");
    browser.awaitTexts(
        "dialog .codeof pre", texts -> texts.getFirst().endsWith("patterns.write(\"ada\", 7);"));
  }

  private String toolkitCode(String selector) {
    browser.click(selector + " summary");
    browser.click(selector + " [data-tab=toolkit]");
    browser.awaitElement(selector + " [data-tab=toolkit][aria-selected=true]");
    return browser.text(selector + " pre");
  }

  /** The schema of the records that the view exports for the loaded model. */
  private TableSchema exportedRecords(String interfaceName) throws Exception {
    browser.click("[data-action=records]");
    String source = downloaded(interfaceName + ".java");
    return (TableSchema)
        GeneratedJava.compile(source, downloads.resolve(interfaceName))
            .call(interfaceName + "Table", "schema");
  }

  @Tag("long")
  @Test
  void the_records_of_a_model_compile_to_the_schema_of_the_model() throws Exception {
    load(Explain.of(orders(), Workload.NONE).explanation().json());
    TableSchema exported = exportedRecords("Orders2026Queries");
    assertThat(exported.key()).isEqualTo(orders().key());
    assertThat(exported.indexes()).isEqualTo(orders().indexes());
    assertThat(exported.timeToLive()).contains("expires");
    assertThat(exported.entity("Order").orElseThrow().keys())
        .isEqualTo(orders().entity("Order").orElseThrow().keys());
    browser.run("localStorage.removeItem('gramme.design')");

    load(Files.readString(WORKBENCH));
    exported = exportedRecords("OnlineShopQueries");
    var model = WorkbenchModel.read(WORKBENCH).table("OnlineShop").schema();
    assertThat(exported.key()).isEqualTo(model.key());
    assertThat(exported.indexes()).containsExactlyInAnyOrderElementsOf(model.indexes());
    // The nine facets of this model have the same keys.
    assertThat(exported.entities()).extracting(EntitySchema::name).containsExactly("Item");
    browser.run("localStorage.removeItem('gramme.design')");

    load(Files.readString(WORKBENCH.resolveSibling("DeviceStateLog_7.json")));
    exported = exportedRecords("DeviceStateLogQueries");
    model =
        WorkbenchModel.read(WORKBENCH.resolveSibling("DeviceStateLog_7.json"))
            .table("DeviceStateLog")
            .schema();
    assertThat(exported.key()).isEqualTo(model.key());
    assertThat(exported.indexes())
        .extracting(IndexSchema::name, IndexSchema::key)
        .containsExactlyInAnyOrderElementsOf(
            model.indexes().stream().map(index -> Tuple.tuple(index.name(), index.key())).toList());
    browser.run("localStorage.removeItem('gramme.design')");

    server.createTable("plain", "N");
    browser.reloadAt(server.view("design"));
    browser.choose("[name=from-table]", "plain");
    exported = exportedRecords("PlainQueries");
    assertThat(exported.key().sort()).containsExactly(new KeyAttribute("sk", ScalarType.N));
  }

  @Test
  void a_model_is_exported_as_a_construct_of_the_cdk() throws Exception {
    load(Explain.of(orders(), Workload.NONE).explanation().json());
    browser.click("[data-action=cdk]");
    assertThat(downloaded("orders-2026.cdk.ts"))
        .isEqualTo(
            """
            import { RemovalPolicy } from 'aws-cdk-lib';
            import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
            import { Construct } from 'constructs';

            export class Orders2026Tables extends Construct {
              readonly orders2026Table: dynamodb.TableV2;

              constructor(scope: Construct, id: string) {
                super(scope, id);
                this.orders2026Table = new dynamodb.TableV2(this, 'Orders2026Table', {
                  tableName: 'orders-2026',
                  partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
                  sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
                  billing: dynamodb.Billing.onDemand(),
                  timeToLiveAttribute: 'expires',
                  removalPolicy: RemovalPolicy.RETAIN,
                  globalSecondaryIndexes: [
                    { indexName: 'byState', partitionKey: { name: 'state', type: dynamodb.AttributeType.STRING }, projectionType: dynamodb.ProjectionType.ALL },
                  ],
                });
              }
            }
            """);
  }
}
