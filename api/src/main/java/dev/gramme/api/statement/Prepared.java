package dev.gramme.api.statement;

import dev.gramme.api.Caller;
import dev.gramme.model.AttributeValue;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.StatementBinder;
import dev.gramme.partiql.StatementParser;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireValue;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement of a request, ready for its table.
 *
 * @param text as sent
 * @param parameters as sent
 */
public record Prepared(String text, List<AttributeValue> parameters, BoundStatement bound) {
  public Prepared {
    parameters = List.copyOf(parameters);
  }

  /**
   * The statement in a structure with these members.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if it makes no sense
   */
  public static Prepared of(Structure input, StatementShapes members, Caller caller) {
    List<AttributeValue> parameters = new ArrayList<>();
    for (WireValue value : input.getOrDefault(members.parameters, List.of())) {
      parameters.add(value.value(caller.wording()));
    }
    String text = input.require(members.statement);
    BoundStatement bound = StatementBinder.bind(StatementParser.parse(text), parameters);
    return new Prepared(text, parameters, bound);
  }
}
