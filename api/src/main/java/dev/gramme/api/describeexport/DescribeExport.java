package dev.gramme.api.describeexport;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.exporttabletopointintime.ExportDescription;
import dev.gramme.api.transfer.JobArn;
import dev.gramme.model.ErrorType;
import dev.gramme.transfer.exports.ExportJob;
import dev.gramme.transfer.exports.Exports;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows an export. */
public final class DescribeExport implements ResourceOperation {
  private final Exports exports;

  public DescribeExport(Exports exports) {
    this.exports = exports;
  }

  @Override
  public String name() {
    return "DescribeExport";
  }

  @Override
  public StructureShape input() {
    return DescribeExportShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String arn = input.require(DescribeExportShape.EXPORT_ARN);
    ExportJob job =
        exports
            .find(JobArn.id(arn, "Export", ErrorType.EXPORT_NOT_FOUND, caller))
            .filter(found -> found.arn().equals(arn))
            .orElseThrow(() -> JobArn.notFound(arn, "Export", ErrorType.EXPORT_NOT_FOUND));
    return CompletableFuture.completedFuture(ExportDescription.output(job));
  }
}
