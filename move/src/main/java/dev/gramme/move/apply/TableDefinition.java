package dev.gramme.move.apply;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoverySpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;

/**
 * A table as a template wants it.
 *
 * @param request everything that CreateTable can set
 * @param insights whether contributor insights are enabled, by the name of the index; the name is
 *     empty for the table
 * @param destination the Kinesis stream that changes are sent to
 * @param policy the resource policy of the table
 * @param streamPolicy the resource policy of its stream
 * @param replicas the regions of further replicas
 */
record TableDefinition(
    CreateTableRequest request,
    Optional<TimeToLiveSpecification> expiry,
    Optional<PointInTimeRecoverySpecification> recovery,
    Map<String, String> tags,
    Map<String, Boolean> insights,
    Optional<Destination> destination,
    Optional<String> policy,
    Optional<String> streamPolicy,
    List<String> replicas) {
  TableDefinition {
    tags = Map.copyOf(tags);
    insights = Map.copyOf(insights);
    replicas = List.copyOf(replicas);
  }

  String name() {
    return request.tableName();
  }

  /** A Kinesis stream, with the precision of times or an empty text. */
  record Destination(String arn, String precision) {}
}
