package dev.gramme.api.tagresource;

import dev.gramme.api.table.TableShapes;
import dev.gramme.api.table.TableShapes.Tag;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The request of TagResource; the rules, not constraints, report missing members. */
final class TagResourceShape {
  static final Member<String> RESOURCE_ARN = Member.optional("ResourceArn", Shape.string());
  static final Member<List<Structure>> TAGS = Member.optional("Tags", TableShapes.list(Tag.SHAPE));

  static final StructureShape SHAPE = StructureShape.of("TagResourceInput", RESOURCE_ARN, TAGS);

  private TagResourceShape() {}
}
