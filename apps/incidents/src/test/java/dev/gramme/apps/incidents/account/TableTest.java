package dev.gramme.apps.incidents.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.incidents.table.IncidentTable;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Range;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tests the created table. */
final class TableTest {
  @Test
  void the_table_has_generic_keys_three_indexes_time_to_live_recovery_and_a_stream() {
    try (var world = new World()) {
      TableDescription table = IncidentTable.createIfAbsent(world.client, "incidents");
      assertThat(table.keySchema())
          .extracting(KeySchemaElement::attributeName)
          .containsExactly("PK", "SK");
      assertThat(table.globalSecondaryIndexes())
          .extracting(GlobalSecondaryIndexDescription::indexName)
          .containsExactlyInAnyOrder("GSI1", "GSI2", "GSI3");
      for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
        assertThat(index.keySchema())
            .extracting(KeySchemaElement::attributeName)
            .containsExactly(index.indexName() + "PK", index.indexName() + "SK");
        assertThat(index.projection().projectionType()).isEqualTo(ProjectionType.ALL);
      }
      assertThat(table.streamSpecification().streamViewType()).isEqualTo(StreamViewType.KEYS_ONLY);
      assertThat(
              world
                  .client
                  .describeTimeToLive(
                      DescribeTimeToLiveRequest.builder().tableName("incidents").build())
                  .timeToLiveDescription()
                  .attributeName())
          .isEqualTo("ExpiresAt");
      assertThat(
              world
                  .client
                  .describeContinuousBackups(
                      DescribeContinuousBackupsRequest.builder().tableName("incidents").build())
                  .continuousBackupsDescription()
                  .pointInTimeRecoveryDescription()
                  .pointInTimeRecoveryStatus())
          .isEqualTo(PointInTimeRecoveryStatus.ENABLED);
    }
  }

  @Test
  void the_template_has_the_indexes_time_to_live_recovery_and_the_stream() {
    assertThat(IncidentTable.template("on-call"))
        .contains(
            "AWS::DynamoDB::Table",
            "TableName: on-call",
            "IndexName: GSI3",
            "AttributeName: ExpiresAt",
            "PointInTimeRecoveryEnabled: true",
            "StreamViewType: KEYS_ONLY");
  }

  @Test
  void expired_items_are_deleted() {
    try (var world = new World()) {
      AccountData acme = world.account("Acme");
      Ksuid ana = world.user(acme, "Ana");
      Ksuid red = world.team(acme, "Red");
      world.queries.plan(
          new Shift(
              acme.account(),
              red,
              world.identifiers.next(),
              world.identifiers.next(),
              ana,
              World.START,
              World.START.plusSeconds(60),
              World.START.plusSeconds(120)));
      assertThat(acme.shifts(ana, Range.all())).hasSize(1);
      int before = items(world);
      world.gramme.advance(Duration.ofDays(3));
      assertThat(items(world)).isEqualTo(before - 1);
      assertThat(acme.shifts(ana, Range.all())).isEmpty();
    }
  }

  private static int items(World world) {
    return world.client.scan(ScanRequest.builder().tableName("incidents").build()).count();
  }
}
