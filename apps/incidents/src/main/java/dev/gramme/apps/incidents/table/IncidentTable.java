package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.cloudformation.CloudFormation;
import dev.gramme.toolkit.entity.TableCreation;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoverySpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;

/**
 * Creates the table: keys {@code PK} and {@code SK}, the indexes {@code GSI1} to {@code GSI3},
 * on-demand billing, time to live on {@code ExpiresAt}, point-in-time recovery, and a stream of
 * keys, from which interrupted propagation is resumed.
 */
public final class IncidentTable {
  private IncidentTable() {}

  /** The table as a CloudFormation template. */
  public static String template(String name) {
    return CloudFormation.of(
            IncidentQueriesTable.schema().withName(name),
            TableSettings.DEFAULT.withRecovery().withStream(TableSettings.StreamView.KEYS_ONLY))
        .yaml();
  }

  /** Creates the table unless it exists; returns its description when it is active. */
  public static TableDescription createIfAbsent(DynamoDbClient client, String name) {
    TableSchema schema = IncidentQueriesTable.schema();
    TableCreation.createIfAbsent(
        client,
        schema,
        TableCreation.request(schema, name).toBuilder()
            .streamSpecification(
                StreamSpecification.builder()
                    .streamEnabled(true)
                    .streamViewType(StreamViewType.KEYS_ONLY)
                    .build())
            .build());
    client.updateContinuousBackups(
        UpdateContinuousBackupsRequest.builder()
            .tableName(name)
            .pointInTimeRecoverySpecification(
                PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
            .build());
    return client.describeTable(DescribeTableRequest.builder().tableName(name).build()).table();
  }
}
