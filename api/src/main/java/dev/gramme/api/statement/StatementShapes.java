package dev.gramme.api.statement;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.partiql.StatementLimits;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireValue;
import java.util.List;

/** The members that requests with statements share. */
public final class StatementShapes {
  public final Member<String> statement =
      Member.required("Statement", Shape.string().length(1, StatementLimits.MAX_CHARACTERS));
  public final Member<List<WireValue>> parameters =
      Member.optional("Parameters", Shape.list(Shape.attributeValue()).sizeAtLeast(1));
  public final Member<String> returnValuesOnFailure =
      Member.optional("ReturnValuesOnConditionCheckFailure", ItemShapes.RETURN_VALUES_ON_FAILURE);

  /** Whether the error of a failed condition contains the item. */
  public boolean returnsItemOnFailure(Structure input) {
    return "ALL_OLD".equals(input.get(returnValuesOnFailure));
  }
}
