package dev.gramme.api.listexports;

import dev.gramme.api.transfer.JobPage;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of ListExports. */
final class ListExportsShape {
  static final Member<String> TABLE_ARN =
      Member.optional("TableArn", Shape.string().length(1, 1024));
  static final Member<Integer> MAX_RESULTS =
      Member.optional("MaxResults", Shape.integer().range(1, JobPage.MAX_SIZE));
  static final Member<String> NEXT_TOKEN = Member.optional("NextToken", Shape.string());

  static final StructureShape SHAPE =
      StructureShape.of("ListExportsInput", TABLE_ARN, MAX_RESULTS, NEXT_TOKEN);

  private ListExportsShape() {}
}
