package dev.gramme.embedded.access;

import static dev.gramme.embedded.access.SecuredDatabase.ROOT;
import static dev.gramme.embedded.access.SecuredDatabase.key;
import static dev.gramme.embedded.access.SecuredDatabase.s;
import static dev.gramme.embedded.access.SecuredDatabase.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.ReplicationGroupUpdate;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Identity-based and resource-based policies, on attributes, streams, tags and the control plane.
 */
class PoliciesTest {
  private static final String TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/people";
  private static final String ALICE = "arn:aws:iam::000000000000:user/alice";
  private static final String EVERYTHING =
      "{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"}";

  private static void assertDenied(String ending, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            error -> {
              assertThat(error.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
              assertThat(error.awsErrorDetails().errorMessage()).endsWith(ending);
            });
  }

  private static void attach(SecuredDatabase database, String arn, String statement) {
    database
        .client(ROOT)
        .putResourcePolicy(put ->
            put.resourceArn(arn)
                .policy("{\"Version\":\"2012-10-17\",\"Statement\":[" + statement + "]}"));
  }

  private static String grant(String effect, String action, String resource) {
    return """
    {"Effect":"%s","Principal":{"AWS":"%s"},"Action":"%s","Resource":"%s"}\
    """
        .formatted(effect, ALICE, action, resource);
  }

  private static void get(DynamoDbClient client) {
    client.getItem(get -> get.tableName("people").key(key("a", "1")));
  }

  @Test
  void a_table_policy_can_grant_access_without_an_identity_policy() throws Exception {
    try (var database = SecuredDatabase.open(user("alice"), user("bob"))) {
      database.createTable("people");
      var alice = database.client("alice");
      assertDenied("no identity-based policy allows the dynamodb:GetItem action", () -> get(alice));
      attach(database, TABLE, grant("Allow", "dynamodb:GetItem", TABLE));
      get(alice);
      assertDenied(
          "no identity-based policy allows the dynamodb:PutItem action",
          () -> alice.putItem(put -> put.tableName("people").item(key("a", "1"))));
      assertDenied(
          "no identity-based policy allows the dynamodb:GetItem action",
          () -> get(database.client("bob")));
    }
  }

  @Test
  void a_table_policy_can_deny_actions_that_an_identity_policy_allows() throws Exception {
    try (var database = SecuredDatabase.open(user("alice", EVERYTHING))) {
      database.createTable("people");
      var alice = database.client("alice");
      get(alice);
      attach(database, TABLE, grant("Deny", "dynamodb:GetItem", TABLE));
      assertDenied("with an explicit deny in a resource-based policy", () -> get(alice));
      database.client(ROOT).deleteResourcePolicy(delete -> delete.resourceArn(TABLE));
      get(alice);
    }
  }

  @Test
  void a_table_policy_can_grant_access_to_an_index() throws Exception {
    try (var database = SecuredDatabase.open(user("alice"))) {
      database.createTable("people");
      attach(database, TABLE, grant("Allow", "dynamodb:Query", TABLE + "/index/byHolder"));
      var alice = database.client("alice");
      alice.query(query ->
          query
              .tableName("people")
              .indexName("byHolder")
              .keyConditionExpression("holder = :h")
              .expressionAttributeValues(Map.of(":h", s("x"))));
      assertDenied(
          "no identity-based policy allows the dynamodb:Query action",
          () ->
              alice.query(query ->
                  query
                      .tableName("people")
                      .keyConditionExpression("pk = :h")
                      .expressionAttributeValues(Map.of(":h", s("x")))));
    }
  }

  @Test
  void a_stream_has_its_own_policy() throws Exception {
    try (var database = SecuredDatabase.open(user("alice"))) {
      database.createTable("people");
      var root = database.client(ROOT);
      root.updateTable(update ->
          update
              .tableName("people")
              .streamSpecification(
                  it -> it.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
      String stream = root.describeTable(it -> it.tableName("people")).table().latestStreamArn();
      var shard =
          database
              .streams(ROOT)
              .describeStream(it -> it.streamArn(stream))
              .streamDescription()
              .shards()
              .getFirst()
              .shardId();
      var iterator =
          database
              .streams(ROOT)
              .getShardIterator(it ->
                  it.streamArn(stream)
                      .shardId(shard)
                      .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      var alice = database.streams("alice");
      assertDenied(
          "on resource: "
              + stream
              + " because no identity-based policy allows the dynamodb:GetRecords action",
          () -> alice.getRecords(it -> it.shardIterator(iterator)));
      attach(database, stream, grant("Allow", "dynamodb:GetRecords", stream));
      assertThat(alice.getRecords(it -> it.shardIterator(iterator)).records()).isEmpty();
      assertDenied(
          "the dynamodb:DescribeStream action",
          () -> alice.describeStream(it -> it.streamArn(stream)));
    }
  }

  @Test
  void a_policy_can_restrict_access_to_some_attributes() throws Exception {
    String some =
        """
        {"Effect":"Allow","Action":["dynamodb:GetItem","dynamodb:UpdateItem","dynamodb:Query",
           "dynamodb:TransactWriteItems","dynamodb:PartiQLSelect"],"Resource":"*",
         "Condition":{"ForAllValues:StringEquals":{"dynamodb:Attributes":["pk","sk","name"]},
           "StringEqualsIfExists":{"dynamodb:Select":"SPECIFIC_ATTRIBUTES",
             "dynamodb:ReturnValues":["NONE","UPDATED_OLD","UPDATED_NEW"]}}}\
        """;
    try (var database = SecuredDatabase.open(user("alice", some))) {
      database.createTable("people");
      var alice = database.client("alice");
      alice.getItem(get ->
          get.tableName("people")
              .key(key("a", "1"))
              .projectionExpression("#n.inner1")
              .expressionAttributeNames(Map.of("#n", "name")));
      String ending = "the dynamodb:GetItem action";
      assertDenied(ending, () -> get(alice));
      assertDenied(
          ending,
          () ->
              alice.getItem(get ->
                  get.tableName("people").key(key("a", "1")).projectionExpression("salary")));
      update(alice, "SET #n = :v", ReturnValue.UPDATED_NEW);
      ending = "the dynamodb:UpdateItem action";
      assertDenied(ending, () -> update(alice, "SET #n = :v", ReturnValue.ALL_NEW));
      assertDenied(ending, () -> update(alice, "SET #n = :v, salary = :v", ReturnValue.NONE));
      assertDenied(
          ending, () -> update(alice, "SET #n = if_not_exists(salary, :v)", ReturnValue.NONE));
      assertDenied(ending, () -> updateReturningOldItemOnFailure(alice));
      alice.executeStatement(it -> it.statement("SELECT \"name\" FROM people WHERE pk = 'a'"));
      ending = "the dynamodb:PartiQLSelect action";
      assertDenied(
          ending,
          () -> alice.executeStatement(it -> it.statement("SELECT * FROM people WHERE pk='a'")));
      assertDenied(
          ending,
          () ->
              alice.executeStatement(
                  it -> it.statement("SELECT \"name\" FROM people WHERE pk='a' AND salary > 1")));
    }
  }

  @Test
  void a_select_on_an_index_is_authorized_before_it_is_validated() throws Exception {
    String senseless = "SELECT COUNT(*) FROM people.\"index\"";
    try (var database = SecuredDatabase.open(user("alice"))) {
      database.createTable("people");
      var alice = database.client("alice");
      String ending = "the dynamodb:PartiQLSelect action";
      assertDenied(ending, () -> alice.executeStatement(it -> it.statement(senseless)));
      var member = BatchStatementRequest.builder().statement(senseless).build();
      var refusal =
          alice.batchExecuteStatement(it -> it.statements(member)).responses().getFirst().error();
      assertThat(refusal.codeAsString()).isEqualTo("AccessDenied");
      assertThat(refusal.message()).endsWith(ending);
    }
  }

  @Test
  void a_write_that_is_invalid_for_every_table_gets_the_same_error_from_every_caller()
      throws Exception {
    try (var database = SecuredDatabase.open(user("alice"))) {
      for (String name : new String[] {ROOT, "alice"}) {
        var client = database.client(name);
        assertThatThrownBy(() ->
                client.putItem(put ->
                    put.tableName("people").item(key("a", "1")).returnValues(ReturnValue.ALL_NEW)))
            .isInstanceOfSatisfying(
                DynamoDbException.class,
                error ->
                    assertThat(error.awsErrorDetails().errorMessage())
                        .isEqualTo(
                            "1 validation error detected: ReturnValues can only be ALL_OLD or"
                                + " NONE"));
      }
    }
  }

  @Test
  void a_statement_without_its_whole_key_cancels_an_allowed_transaction() throws Exception {
    var statement =
        ParameterizedStatement.builder().statement("DELETE FROM people WHERE pk = 'a'").build();
    try (var database = SecuredDatabase.open(user("alice", EVERYTHING), user("bob"))) {
      database.createTable("people");
      var cancelled = TransactionCanceledException.class;
      assertThatThrownBy(() ->
              database.client("alice").executeTransaction(it -> it.transactStatements(statement)))
          .isInstanceOfSatisfying(
              cancelled,
              error ->
                  assertThat(error.cancellationReasons())
                      .extracting(CancellationReason::code, CancellationReason::message)
                      .containsExactly(
                          tuple(
                              "ValidationError",
                              "The provided key element does not match the schema")));
      assertThatThrownBy(() ->
              database.client("bob").executeTransaction(it -> it.transactStatements(statement)))
          .isInstanceOfSatisfying(
              cancelled,
              error ->
                  assertThat(error.cancellationReasons())
                      .extracting(CancellationReason::code)
                      .containsExactly("AccessDenied"));
    }
  }

  private static void update(DynamoDbClient client, String expression, ReturnValue returned) {
    client.updateItem(update ->
        update
            .tableName("people")
            .key(key("a", "1"))
            .updateExpression(expression)
            .expressionAttributeNames(Map.of("#n", "name"))
            .expressionAttributeValues(Map.of(":v", s("x")))
            .returnValues(returned));
  }

  /** If the condition failed, the response would have the whole item. */
  private static void updateReturningOldItemOnFailure(DynamoDbClient client) {
    client.updateItem(update ->
        update
            .tableName("people")
            .key(key("a", "1"))
            .updateExpression("SET #n = :v")
            .conditionExpression("#n = :v")
            .expressionAttributeNames(Map.of("#n", "name"))
            .expressionAttributeValues(Map.of(":v", s("x")))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
  }

  @Test
  void a_policy_can_allow_an_action_only_within_a_transaction() throws Exception {
    String within =
        """
        {"Effect":"Allow","Action":"dynamodb:PutItem","Resource":"*","Condition":
          {"StringEquals":{"dynamodb:EnclosingOperation":"TransactWriteItems"}}}\
        """;
    try (var database = SecuredDatabase.open(user("alice", within))) {
      database.createTable("people");
      var alice = database.client("alice");
      alice.transactWriteItems(it ->
          it.transactItems(
              TransactWriteItem.builder()
                  .put(put -> put.tableName("people").item(key("a", "1")))
                  .build()));
      assertDenied(
          "the dynamodb:PutItem action",
          () -> alice.putItem(put -> put.tableName("people").item(key("a", "1"))));
    }
  }

  @Test
  void a_policy_can_select_tables_by_their_tags() throws Exception {
    String tagged =
        """
        {"Effect":"Allow","Action":"dynamodb:*","Resource":"*","Condition":
          {"StringEquals":{"aws:ResourceTag/stage":"test"}}}\
        """;
    try (var database = SecuredDatabase.open(user("alice", tagged))) {
      database.createTable("people");
      var alice = database.client("alice");
      assertDenied("the dynamodb:GetItem action", () -> get(alice));
      database
          .client(ROOT)
          .tagResource(
              it -> it.resourceArn(TABLE).tags(Tag.builder().key("stage").value("test").build()));
      get(alice);
      assertDenied("the dynamodb:ListTables action", alice::listTables);
    }
  }

  @Test
  void policies_apply_to_control_plane_operations() throws Exception {
    String some =
        """
        {"Effect":"Allow","Action":["dynamodb:List*","dynamodb:Describe*","dynamodb:CreateTable"],
         "Resource":"*"}\
        """;
    try (var database = SecuredDatabase.open(user("alice", some))) {
      database.createTable("people");
      var alice = database.client("alice");
      assertThat(alice.listTables().tableNames()).containsExactly("people");
      alice.describeTable(it -> it.tableName("people"));
      alice.describeLimits();
      assertDenied(
          "on resource: "
              + TABLE
              + " because no identity-based policy allows the dynamodb:DeleteTable action",
          () -> alice.deleteTable(it -> it.tableName(TABLE)));
      assertDenied(
          "the dynamodb:CreateBackup action",
          () -> alice.createBackup(it -> it.tableName("people").backupName("backup")));
      assertDenied(
          "the dynamodb:PutResourcePolicy action",
          () ->
              alice.putResourcePolicy(it ->
                  it.resourceArn(TABLE)
                      .policy("{\"Statement\":[" + grant("Allow", "dynamodb:*", TABLE) + "]}")));
      var root = database.client(ROOT);
      String backup =
          root.createBackup(it -> it.tableName("people").backupName("backup"))
              .backupDetails()
              .backupArn();
      alice.describeBackup(it -> it.backupArn(backup));
      assertDenied(
          "on resource: "
              + backup
              + " because no identity-based policy allows the dynamodb:DeleteBackup action",
          () -> alice.deleteBackup(it -> it.backupArn(backup)));
      assertDenied(
          "the dynamodb:RestoreTableFromBackup action",
          () -> alice.restoreTableFromBackup(it -> it.backupArn(backup).targetTableName("again")));
    }
  }

  @Test
  void another_region_in_the_arn_of_a_backup_does_not_evade_a_policy() throws Exception {
    String deny =
        """
        {"Effect":"Deny","Action":"dynamodb:DeleteBackup","Resource":"%s/backup/*"}\
        """
            .formatted(TABLE);
    try (var database = SecuredDatabase.open(user("alice", EVERYTHING, deny))) {
      database.createTable("people");
      var root = database.client(ROOT);
      String backup =
          root.createBackup(it -> it.tableName("people").backupName("backup"))
              .backupDetails()
              .backupArn();
      root.deleteTable(it -> it.tableName("people"));
      var alice = database.client("alice");
      for (String region : List.of("us-east-1", "us-west-2")) {
        assertDenied(
            "with an explicit deny in an identity-based policy",
            () -> alice.deleteBackup(it -> it.backupArn(backup.replace("us-east-1", region))));
      }
    }
  }

  @Test
  void replicas_need_permissions_in_their_regions() throws Exception {
    String here =
        "{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"arn:aws:dynamodb:us-east-1:000000000000:*\"}";
    String there =
        """
        {"Effect":"Allow","Action":["dynamodb:CreateTable","dynamodb:Scan"],\
        "Resource":"arn:aws:dynamodb:eu-west-1:000000000000:*"}\
        """;
    try (var database = SecuredDatabase.open(user("alice", here, there))) {
      database.createTable("people");
      var alice = database.client("alice");
      assertDenied(
          "on resource: arn:aws:dynamodb:eu-west-1:000000000000:table/people because no"
              + " identity-based policy allows the dynamodb:CreateTableReplica action",
          () ->
              alice.updateTable(it ->
                  it.tableName("people")
                      .replicaUpdates(
                          ReplicationGroupUpdate.builder()
                              .create(create -> create.regionName("eu-west-1"))
                              .build())));
      assertDenied(
          "on resource: arn:aws:dynamodb:eu-west-1:000000000000:table/people because no"
              + " identity-based policy allows the dynamodb:DeleteTable action",
          () ->
              alice.updateTable(it ->
                  it.tableName("people")
                      .replicaUpdates(
                          ReplicationGroupUpdate.builder()
                              .delete(delete -> delete.regionName("eu-west-1"))
                              .build())));
    }
  }

  @Test
  void a_streaming_destination_is_authorized_for_its_source_table() throws Exception {
    String stream = "arn:aws:kinesis:us-east-1:000000000000:stream/mine";
    String mine = "{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"" + stream + "\"}";
    try (var database = SecuredDatabase.open(user("alice", mine))) {
      database.createTable("people");
      assertDenied(
          "on resource: "
              + TABLE
              + " because no identity-based policy allows the"
              + " dynamodb:EnableKinesisStreamingDestination action",
          () ->
              database
                  .client("alice")
                  .enableKinesisStreamingDestination(
                      it -> it.tableName("people").streamArn(stream)));
    }
  }

  @Test
  void a_policy_that_cannot_be_enforced_is_not_attached() throws Exception {
    String organization =
        """
        {"Effect":"Allow","Principal":"*","Action":"dynamodb:*","Resource":"*","Condition":
          {"StringEquals":{"aws:PrincipalOrgID":"o-1"}}}\
        """;
    try (var database = SecuredDatabase.open()) {
      database.createTable("people");
      assertThatThrownBy(() -> attach(database, TABLE, organization))
          .isInstanceOfSatisfying(
              DynamoDbException.class,
              error ->
                  assertThat(error.awsErrorDetails().errorMessage())
                      .isEqualTo(
                          "Unsupported policy document: the condition key aws:PrincipalOrgID is"
                              + " not supported"));
    }
  }
}
