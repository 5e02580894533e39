package dev.gramme.api;

import dev.gramme.api.autoscaling.DescribeTableReplicaAutoScaling;
import dev.gramme.api.autoscaling.UpdateTableReplicaAutoScaling;
import dev.gramme.api.contributorinsights.DescribeContributorInsights;
import dev.gramme.api.contributorinsights.ListContributorInsights;
import dev.gramme.api.contributorinsights.UpdateContributorInsights;
import dev.gramme.api.globaltable.CreateGlobalTable;
import dev.gramme.api.globaltable.ListGlobalTables;
import dev.gramme.api.globaltable.OfGlobalTable;
import dev.gramme.api.kinesis.DescribeKinesisStreamingDestination;
import dev.gramme.api.kinesis.DisableKinesisStreamingDestination;
import dev.gramme.api.kinesis.EnableKinesisStreamingDestination;
import dev.gramme.api.kinesis.UpdateKinesisStreamingDestination;
import dev.gramme.api.resourcepolicy.DeleteResourcePolicy;
import dev.gramme.api.resourcepolicy.GetResourcePolicy;
import dev.gramme.api.resourcepolicy.PutResourcePolicy;
import dev.gramme.engine.Engine;
import java.util.List;

/** Creates the operations on table settings that are stored outside the table's definition. */
final class SettingsPlane {

  private SettingsPlane() {}

  /** All operations on these settings. */
  static List<Operation> operations(Engine engine) {
    var catalog = engine.catalog();
    return List.of(
        new PutResourcePolicy(catalog, engine.policies()),
        new GetResourcePolicy(catalog, engine.policies()),
        new DeleteResourcePolicy(catalog, engine.policies()),
        new UpdateContributorInsights(catalog, engine.insights()),
        new DescribeContributorInsights(catalog, engine.insights()),
        new ListContributorInsights(catalog, engine.insights()),
        new EnableKinesisStreamingDestination(catalog, engine.destinations()),
        new DisableKinesisStreamingDestination(catalog, engine.destinations()),
        new UpdateKinesisStreamingDestination(catalog, engine.destinations()),
        new DescribeKinesisStreamingDestination(catalog, engine.destinations()),
        new DescribeTableReplicaAutoScaling(catalog),
        new UpdateTableReplicaAutoScaling(catalog),
        new CreateGlobalTable(),
        new ListGlobalTables(),
        OfGlobalTable.describe(),
        OfGlobalTable.update(),
        OfGlobalTable.describeSettings(),
        OfGlobalTable.updateSettings());
  }
}
