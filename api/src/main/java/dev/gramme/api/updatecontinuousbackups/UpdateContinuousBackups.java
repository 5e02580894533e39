package dev.gramme.api.updatecontinuousbackups;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.backup.ContinuousBackups;
import dev.gramme.api.backup.InvalidRequest;
import dev.gramme.api.backup.SourceTable;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.backup.Backups;
import dev.gramme.engine.backup.Restores;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.Recovery;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Enables or disables point-in-time recovery of a table, or changes its recovery period. A request
 * that changes nothing has no effect.
 */
public final class UpdateContinuousBackups implements ResourceOperation {
  private final Catalog catalog;
  private final Restores restores;
  private final InstantSource clock;

  public UpdateContinuousBackups(Catalog catalog, Restores restores, InstantSource clock) {
    this.catalog = catalog;
    this.restores = restores;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "UpdateContinuousBackups";
  }

  @Override
  public StructureShape input() {
    return UpdateContinuousBackupsShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name =
        TableReference.name(input.require(UpdateContinuousBackupsShape.TABLE_NAME), caller);
    Structure requested = input.require(UpdateContinuousBackupsShape.SPECIFICATION);
    boolean enabled = requested.require(UpdateContinuousBackupsShape.ENABLED);
    Integer days = requested.get(UpdateContinuousBackupsShape.DAYS);
    if (!enabled && days != null) {
      throw InvalidRequest.of(
          "Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.");
    }
    var changed =
        catalog.change(
            name,
            (table, numbers) -> {
              Backups.refuseUnready(table);
              var recovery = enabled ? recovery(table.features().recovery(), days) : null;
              return table.toBuilder().recovery(recovery).build();
            });
    return SourceTable.named(name, changed)
        .thenApply(table -> ContinuousBackups.output(table, restores));
  }

  /**
   * The new recovery settings. They take effect in the same transaction that starts the retention
   * of the log. A period that the request omits does not change (uncertain, November 2026).
   */
  private Recovery recovery(@Nullable Recovery before, @Nullable Integer days) {
    Instant now = clock.instant();
    if (before == null) {
      // The protocol has times in milliseconds, so the first restorable time is rounded up.
      Instant since = now.plusMillis(1).truncatedTo(ChronoUnit.MILLIS);
      return new Recovery(since, days == null ? UpdateContinuousBackupsShape.MAX_DAYS : days);
    }
    if (days == null || days == before.days()) {
      return before;
    }
    // Extending the period does not bring back what a shorter period has already discarded.
    Instant kept = now.minus(Duration.ofDays(before.days()));
    return new Recovery(before.since().isAfter(kept) ? before.since() : kept, days);
  }
}
