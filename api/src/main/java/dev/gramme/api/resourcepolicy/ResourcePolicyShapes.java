package dev.gramme.api.resourcepolicy;

import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;

/** The shapes that the operations on resource policies share. */
final class ResourcePolicyShapes {
  static final StringShape RESOURCE_ARN = Shape.string().length(1, 1283);
  static final StringShape REVISION_ID = Shape.string().length(1, 255);

  private ResourcePolicyShapes() {}
}
