package dev.gramme.api.backup;

import dev.gramme.api.Output;
import dev.gramme.engine.backup.Restores;
import dev.gramme.model.Recovery;
import dev.gramme.model.TableDefinition;

/** The answer that shows whether a table can be restored, and to which points in time. */
public final class ContinuousBackups {

  private ContinuousBackups() {}

  /** The answer for a table. */
  public static Output output(TableDefinition table, Restores restores) {
    Recovery recovery = table.features().recovery();
    var window = restores.window(table);
    return out -> {
      out.name("ContinuousBackupsDescription").beginObject();
      out.name("ContinuousBackupsStatus").string("ENABLED");
      out.name("PointInTimeRecoveryDescription").beginObject();
      out.name("PointInTimeRecoveryStatus").string(recovery == null ? "DISABLED" : "ENABLED");
      if (recovery != null) {
        out.name("RecoveryPeriodInDays").number(recovery.days());
      }
      window.ifPresent(moments -> {
        out.name("EarliestRestorableDateTime").timestamp(moments.earliest());
        out.name("LatestRestorableDateTime").timestamp(moments.latest());
      });
      out.endObject();
      out.endObject();
    };
  }
}
