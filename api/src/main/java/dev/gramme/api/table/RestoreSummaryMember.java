package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.engine.catalog.RestoreSummary;
import dev.gramme.wire.JsonWriter;

/** Writes the source of a restored table in its description. */
final class RestoreSummaryMember {

  private RestoreSummaryMember() {}

  static void write(RestoreSummary summary, Caller caller, JsonWriter out) {
    String source =
        "arn:aws:dynamodb:"
            + summary.sourceRegion()
            + ":"
            + caller.account()
            + ":table/"
            + summary.sourceTable();
    out.name("RestoreSummary").beginObject();
    String backup = summary.backupId();
    if (backup != null) {
      out.name("SourceBackupArn").string(source + "/backup/" + backup);
    }
    out.name("SourceTableArn").string(source);
    out.name("RestoreDateTime").timestamp(summary.restored());
    out.name("RestoreInProgress").bool(true);
    out.endObject();
  }
}
