package dev.gramme.api.updatecontinuousbackups;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
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

/** Turns the recovery of a table on or off, or changes its period. What is the case stays so. */
public final class UpdateContinuousBackups implements Operation {
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
    Structure asked = input.require(UpdateContinuousBackupsShape.SPECIFICATION);
    boolean enabled = asked.require(UpdateContinuousBackupsShape.ENABLED);
    Integer days = asked.get(UpdateContinuousBackupsShape.DAYS);
    if (!enabled && days != null) {
      throw InvalidRequest.of(
          "Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.");
    }
    var changed =
        catalog.change(
            name,
            (table, numbers) -> {
              Backups.refuseUnready(table);
              var recovery = enabled ? recovery(table.recovery(), days) : null;
              return table.toBuilder().recovery(recovery).build();
            });
    return SourceTable.named(name, changed)
        .thenApply(table -> ContinuousBackups.output(table, restores));
  }

  /**
   * Recovery from now on, in the transaction that has the log kept from now on. A period that is
   * not given stays as it is (uncertain, November 2026).
   */
  private Recovery recovery(@Nullable Recovery before, @Nullable Integer days) {
    Instant now = clock.instant();
    if (before == null) {
      // The protocol tells times in milliseconds: the first one that is told is no earlier.
      Instant since = now.plusMillis(1).truncatedTo(ChronoUnit.MILLIS);
      return new Recovery(since, days == null ? UpdateContinuousBackupsShape.MAX_DAYS : days);
    }
    if (days == null || days == before.days()) {
      return before;
    }
    // What a shorter period has given up does not come back with a longer one.
    Instant kept = now.minus(Duration.ofDays(before.days()));
    return new Recovery(before.since().isAfter(kept) ? before.since() : kept, days);
  }
}
