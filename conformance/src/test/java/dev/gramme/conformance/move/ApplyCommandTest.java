package dev.gramme.conformance.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** {@code ./gramme apply} against a server. */
final class ApplyCommandTest {
  private static final String ORDERS =
      """
      AWSTemplateFormatVersion: 2010-09-09
      Parameters:
        Stage: {Type: String, AllowedValues: [test, live]}
        Units: {Type: Number, Default: 5}
      Mappings:
        Streams: {test: {View: KEYS_ONLY}, live: {View: NEW_AND_OLD_IMAGES}}
      Conditions:
        IsLive: !Equals [!Ref Stage, live]
      Resources:
        Orders:
          Type: AWS::DynamoDB::Table
          DeletionPolicy: Retain
          Properties:
            TableName: !Sub 'orders-${Stage}'
            AttributeDefinitions:
              - {AttributeName: id, AttributeType: S}
              - {AttributeName: customer, AttributeType: S}
            KeySchema: [{AttributeName: id, KeyType: HASH}]
            ProvisionedThroughput: {ReadCapacityUnits: !Ref Units, WriteCapacityUnits: 5}
            StreamSpecification: {StreamViewType: !FindInMap [Streams, !Ref Stage, View]}
            TimeToLiveSpecification: {AttributeName: expires, Enabled: true}
            PointInTimeRecoverySpecification: !If
              - IsLive
              - {PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7}
              - !Ref AWS::NoValue
            Tags: [{Key: stage, Value: !Ref Stage}]
            GlobalSecondaryIndexes:
              - IndexName: by-customer
                KeySchema: [{AttributeName: customer, KeyType: HASH}]
                Projection: {ProjectionType: ALL}
                ProvisionedThroughput: {ReadCapacityUnits: !Ref Units, WriteCapacityUnits: 5}
        Worker:
          Type: AWS::Lambda::Function
          Properties: {Runtime: java25}
      """;

  private final LocalServer server = LocalServer.start();
  @TempDir Path folder;

  @AfterEach
  void stop() {
    server.close();
  }

  private Command apply(String template, String... flags) throws IOException {
    Path file = Files.writeString(folder.resolve("template.yaml"), template);
    var arguments = new ArrayList<String>();
    arguments.add(file.toString());
    arguments.add("--endpoint=" + server.address());
    arguments.addAll(List.of(flags));
    return Command.run("apply", arguments.toArray(String[]::new));
  }

  @Test
  void a_table_has_everything_that_the_template_says() throws IOException {
    String out = apply(ORDERS, "--parameter=Stage=live", "--parameter", "Units=7").succeeded();

    assertThat(out)
        .contains("not a table: Worker (AWS::Lambda::Function)")
        .contains("orders-live: create the table")
        .endsWith("1 created, 0 changed, 0 unchanged\n");
    var table = server.table("orders-live");
    assertThat(table.provisionedThroughput().readCapacityUnits()).isEqualTo(7);
    assertThat(table.globalSecondaryIndexes())
        .singleElement()
        .satisfies(index -> {
          assertThat(index.indexName()).isEqualTo("by-customer");
          assertThat(index.provisionedThroughput().readCapacityUnits()).isEqualTo(7);
        });
    assertThat(table.streamSpecification().streamViewType())
        .isEqualTo(StreamViewType.NEW_AND_OLD_IMAGES);
    var ttl = server.client().describeTimeToLive(each -> each.tableName("orders-live"));
    assertThat(ttl.timeToLiveDescription().attributeName()).isEqualTo("expires");
    var backups = server.client().describeContinuousBackups(each -> each.tableName("orders-live"));
    assertThat(
            backups
                .continuousBackupsDescription()
                .pointInTimeRecoveryDescription()
                .recoveryPeriodInDays())
        .isEqualTo(7);
    assertThat(
            server.client().listTagsOfResource(each -> each.resourceArn(table.tableArn())).tags())
        .singleElement()
        .satisfies(tag -> assertThat(tag.value()).isEqualTo("live"));
  }

  @Test
  void a_second_run_changes_nothing() throws IOException {
    apply(ORDERS, "--parameter=Stage=live").succeeded();

    assertThat(apply(ORDERS, "--parameter=Stage=live").succeeded())
        .endsWith("0 created, 0 changed, 1 unchanged\n");
  }

  @Test
  void a_changed_template_changes_its_table() throws IOException {
    apply(ORDERS, "--parameter=Stage=test").succeeded();
    String changed =
        ORDERS
            .replace("by-customer", "by-buyer")
            .replace("customer", "buyer")
            .replace(
                "ReadCapacityUnits: !Ref Units, WriteCapacityUnits: 5",
                "ReadCapacityUnits: 9, WriteCapacityUnits: 9")
            .replace("View: KEYS_ONLY", "View: NEW_IMAGE")
            .replace("AttributeName: expires", "AttributeName: until")
            .replace("DeletionPolicy: Retain", "DependsOn: Worker")
            .replace("      Tags:", "      DeletionProtectionEnabled: true\n      Tags:");

    String dry = apply(changed, "--parameter=Stage=test", "--dry-run").succeeded();
    assertThat(server.table("orders-test").provisionedThroughput().writeCapacityUnits())
        .isEqualTo(5);
    String out = apply(changed, "--parameter=Stage=test").succeeded();

    assertThat(dry)
        .contains("orders-test: provision 9 read and 9 write units")
        .contains("orders-test: remove the index by-customer")
        .contains("orders-test: add the index by-buyer")
        .contains("orders-test: disable the stream")
        .contains("orders-test: enable a stream with NEW_IMAGE")
        .contains("orders-test: enable the protection against deletion")
        .contains("orders-test: disable expiry by expires")
        .contains("orders-test: enable expiry by until")
        .contains("0 created, 1 changed, 0 unchanged (dry run: nothing was done)");
    assertThat(out).isEqualTo(dry.replace(" (dry run: nothing was done)", ""));
    var table = server.table("orders-test");
    assertThat(table.provisionedThroughput().writeCapacityUnits()).isEqualTo(9);
    assertThat(table.globalSecondaryIndexes())
        .singleElement()
        .satisfies(index -> assertThat(index.indexName()).isEqualTo("by-buyer"));
    assertThat(table.deletionProtectionEnabled()).isTrue();
    assertThat(apply(changed, "--parameter=Stage=test").succeeded())
        .contains("0 created, 0 changed, 1 unchanged");
  }

  @Test
  void a_change_that_needs_a_new_table_changes_no_table() throws IOException {
    apply(ORDERS, "--parameter=Stage=test").succeeded();
    String two =
        ORDERS.replace(
                "{AttributeName: id, KeyType: HASH}", "{AttributeName: customer, KeyType: HASH}")
            + """
              More:
                Type: AWS::Serverless::SimpleTable
            """;

    assertThat(apply(two, "--parameter=Stage=test").failure(1))
        .isEqualTo(
            "gramme: orders-test: the key cannot be changed; the table would have to be replaced,"
                + " which this command never does");
    assertThat(server.client().listTables().tableNames()).containsExactly("orders-test");
  }

  @Test
  void simple_tables_of_sam_are_on_demand_with_the_key_id() throws IOException {
    apply(
            """
            Transform: AWS::Serverless-2016-10-31
            Globals: {SimpleTable: {SSESpecification: {SSEEnabled: true}}}
            Resources:
              Sessions: {Type: AWS::Serverless::SimpleTable}
              Users:
                Type: AWS::Serverless::SimpleTable
                Properties:
                  TableName: !Join ['-', [users, !Ref Sessions]]
                  PrimaryKey: {Name: number, Type: Number}
                  ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 2}
                  Tags: {team: a}
            """)
        .succeeded();

    var sessions = server.table("Sessions");
    assertThat(sessions.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(sessions.keySchema().getFirst().attributeName()).isEqualTo("id");
    var users = server.table("users-Sessions");
    assertThat(users.attributeDefinitions().getFirst().attributeTypeAsString()).isEqualTo("N");
    assertThat(users.provisionedThroughput().writeCapacityUnits()).isEqualTo(2);
  }

  @Test
  void a_global_table_of_one_region_is_a_table() throws IOException {
    apply(
            """
            {"Resources": {"World": {"Type": "AWS::DynamoDB::GlobalTable", "Properties": {
              "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
              "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
              "BillingMode": "PAY_PER_REQUEST",
              "StreamSpecification": {"StreamViewType": "NEW_AND_OLD_IMAGES"},
              "TimeToLiveSpecification": {"AttributeName": "ttl", "Enabled": true},
              "Replicas": [{"Region": {"Ref": "AWS::Region"}, "DeletionProtectionEnabled": true,
                "Tags": [{"Key": "a", "Value": "b"}]}]}}}}
            """)
        .succeeded();

    assertThat(server.table("World").deletionProtectionEnabled()).isTrue();
    assertThat(
            server
                .client()
                .describeTimeToLive(each -> each.tableName("World"))
                .timeToLiveDescription()
                .timeToLiveStatus())
        .isEqualTo(TimeToLiveStatus.ENABLED);
  }

  private static final String PROVISIONED =
      """
      {"Resources": {"World": {"Type": "AWS::DynamoDB::GlobalTable", "Properties": {
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "BillingMode": "PROVISIONED",
        "WriteProvisionedThroughputSettings": {"WriteCapacityAutoScalingSettings": {
          "MinCapacity": 3, "MaxCapacity": 30,
          "TargetTrackingScalingPolicyConfiguration": {"TargetValue": 70}}},
        "GlobalSecondaryIndexes": [{"IndexName": "all",
          "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
          "Projection": {"ProjectionType": "ALL"},
          "WriteProvisionedThroughputSettings": {"WriteCapacityAutoScalingSettings": {
            "MinCapacity": 4, "MaxCapacity": 40}}}],
        "Replicas": [{"Region": {"Ref": "AWS::Region"},
          "ReadProvisionedThroughputSettings": {"ReadCapacityUnits": 5},
          "GlobalSecondaryIndexes": [{"IndexName": "all",
            "ReadProvisionedThroughputSettings": {"ReadCapacityAutoScalingSettings": {
              "MinCapacity": 6, "MaxCapacity": 60}}}]}%s]}}}}
      """;

  @Test
  void a_provisioned_global_table_has_the_least_units_of_its_auto_scaling() throws IOException {
    apply(PROVISIONED.formatted("")).succeeded();

    var table = server.table("World");
    assertThat(table.provisionedThroughput().readCapacityUnits()).isEqualTo(5);
    assertThat(table.provisionedThroughput().writeCapacityUnits()).isEqualTo(3);
    var index = table.globalSecondaryIndexes().getFirst().provisionedThroughput();
    assertThat(index.readCapacityUnits()).isEqualTo(6);
    assertThat(index.writeCapacityUnits()).isEqualTo(4);
    assertThat(apply(PROVISIONED.formatted("")).succeeded())
        .endsWith("0 created, 0 changed, 1 unchanged\n");
    assertThat(apply(PROVISIONED.formatted(", {\"Region\": \"eu-west-3\"}")).failure(1))
        .contains("BillingMode: with several replicas only PAY_PER_REQUEST is supported");
  }

  /** The key is a resource that no server of Gramme has. */
  @Test
  void a_table_whose_key_is_another_resource_is_created() throws IOException {
    String template =
        """
        Resources:
          Key: {Type: 'AWS::KMS::Key'}
          Reader: {Type: 'AWS::IAM::Role'}
          Secret:
            Type: AWS::DynamoDB::Table
            Properties:
              BillingMode: PAY_PER_REQUEST
              AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
              KeySchema: [{AttributeName: id, KeyType: HASH}]
              SSESpecification: {SSEEnabled: true, SSEType: KMS, KMSMasterKeyId: !GetAtt Key.Arn}
              ResourcePolicy:
                PolicyDocument:
                  Version: '2012-10-17'
                  Statement:
                    - Effect: Allow
                      Principal: {AWS: !GetAtt Reader.Arn}
                      Action: dynamodb:GetItem
                      Resource: !GetAtt Secret.Arn
        """;
    assertThat(apply(template).succeeded())
        .contains("not a table: Key (AWS::KMS::Key)", "Secret: set the resource policy");

    var table = server.table("Secret");
    assertThat(table.sseDescription().kmsMasterKeyArn()).endsWith(":key/Key");
    assertThat(
            server.client().getResourcePolicy(each -> each.resourceArn(table.tableArn())).policy())
        .contains(":role/Reader", table.tableArn());
    assertThat(apply(template).succeeded()).endsWith("0 created, 0 changed, 1 unchanged\n");
    String key = "arn:aws:kms:us-east-1:111122223333:key/mine";
    apply(template.replace("Secret", "Other"), "--attribute=Key.Arn=" + key).succeeded();
    assertThat(server.table("Other").sseDescription().kmsMasterKeyArn()).isEqualTo(key);
  }

  private static String encrypted(String specification) {
    return """
    Resources:
      Secret:
        Type: AWS::DynamoDB::Table
        Properties:
          BillingMode: PAY_PER_REQUEST
          AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
          KeySchema: [{AttributeName: id, KeyType: HASH}]
          SSESpecification: {%s}
    """
        .formatted(specification);
  }

  private static String withKey(String key) {
    return encrypted("SSEEnabled: true, SSEType: KMS, KMSMasterKeyId: '" + key + "'");
  }

  private String presentKey() {
    return server.table("Secret").sseDescription().kmsMasterKeyArn();
  }

  @Test
  void another_key_of_the_encryption_replaces_that_of_the_table() throws IOException {
    String other = "arn:aws:kms:us-east-1:111122223333:key/other";
    apply(withKey("first")).succeeded();

    String dry = apply(withKey(other), "--dry-run").succeeded();
    assertThat(presentKey()).endsWith(":key/first");
    String out = apply(withKey(other)).succeeded();

    assertThat(dry)
        .isEqualTo(
            "Secret: change the key of the encryption to "
                + other
                + "\n0 created, 1 changed, 0 unchanged (dry run: nothing was done)\n");
    assertThat(out).isEqualTo(dry.replace(" (dry run: nothing was done)", ""));
    assertThat(presentKey()).isEqualTo(other);
    assertThat(apply(withKey(other)).succeeded()).isEqualTo("0 created, 0 changed, 1 unchanged\n");
    assertThat(apply(withKey("her")).succeeded()).contains("1 changed");
    assertThat(presentKey()).endsWith(":key/her");
    assertThat(apply(withKey("her")).succeeded()).isEqualTo("0 created, 0 changed, 1 unchanged\n");
  }

  /** A description has no alias, so a dry run cannot know whether the alias names another key. */
  @Test
  void an_alias_changes_the_key_only_if_it_names_another_one() throws IOException {
    apply(withKey("first")).succeeded();
    String change =
        "Secret: change the key of the encryption to that of alias/main, if it is another one\n";

    assertThat(apply(withKey("alias/main"), "--dry-run").succeeded())
        .isEqualTo(change + "0 created, 0 changed, 1 unchanged (dry run: nothing was done)\n");
    assertThat(apply(withKey("alias/main")).succeeded())
        .isEqualTo(change + "0 created, 1 changed, 0 unchanged\n");
    String key = presentKey();
    assertThat(key).doesNotEndWith(":key/first");
    assertThat(apply(withKey("alias/main")).succeeded())
        .isEqualTo("0 created, 0 changed, 1 unchanged\n");
    assertThat(presentKey()).isEqualTo(key);
  }

  @Test
  void the_key_stays_if_the_template_has_none_and_goes_with_the_encryption() throws IOException {
    apply(withKey("first")).succeeded();

    assertThat(apply(encrypted("SSEEnabled: true")).succeeded())
        .isEqualTo("0 created, 0 changed, 1 unchanged\n");
    assertThat(presentKey()).endsWith(":key/first");
    assertThat(apply(encrypted("SSEEnabled: false")).succeeded())
        .startsWith("Secret: change the encryption\n");
    assertThat(server.table("Secret").sseDescription()).isNull();
  }

  /** The service changes the encryption four times in a day, and then every six hours. */
  @Test
  void a_change_of_the_key_that_the_server_refuses_is_its_error() throws IOException {
    apply(withKey("first")).succeeded();
    for (String key : List.of("a", "b", "c", "d")) {
      apply(withKey(key)).succeeded();
    }

    assertThat(apply(withKey("e")).failure(1)).contains("Encryption mode changes are limited");
    assertThat(apply(withKey("alias/e")).failure(1))
        .contains("Encryption mode changes are limited");
    assertThat(presentKey()).endsWith(":key/d");
  }

  private static String replicaWithKey(String ofTable, String ofReplica) {
    return """
    Resources:
      Secret:
        Type: AWS::DynamoDB::GlobalTable
        Properties:
          BillingMode: PAY_PER_REQUEST
          AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
          KeySchema: [{AttributeName: id, KeyType: HASH}]
          %s
          Replicas: [{Region: !Ref AWS::Region, SSESpecification: {%s}}]
    """
        .formatted(ofTable, ofReplica);
  }

  @Test
  void the_key_of_a_replica_is_that_of_the_table_in_its_region() throws IOException {
    String table = "SSESpecification: {SSEEnabled: true, SSEType: KMS}";
    apply(replicaWithKey(table, "KMSMasterKeyId: first")).succeeded();
    assertThat(presentKey()).endsWith(":key/first");

    assertThat(apply(replicaWithKey(table, "KMSMasterKeyId: other")).succeeded())
        .startsWith("Secret: change the key of the encryption to other\n");
    assertThat(presentKey()).endsWith(":key/other");
    assertThat(apply(replicaWithKey("", "KMSMasterKeyId: other")).failure(1))
        .isEqualTo(
            "gramme: Resources.Secret.Properties.Replicas[0].SSESpecification needs an"
                + " SSESpecification of the table");
    assertThat(apply(replicaWithKey(table, "KmsKey: other")).failure(1))
        .isEqualTo(
            "gramme: Resources.Secret.Properties.Replicas[0].SSESpecification: KmsKey is not"
                + " supported");
  }

  /** What {@code cdk synth} of CDK 2 writes for a TableV2, shortened. */
  @Test
  void a_template_of_the_cdk_is_applied_as_it_stands() throws IOException {
    String out =
        apply(
                """
                {"Resources": {
                  "EventsBE2D4F54": {"Type": "AWS::DynamoDB::GlobalTable", "Properties": {
                    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                    "BillingMode": "PAY_PER_REQUEST",
                    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                    "Replicas": [{"Region": {"Ref": "AWS::Region"},
                      "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true}}]},
                    "UpdateReplacePolicy": "Retain", "DeletionPolicy": "Retain",
                    "Metadata": {"aws:cdk:path": "Stack/Events/Resource"}},
                  "CDKMetadata": {"Type": "AWS::CDK::Metadata", "Properties": {"Analytics": "v2"},
                    "Condition": "CDKMetadataAvailable"}},
                 "Conditions": {"CDKMetadataAvailable": {"Fn::Or": [
                    {"Fn::Equals": [{"Ref": "AWS::Region"}, "af-south-1"]},
                    {"Fn::Equals": [{"Ref": "AWS::Region"}, "ap-east-1"]}]}},
                 "Parameters": {"BootstrapVersion": {"Type": "AWS::SSM::Parameter::Value<String>",
                    "Default": "/cdk-bootstrap/hnb659fds/version"}},
                 "Rules": {"CheckBootstrapVersion": {"Assertions": [{"Assert": {"Fn::Not": [
                    {"Fn::Contains": [["1", "2"], {"Ref": "BootstrapVersion"}]}]}}]}}}
                """)
            .succeeded();

    assertThat(out)
        .contains("not a table: CDKMetadata (AWS::CDK::Metadata, whose condition is false)")
        .contains("EventsBE2D4F54: enable point-in-time recovery");
  }

  /** What {@code cdk synth} of CDK 2.276 writes for a TableV2 with indexes, shortened. */
  private static String indexesOfCdk(String replica) {
    return """
    {"Resources": {"Orders": {"Type": "AWS::DynamoDB::GlobalTable", "Properties": {
      "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
        {"AttributeName": "state", "AttributeType": "S"}],
      "BillingMode": "PAY_PER_REQUEST",
      "GlobalSecondaryIndexes": [
        {"IndexName": "by-state",
         "KeySchema": [{"AttributeName": "state", "KeyType": "HASH"}],
         "Projection": {"NonKeyAttributes": ["amount"], "ProjectionType": "INCLUDE"},
         "WriteOnDemandThroughputSettings": {"MaxWriteRequestUnits": 20}},
        {"IndexName": "other",
         "KeySchema": [{"AttributeName": "state", "KeyType": "HASH"}],
         "Projection": {"ProjectionType": "ALL"}}],
      "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
      "Replicas": [{"GlobalSecondaryIndexes": [
          {"IndexName": "by-state",
           "ContributorInsightsSpecification": {"Enabled": true},
           "ReadOnDemandThroughputSettings": {"MaxReadRequestUnits": 10}},
          {"IndexName": "%s"}],
        "Region": {"Ref": "AWS::Region"}}]}}}}
    """
        .formatted(replica);
  }

  @Test
  void the_replica_of_a_global_table_sets_read_units_and_insights_of_indexes() throws IOException {
    assertThat(apply(indexesOfCdk("other")).succeeded())
        .contains("Orders: create the table", "1 created, 0 changed");
    var indexes = server.table("Orders").globalSecondaryIndexes();
    assertThat(indexes).hasSize(2);
    for (var index : indexes) {
      if (index.indexName().equals("by-state")) {
        assertThat(index.onDemandThroughput().maxReadRequestUnits()).isEqualTo(10);
        assertThat(index.onDemandThroughput().maxWriteRequestUnits()).isEqualTo(20);
        assertThat(index.projection().nonKeyAttributes()).containsExactly("amount");
      }
    }
    assertThat(
            server
                .client()
                .describeContributorInsights(each -> each.tableName("Orders").indexName("by-state"))
                .contributorInsightsStatusAsString())
        .isEqualTo("ENABLED");
    assertThat(apply(indexesOfCdk("other")).succeeded())
        .contains("0 created, 0 changed, 1 unchanged");
    assertThat(apply(indexesOfCdk("missing")).failure(1))
        .isEqualTo("gramme: Resources.Orders.Properties.Replicas: the table has no index missing");
  }

  @Test
  void nothing_unknown_is_ignored() throws IOException {
    assertThat(apply(ORDERS).failure(2))
        .isEqualTo("gramme: give the parameter Stage: --parameter Stage=VALUE");
    assertThat(apply(ORDERS, "--parameter=Stage=prod").failure(1))
        .isEqualTo("gramme: Parameters.Stage: the value \"prod\" is not allowed");
    assertThat(apply(ORDERS, "--parameter=Stag=live").failure(2))
        .isEqualTo("gramme: the template has no parameter Stag");
    assertThat(failureOf("TableNam: x"))
        .isEqualTo("gramme: Resources.T.Properties: TableNam is not supported");
    assertThat(failureOf("TableName: !GetAtt Other.Arn"))
        .isEqualTo(
            "gramme: Resources.T.Properties.TableName: the attribute Other.Arn is not known here;"
                + " give it with --attribute Other.Arn=VALUE");
    assertThat(failureOf("TableName: !Sub '${AWS::StackName}-t'"))
        .isEqualTo(
            "gramme: Resources.T.Properties.TableName: AWS::StackName is not known here; give it"
                + " with --parameter AWS::StackName=VALUE");
    assertThat(failureOf("TableName: !Ref Topic"))
        .isEqualTo(
            "gramme: Resources.T.Properties.TableName: \"Topic\" is neither a parameter nor a table"
                + " of the template");
    assertThat(failureOf("KeySchema: [{AttributeName: a, KeyTyp: HASH}]"))
        .isEqualTo("gramme: Resources.T.Properties.KeySchema[0]: KeyTyp is not supported");
    assertThat(apply("Resources: {A: &a {Type: x}, A: *a}").failure(1)).contains("duplicate key A");
  }

  private String failureOf(String property) throws IOException {
    return apply(
            "Resources: {T: {Type: 'AWS::DynamoDB::Table', Properties: {%s}}}".formatted(property))
        .failure(1);
  }
}
