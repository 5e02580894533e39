package dev.gramme.embedded.access;

import static dev.gramme.embedded.access.SecuredDatabase.identity;
import static dev.gramme.embedded.access.SecuredDatabase.key;
import static dev.gramme.embedded.access.SecuredDatabase.policies;
import static dev.gramme.embedded.access.SecuredDatabase.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Two tenants in one table, isolated only by a policy on leading keys. */
class TenantsTest {
  private static final String TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/shared";
  private static final String OWN_PARTITION =
      """
      {"Effect":"Allow",
       "Action":["dynamodb:GetItem","dynamodb:BatchGetItem","dynamodb:Query","dynamodb:PutItem",
         "dynamodb:UpdateItem","dynamodb:DeleteItem","dynamodb:BatchWriteItem",
         "dynamodb:ConditionCheckItem","dynamodb:PartiQLInsert","dynamodb:PartiQLUpdate",
         "dynamodb:PartiQLDelete"],
       "Resource":["%1$s","%1$s/index/byHolder"],
       "Condition":{"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":["${aws:PrincipalTag/tenant}"]}}},
      {"Effect":"Allow","Action":"dynamodb:PartiQLSelect","Resource":"%1$s",
       "Condition":{"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":["${aws:PrincipalTag/tenant}"]},
         "Bool":{"dynamodb:FullTableScan":"false"}}}\
      """
          .formatted(TABLE);

  private SecuredDatabase database;
  private DynamoDbClient a;

  @BeforeEach
  void openDatabaseWithItemsOfBothTenants() throws Exception {
    database = SecuredDatabase.open(tenant("a"), tenant("b"));
    database.createTable("shared");
    a = database.client("KEYa");
    put(a, "a");
    put(database.client("KEYb"), "b");
  }

  private static String tenant(String name) {
    return identity(
        "KEY" + name,
        "arn:aws:sts::000000000000:assumed-role/tenant/" + name,
        "{\"tenant\":\"" + name + "\"}",
        policies(OWN_PARTITION));
  }

  private static Map<String, AttributeValue> item(String tenant) {
    return Map.of("pk", s(tenant), "sk", s("1"), "holder", s(tenant), "v", s("of " + tenant));
  }

  private static void put(DynamoDbClient client, String tenant) {
    client.putItem(request -> request.tableName("shared").item(item(tenant)));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static void assertDenied(String action, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            error -> {
              assertThat(error.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
              assertThat(error.awsErrorDetails().errorMessage())
                  .startsWith(
                      "User: arn:aws:sts::000000000000:assumed-role/tenant/a is not authorized to"
                          + " perform: dynamodb:"
                          + action
                          + " on resource: "
                          + TABLE)
                  .endsWith(
                      " because no identity-based policy allows the dynamodb:"
                          + action
                          + " action");
            });
  }

  @Test
  void single_items_of_other_tenants_cannot_be_accessed() {
    assertThat(a.getItem(get -> get.tableName("shared").key(key("a", "1"))).item())
        .isEqualTo(item("a"));
    assertDenied("GetItem", () -> a.getItem(get -> get.tableName("shared").key(key("b", "1"))));
    assertDenied("PutItem", () -> put(a, "b"));
    assertDenied("DeleteItem", () -> a.deleteItem(it -> it.tableName("shared").key(key("b", "1"))));
    assertDenied(
        "UpdateItem",
        () ->
            a.updateItem(update ->
                update
                    .tableName("shared")
                    .key(key("b", "1"))
                    .updateExpression("SET v = :v")
                    .expressionAttributeValues(Map.of(":v", s("mine")))));
    assertOtherTenantsItemUnchanged();
  }

  private void assertOtherTenantsItemUnchanged() {
    assertThat(
            database
                .client("KEYb")
                .getItem(get -> get.tableName("shared").key(key("b", "1")))
                .item())
        .isEqualTo(item("b"));
  }

  private void query(@Nullable String index, String attribute, String value) {
    a.query(query ->
        query
            .tableName("shared")
            .indexName(index)
            .keyConditionExpression(attribute + " = :v")
            .expressionAttributeValues(Map.of(":v", s(value))));
  }

  @Test
  void queries_are_limited_to_the_own_partition_of_table_and_index() {
    query(null, "pk", "a");
    query("byHolder", "holder", "a");
    assertDenied("Query", () -> query(null, "pk", "b"));
    assertDenied("Query", () -> query("byHolder", "holder", "b"));
  }

  @Test
  void scans_are_denied() {
    assertDenied("Scan", () -> a.scan(scan -> scan.tableName("shared")));
    assertDenied(
        "PartiQLSelect", () -> a.executeStatement(it -> it.statement("SELECT * FROM shared")));
    assertDenied(
        "PartiQLSelect",
        () -> a.executeStatement(it -> it.statement("SELECT * FROM shared WHERE v = 'of b'")));
  }

  @Test
  void a_batch_with_one_item_of_another_tenant_is_denied() {
    assertDenied(
        "BatchGetItem",
        () ->
            a.batchGetItem(batch ->
                batch.requestItems(
                    Map.of(
                        "shared",
                        KeysAndAttributes.builder()
                            .keys(List.of(key("a", "1"), key("b", "1")))
                            .build()))));
    assertDenied(
        "BatchWriteItem",
        () ->
            a.batchWriteItem(
                batch -> batch.requestItems(Map.of("shared", List.of(write("a"), write("b"))))));
    a.batchWriteItem(batch -> batch.requestItems(Map.of("shared", List.of(write("a")))));
  }

  private static WriteRequest write(String tenant) {
    return WriteRequest.builder()
        .putRequest(PutRequest.builder().item(item(tenant)).build())
        .build();
  }

  @Test
  void a_transaction_with_one_action_on_another_tenants_item_is_denied() {
    var own = TransactWriteItem.builder().put(putOf("a")).build();
    transact(own);
    assertDenied(
        "PutItem", () -> transact(own, TransactWriteItem.builder().put(putOf("b")).build()));
    assertDenied(
        "DeleteItem",
        () ->
            transact(
                TransactWriteItem.builder()
                    .delete(Delete.builder().tableName("shared").key(key("b", "1")).build())
                    .build()));
    assertDenied(
        "UpdateItem",
        () ->
            transact(
                TransactWriteItem.builder()
                    .update(
                        Update.builder()
                            .tableName("shared")
                            .key(key("b", "1"))
                            .updateExpression("REMOVE v")
                            .build())
                    .build()));
    assertDenied(
        "ConditionCheckItem",
        () ->
            transact(
                own,
                TransactWriteItem.builder()
                    .conditionCheck(
                        ConditionCheck.builder()
                            .tableName("shared")
                            .key(key("b", "1"))
                            .conditionExpression("attribute_exists(pk)")
                            .build())
                    .build()));
    assertDenied("GetItem", () -> a.transactGetItems(it -> it.transactItems(get("a"), get("b"))));
    assertOtherTenantsItemUnchanged();
  }

  private static Put putOf(String tenant) {
    return Put.builder().tableName("shared").item(item(tenant)).build();
  }

  private static TransactGetItem get(String tenant) {
    return TransactGetItem.builder()
        .get(Get.builder().tableName("shared").key(key(tenant, "1")).build())
        .build();
  }

  private void transact(TransactWriteItem... items) {
    a.transactWriteItems(transaction -> transaction.transactItems(items));
  }

  private void execute(String statement) {
    a.executeStatement(it -> it.statement(statement));
  }

  @Test
  void statements_are_limited_to_the_own_partition() {
    execute("SELECT * FROM shared WHERE pk = 'a'");
    assertDenied("PartiQLSelect", () -> execute("SELECT * FROM shared WHERE pk = 'b'"));
    assertDenied("PartiQLSelect", () -> execute("SELECT * FROM shared WHERE pk IN ['a', 'b']"));
    assertDenied("PartiQLSelect", () -> execute("SELECT * FROM shared WHERE pk = 'a' OR pk = 'b'"));
    assertDenied("PartiQLInsert", () -> execute("INSERT INTO shared VALUE {'pk':'b','sk':'2'}"));
    assertDenied("PartiQLUpdate", () -> execute("UPDATE shared SET v='x' WHERE pk='b' AND sk='1'"));
    assertDenied("PartiQLDelete", () -> execute("DELETE FROM shared WHERE pk='b' AND sk='1'"));
    assertOtherTenantsItemUnchanged();
  }

  private static String deniedMessage(String action) {
    return "User: arn:aws:sts::000000000000:assumed-role/tenant/a is not authorized to perform:"
        + " dynamodb:%1$s on resource: %2$s because no identity-based policy allows the"
            .formatted(action, TABLE)
        + " dynamodb:%s action".formatted(action);
  }

  @Test
  void statements_of_a_batch_are_authorized_individually() {
    var responses =
        a.batchExecuteStatement(it ->
                it.statements(
                    BatchStatementRequest.builder()
                        .statement("SELECT * FROM shared WHERE pk='b' AND sk='1'")
                        .build(),
                    BatchStatementRequest.builder()
                        .statement("SELECT * FROM shared WHERE pk='a' AND sk='1'")
                        .build()))
            .responses();
    assertThat(responses.getFirst().error().codeAsString()).isEqualTo("AccessDenied");
    assertThat(responses.getFirst().error().message()).isEqualTo(deniedMessage("PartiQLSelect"));
    assertThat(responses.getFirst().tableName()).isEqualTo("shared");
    assertThat(responses.getFirst().hasItem()).isFalse();
    assertThat(responses.getLast().error()).isNull();
  }

  @Test
  void the_cancellation_reasons_of_a_transaction_name_the_denied_statements() {
    assertThatThrownBy(() ->
            a.executeTransaction(it ->
                it.transactStatements(
                    ParameterizedStatement.builder()
                        .statement("INSERT INTO shared VALUE {'pk':'a','sk':'new'}")
                        .build(),
                    ParameterizedStatement.builder()
                        .statement("DELETE FROM shared WHERE pk='b' AND sk='1'")
                        .build())))
        .isInstanceOfSatisfying(
            TransactionCanceledException.class,
            error -> {
              assertThat(error.cancellationReasons())
                  .extracting(CancellationReason::code)
                  .containsExactly("None", "AccessDenied");
              assertThat(error.cancellationReasons().getLast().message())
                  .isEqualTo(deniedMessage("PartiQLDelete"));
            });
    assertOtherTenantsItemUnchanged();
    assertThat(
            a.query(it ->
                    it.tableName("shared")
                        .keyConditionExpression("pk = :a AND sk = :new")
                        .expressionAttributeValues(Map.of(":a", s("a"), ":new", s("new"))))
                .items())
        .isEmpty();
  }

  @Test
  void tenants_cannot_delete_or_describe_the_table() {
    assertDenied("DeleteTable", () -> a.deleteTable(it -> it.tableName("shared")));
    assertDenied("DescribeTable", () -> a.describeTable(it -> it.tableName("shared")));
  }
}
