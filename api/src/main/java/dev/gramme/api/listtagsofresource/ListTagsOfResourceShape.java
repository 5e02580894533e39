package dev.gramme.api.listtagsofresource;

import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of ListTagsOfResource; the rules, not constraints, report missing members. */
final class ListTagsOfResourceShape {
  static final Member<String> RESOURCE_ARN = Member.optional("ResourceArn", Shape.string());
  static final Member<String> NEXT_TOKEN = Member.optional("NextToken", Shape.string());

  static final StructureShape SHAPE =
      StructureShape.of("ListTagsOfResourceInput", RESOURCE_ARN, NEXT_TOKEN);

  private ListTagsOfResourceShape() {}
}
