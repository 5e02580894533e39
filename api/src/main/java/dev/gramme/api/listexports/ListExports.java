package dev.gramme.api.listexports;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.exporttabletopointintime.ExportDescription;
import dev.gramme.api.transfer.JobLists;
import dev.gramme.api.transfer.JobPage;
import dev.gramme.transfer.exports.Exports;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lists the exports of the last ninety days, the newest first. */
public final class ListExports implements ResourceOperation {
  private final Exports exports;

  public ListExports(Exports exports) {
    this.exports = exports;
  }

  @Override
  public String name() {
    return "ListExports";
  }

  @Override
  public StructureShape input() {
    return ListExportsShape.SHAPE;
  }

  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var all = JobLists.ofTable(exports.all(), input.get(ListExportsShape.TABLE_ARN), caller);
    int size = input.getOrDefault(ListExportsShape.MAX_RESULTS, JobPage.DEFAULT_SIZE);
    return CompletableFuture.completedFuture(
        JobPage.of(all, "export", size, input.get(ListExportsShape.NEXT_TOKEN))
            .output("ExportSummaries", ExportDescription::writeSummary));
  }
}
