package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.support.Json;
import dev.gramme.testkit.Gen;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Generates requests for settings of a table outside its definition. */
final class SettingsRequests {
  private static final String KINESIS_STREAM =
      "arn:aws:kinesis:us-east-1:000000000000:stream/changes";
  private static final String REMOTE_REGION = "eu-west-1";

  private final Gen gen;
  private final World world;

  SettingsRequests(Gen gen, World world) {
    this.gen = gen;
    this.world = world;
  }

  private Call onTable(String operation, Object... more) {
    return onTable(operation, world.table(), more);
  }

  private Call onTable(String operation, Table table, Object... more) {
    var body = JsonObjects.of("TableName", table.reference(gen.chance(20)));
    body.putAll(JsonObjects.of(more));
    return new Call(operation, body);
  }

  private Map<String, @Nullable Object> described(String operation, Table table) {
    return world.send(Call.of(operation, "TableName", table.name()));
  }

  Call updateTimeToLive() {
    Table table = world.table();
    var status =
        Json.members(Json.member(described("DescribeTimeToLive", table), "TimeToLiveDescription"));
    boolean enabled = Objects.equals(status.get("TimeToLiveStatus"), "ENABLED");
    return onTable(
        "UpdateTimeToLive",
        table,
        "TimeToLiveSpecification",
        JsonObjects.of("Enabled", !enabled, "AttributeName", Values.EXPIRY));
  }

  Call describeTimeToLive() {
    return onTable("DescribeTimeToLive");
  }

  Call tag() {
    return Call.of(
        "TagResource",
        "ResourceArn",
        world.table().arn(),
        "Tags",
        JsonObjects.listOf(
            gen.distinct(3, () -> gen.oneOf("owner", "stage", "cost")).stream()
                .map(key -> JsonObjects.of("Key", key, "Value", gen.word(3)))
                .toList()));
  }

  Call untag() {
    return Call.of(
        "UntagResource",
        "ResourceArn",
        world.table().arn(),
        "TagKeys",
        JsonObjects.list(gen.oneOf("owner", "stage", "cost")));
  }

  Call listTags() {
    return Call.of("ListTagsOfResource", "ResourceArn", world.table().arn());
  }

  Call putPolicy() {
    Table table = world.table();
    String arn = table.streamArn() == null || gen.chance(70) ? table.arn() : table.streamArn();
    var statement =
        JsonObjects.of(
            "Sid",
            "s" + gen.nextInt(9),
            "Effect",
            gen.oneOf("Allow", "Deny"),
            "Principal",
            JsonObjects.of("AWS", "arn:aws:iam::000000000000:user/" + gen.word(3)),
            "Action",
            JsonObjects.list(arn.equals(table.arn()) ? "dynamodb:GetItem" : "dynamodb:GetRecords"),
            "Resource",
            arn);
    if (gen.chance(30)) {
      statement.put(
          "Condition", JsonObjects.of("IpAddress", JsonObjects.of("aws:SourceIp", "10.0.0.0/8")));
    }
    var policy = JsonObjects.of("Version", "2012-10-17", "Statement", JsonObjects.list(statement));
    return Call.of("PutResourcePolicy", "ResourceArn", arn, "Policy", Json.text(policy));
  }

  Call getPolicy() {
    String arn = world.arn("PutResourcePolicy");
    return arn == null ? putPolicy() : Call.of("GetResourcePolicy", "ResourceArn", arn);
  }

  Call deletePolicy() {
    String arn = world.arn("PutResourcePolicy");
    if (arn == null) {
      return putPolicy();
    }
    world.forget("PutResourcePolicy", arn);
    return Call.of("DeleteResourcePolicy", "ResourceArn", arn);
  }

  Call updateInsights() {
    Table table = world.table();
    var call =
        onTable(
            "UpdateContributorInsights",
            table,
            "ContributorInsightsAction",
            gen.oneOf("ENABLE", "DISABLE"));
    return ofIndex(call, table);
  }

  Call describeInsights() {
    Table table = world.table();
    return ofIndex(onTable("DescribeContributorInsights", table), table);
  }

  private Call ofIndex(Call call, Table table) {
    if (!table.globalIndexes().isEmpty() && gen.chance(40)) {
      call.body().put("IndexName", gen.oneOf(table.globalIndexes()).name());
    }
    return call;
  }

  Call listInsights() {
    return gen.chance(50)
        ? Call.of("ListContributorInsights", "MaxResults", gen.between(1, 3))
        : onTable("ListContributorInsights");
  }

  /** Enables, changes or disables a table's destination, depending on its current status. */
  Call changeDestination() {
    Table table = world.table();
    var destination = destination(table);
    if (destination == null || !Objects.equals(destination.get("DestinationStatus"), "ACTIVE")) {
      return onTable("EnableKinesisStreamingDestination", table, "StreamArn", KINESIS_STREAM);
    }
    if (gen.chance(50)) {
      return onTable("DisableKinesisStreamingDestination", table, "StreamArn", KINESIS_STREAM);
    }
    boolean fine =
        Objects.equals(destination.get("ApproximateCreationDateTimePrecision"), "MICROSECOND");
    return onTable(
        "UpdateKinesisStreamingDestination",
        table,
        "StreamArn",
        KINESIS_STREAM,
        "UpdateKinesisStreamingConfiguration",
        JsonObjects.of(
            "ApproximateCreationDateTimePrecision", fine ? "MILLISECOND" : "MICROSECOND"));
  }

  private @Nullable Map<String, @Nullable Object> destination(Table table) {
    var answer = described("DescribeKinesisStreamingDestination", table);
    var all = Json.elements(Json.member(answer, "KinesisDataStreamDestinations"));
    return all.isEmpty() ? null : Json.members(Objects.requireNonNull(all.getFirst()));
  }

  Call describeDestination() {
    return onTable("DescribeKinesisStreamingDestination");
  }

  Call describeAutoScaling() {
    return onTable("DescribeTableReplicaAutoScaling");
  }

  Call updateAutoScaling() {
    var policy =
        JsonObjects.of(
            "TargetTrackingScalingPolicyConfiguration", JsonObjects.of("TargetValue", 70.0));
    return onTable(
        "UpdateTableReplicaAutoScaling",
        "ProvisionedWriteCapacityAutoScalingUpdate",
        JsonObjects.of("MinimumUnits", 1, "MaximumUnits", 10, "ScalingPolicyUpdate", policy));
  }

  Call createGlobalTable() {
    return Call.of(
        "CreateGlobalTable",
        "GlobalTableName",
        world.table().name(),
        "ReplicationGroup",
        JsonObjects.list(JsonObjects.of("RegionName", REMOTE_REGION)));
  }

  Call ofGlobalTable(String operation) {
    return Call.of(operation, "GlobalTableName", world.table().name());
  }

  Call updateGlobalTable() {
    return ofGlobalTable("UpdateGlobalTable")
        .with(
            "ReplicaUpdates",
            JsonObjects.list(
                JsonObjects.of("Create", JsonObjects.of("RegionName", REMOTE_REGION))));
  }

  Call updateGlobalTableSettings() {
    return ofGlobalTable("UpdateGlobalTableSettings")
        .with("GlobalTableBillingMode", "PAY_PER_REQUEST");
  }
}
