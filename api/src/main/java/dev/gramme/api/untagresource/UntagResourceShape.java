package dev.gramme.api.untagresource;

import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The request of UntagResource; the rules, not constraints, report missing members. */
final class UntagResourceShape {
  static final Member<String> RESOURCE_ARN = Member.optional("ResourceArn", Shape.string());
  static final Member<List<String>> TAG_KEYS =
      Member.optional("TagKeys", Shape.list((Shape<String>) Shape.string()));

  static final StructureShape SHAPE =
      StructureShape.of("UntagResourceInput", RESOURCE_ARN, TAG_KEYS);

  private UntagResourceShape() {}
}
