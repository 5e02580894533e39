package dev.gramme.api.describeimport;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.importtable.ImportDescription;
import dev.gramme.api.transfer.JobArn;
import dev.gramme.model.ErrorType;
import dev.gramme.transfer.imports.ImportJob;
import dev.gramme.transfer.imports.Imports;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows an import. */
public final class DescribeImport implements ResourceOperation {
  private final Imports imports;

  public DescribeImport(Imports imports) {
    this.imports = imports;
  }

  @Override
  public String name() {
    return "DescribeImport";
  }

  @Override
  public StructureShape input() {
    return DescribeImportShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String arn = input.require(DescribeImportShape.IMPORT_ARN);
    ImportJob job =
        imports
            .find(JobArn.id(arn, "Import", ErrorType.IMPORT_NOT_FOUND, caller))
            .filter(found -> found.arn().equals(arn))
            .orElseThrow(() -> JobArn.notFound(arn, "Import", ErrorType.IMPORT_NOT_FOUND));
    return CompletableFuture.completedFuture(ImportDescription.output(job));
  }
}
