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
    return of(input, members, parameters(input, members, caller));
  }

  /**
   * The same, of parameters that are known.
   *
   * @param parameters those of the structure
   */
  public static Prepared of(
      Structure input, StatementShapes members, List<AttributeValue> parameters) {
    String text = input.require(members.statement);
    return new Prepared(
        text, parameters, StatementBinder.bind(StatementParser.parse(text), parameters));
  }

  /**
   * The parameters in a structure with these members.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if one is no value
   */
  public static List<AttributeValue> parameters(
      Structure input, StatementShapes members, Caller caller) {
    var parameters = new ArrayList<AttributeValue>();
    for (WireValue value : input.getOrDefault(members.parameters, List.of())) {
      // Numbers are read as by the service's older layer, whatever the wording (October 2026).
      parameters.add(value.ofBigDecimal().value(caller.wording()));
    }
    return parameters;
  }
}
