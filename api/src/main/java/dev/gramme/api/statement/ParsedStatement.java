package dev.gramme.api.statement;

import dev.gramme.api.Caller;
import dev.gramme.api.access.StatementAccess;
import dev.gramme.api.item.Tables;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.SelectPlan;
import dev.gramme.partiql.Statement;
import dev.gramme.partiql.StatementBinder;
import dev.gramme.partiql.StatementParser;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A parsed statement of a request, not yet checked against its table.
 *
 * @param text the statement, unchanged
 * @param parameters the parameters, unchanged
 */
public record ParsedStatement(
    String text, List<AttributeValue> parameters, Statement statement, Binding binding) {

  public ParsedStatement {
    parameters = List.copyOf(parameters);
  }

  /** The result of binding the parameters to a statement. */
  public sealed interface Binding {}

  /** A valid statement with its parameters. */
  public record Valid(BoundStatement bound) implements Binding {}

  /** The error of a SELECT on an index. It is reported only if statements can read the index. */
  public record Invalid(ApiError error) implements Binding {}

  /**
   * Parses the statement of a structure with these members.
   *
   * @throws ApiError a ValidationException if it is invalid whatever its table and index
   */
  public static ParsedStatement of(Structure input, StatementShapes members, Caller caller) {
    List<AttributeValue> parameters = parameters(input, members, caller);
    String text = input.require(members.statement);
    StatementParser.Parsed parsed = StatementParser.parse(text);
    return new ParsedStatement(text, parameters, parsed.statement(), bind(parsed, parameters));
  }

  private static Binding bind(StatementParser.Parsed parsed, List<AttributeValue> parameters) {
    try {
      return new Valid(StatementBinder.bind(parsed, parameters));
    } catch (ApiError invalid) {
      if (parsed.statement() instanceof Statement.Select select
          && select.target().index() != null) {
        return new Invalid(invalid);
      }
      throw invalid;
    }
  }

  /**
   * The access of the statement. The error of an invalid SELECT on an index depends on the index,
   * so the access is decided before the error is reported.
   *
   * @param of the accesses of the request
   * @param consistent whether the statement reads consistently
   * @param returnsItem whether the error of a failed condition contains the item
   */
  public Access access(StatementAccess of, boolean consistent, boolean returnsItem) {
    return switch (binding) {
      case Valid valid -> of.of(valid.bound(), consistent, returnsItem);
      case Invalid invalid -> of.ofIndex(statement.target());
    };
  }

  /**
   * The statement with its parameters, for a request that is allowed. A SELECT on an index that
   * statements cannot read is refused before the other rules of statements are checked (October
   * 2026).
   *
   * @throws ApiError a ValidationException if it is invalid
   */
  public BoundStatement bound(Engine engine, Caller caller) {
    if (statement instanceof Statement.Select select
        && index(select.target(), caller, engine).filter(SelectPlan::isUnsupported).isPresent()) {
      StatementBinder.checkLiterals(select);
      throw SelectPlan.unsupportedIndex();
    }
    return switch (binding) {
      case Valid valid -> valid.bound();
      case Invalid invalid -> throw invalid.error();
    };
  }

  private static Optional<SecondaryIndex> index(
      Statement.Target target, Caller caller, Engine engine) {
    String name = target.index();
    return name == null
        ? Optional.empty()
        : Tables.find(engine, target.table(), caller).flatMap(table -> table.index(name));
  }

  /**
   * The parameters of a structure with these members.
   *
   * @throws ApiError a ValidationException if one is not a valid value
   */
  public static List<AttributeValue> parameters(
      Structure input, StatementShapes members, Caller caller) {
    var parameters = new ArrayList<AttributeValue>();
    for (WireValue value : input.getOrDefault(members.parameters, List.of())) {
      parameters.add(value.ofStatement().value(caller.wording()));
    }
    return parameters;
  }
}
