package dev.gramme.api.listimports;

import dev.gramme.api.transfer.JobPage;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of ListImports. */
final class ListImportsShape {
  static final Member<String> TABLE_ARN =
      Member.optional("TableArn", Shape.string().length(1, 1024));
  static final Member<Integer> PAGE_SIZE =
      Member.optional("PageSize", Shape.integer().range(1, JobPage.MAX_SIZE));
  static final Member<String> NEXT_TOKEN =
      Member.optional(
          "NextToken",
          Shape.string().length(112, 1024).pattern("([0-9a-f]{16})+", "(?:[0-9a-f]{16})++"));

  static final StructureShape SHAPE =
      StructureShape.of("ListImportsInput", TABLE_ARN, PAGE_SIZE, NEXT_TOKEN);

  private ListImportsShape() {}
}
