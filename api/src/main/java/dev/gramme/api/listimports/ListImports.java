package dev.gramme.api.listimports;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.importtable.ImportDescription;
import dev.gramme.api.transfer.JobLists;
import dev.gramme.api.transfer.JobPage;
import dev.gramme.transfer.imports.Imports;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lists the imports of the last ninety days, the newest first. */
public final class ListImports implements ResourceOperation {
  private final Imports imports;

  public ListImports(Imports imports) {
    this.imports = imports;
  }

  @Override
  public String name() {
    return "ListImports";
  }

  @Override
  public StructureShape input() {
    return ListImportsShape.SHAPE;
  }

  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var all = JobLists.ofTable(imports.all(), input.get(ListImportsShape.TABLE_ARN), caller);
    int size = input.getOrDefault(ListImportsShape.PAGE_SIZE, JobPage.DEFAULT_SIZE);
    return CompletableFuture.completedFuture(
        JobPage.of(all, "import", size, input.get(ListImportsShape.NEXT_TOKEN))
            .output("ImportSummaryList", ImportDescription::writeSummary));
  }
}
