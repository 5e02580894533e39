package dev.gramme.api.updatetimetolive;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.table.ChangeLimits;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableChanges.Limited;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Enables or disables time to live of a table. A background task adds existing items to the expiry
 * index; until it completes, the status is ENABLING.
 */
public final class UpdateTimeToLive implements ResourceOperation {
  private final Catalog catalog;
  private final InstantSource clock;

  public UpdateTimeToLive(Catalog catalog, InstantSource clock) {
    this.catalog = catalog;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "UpdateTimeToLive";
  }

  @Override
  public StructureShape input() {
    return UpdateTimeToLiveShape.SHAPE;
  }

  /**
   * The setting is that of all replicas, so the caller needs the permission in all of their
   * regions. Source: the developer guide, "DynamoDB global tables security" (November 2026).
   */
  @Override
  public List<Access> accesses(Structure input, AccessScope scope) {
    String table = input.require(UpdateTimeToLiveShape.TABLE_NAME);
    var accesses = new ArrayList<Access>();
    accesses.add(scope.general(name(), input));
    for (String region : scope.replicaRegions(table)) {
      accesses.add(scope.ofReplica(name(), table, region));
    }
    return accesses;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name = TableNameRules.name(input.require(UpdateTimeToLiveShape.TABLE_NAME), caller);
    var specification = input.require(UpdateTimeToLiveShape.SPECIFICATION);
    boolean enabled = specification.require(UpdateTimeToLiveShape.ENABLED);
    String attribute = specification.require(UpdateTimeToLiveShape.ATTRIBUTE_NAME);
    return catalog
        .change(name, (table, numbers) -> changed(table, enabled, attribute))
        .thenApply(table ->
            out -> {
              out.name("TimeToLiveSpecification").beginObject();
              out.name("Enabled").bool(enabled);
              out.name("AttributeName").string(attribute);
              out.endObject();
            });
  }

  private TableDefinition changed(TableDefinition table, boolean enable, String attribute) {
    TimeToLive before = table.features().timeToLive();
    boolean on = before != null && before.isOn();
    if (before != null && on && !before.attribute().equals(attribute)) {
      throw ApiError.validation(
          "TimeToLive is active on a different AttributeName: current AttributeName is "
              + before.attribute());
    }
    if (on == enable) {
      throw ApiError.validation(
          enable ? "TimeToLive is already enabled" : "TimeToLive is already disabled");
    }
    checkState(table);
    if (enable && table.features().strong() != null) {
      throw ApiError.validation(
          "Time to live is not supported on global tables with MultiRegionConsistency set to"
              + " STRONG");
    }
    Instant now = clock.instant();
    var status = enable ? TimeToLive.Status.ENABLING : TimeToLive.Status.DISABLED;
    var after = table.toBuilder().timeToLive(new TimeToLive(attribute, status, now));
    if (catalog.lifecycle().pace().limits() == ControlPlaneLimits.SERVICE) {
      ChangeLimits.checkTimeToLive(table, now);
      after.changes(table.changes().with(Limited.TIME_TO_LIVE, now));
    }
    return after.build();
  }

  /** A table that is still being created has its own error text. */
  private static void checkState(TableDefinition table) {
    if (table.status() == TableDefinition.Status.CREATING) {
      throw InUseErrors.of("Table " + table.name() + " is being created");
    }
    InUseErrors.checkChangeable(table);
  }
}
