package dev.gramme.api.describeimport;

import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of DescribeImport. */
final class DescribeImportShape {
  static final Member<String> IMPORT_ARN =
      Member.required("ImportArn", Shape.string().length(37, 1024));

  static final StructureShape SHAPE = StructureShape.of("DescribeImportInput", IMPORT_ARN);

  private DescribeImportShape() {}
}
