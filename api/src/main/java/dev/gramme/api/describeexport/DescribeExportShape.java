package dev.gramme.api.describeexport;

import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of DescribeExport. */
final class DescribeExportShape {
  static final Member<String> EXPORT_ARN =
      Member.required("ExportArn", Shape.string().length(37, 1024));

  static final StructureShape SHAPE = StructureShape.of("DescribeExportInput", EXPORT_ARN);

  private DescribeExportShape() {}
}
