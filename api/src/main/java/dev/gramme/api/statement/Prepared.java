package dev.gramme.api.statement;

import dev.gramme.api.Caller;
import dev.gramme.api.access.AccessScope;
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
public record Prepared(String text, List<AttributeValue> parameters, BoundStatement bound) {
  public Prepared {
    parameters = List.copyOf(parameters);
  }

  /**
   * Parses the statement of a structure with these members.
   *
   * @param parameters the parameters of the structure
   * @throws ApiError a ValidationException if it is invalid
   */
  public static Prepared of(
      Structure input, StatementShapes members, List<AttributeValue> parameters) {
    String text = input.require(members.statement);
    return new Prepared(
        text, parameters, StatementBinder.bind(StatementParser.parse(text), parameters));
  }

  /**
   * Parses the statement of a request that is allowed. A SELECT on an index that statements cannot
   * read is refused before the other rules of statements are checked (October 2026).
   */
  public static Prepared of(
      Structure input, StatementShapes members, Caller caller, Engine engine) {
    List<AttributeValue> parameters = parameters(input, members, caller);
    String text = input.require(members.statement);
    StatementParser.Parsed parsed = StatementParser.parse(text);
    if (parsed.statement() instanceof Statement.Select select
        && index(select.target(), caller, engine).filter(SelectPlan::isUnsupported).isPresent()) {
      StatementBinder.checkLiterals(select);
      throw SelectPlan.unsupportedIndex();
    }
    return new Prepared(text, parameters, StatementBinder.bind(parsed, parameters));
  }

  /**
   * The access of the statement in a structure. The error of an invalid SELECT on an index depends
   * on the index, so the access is decided before the error is reported.
   *
   * @param of the accesses of the request
   * @throws ApiError a ValidationException if another statement is invalid
   */
  public static Access access(
      Structure input,
      StatementShapes members,
      boolean consistent,
      AccessScope scope,
      StatementAccess of) {
    List<AttributeValue> parameters = parameters(input, members, scope.caller());
    StatementParser.Parsed parsed = StatementParser.parse(input.require(members.statement));
    BoundStatement bound;
    try {
      bound = StatementBinder.bind(parsed, parameters);
    } catch (ApiError invalid) {
      Statement.Target target = parsed.statement().target();
      if (!(parsed.statement() instanceof Statement.Select) || target.index() == null) {
        throw invalid;
      }
      return of.ofIndex(target);
    }
    return of.of(bound, consistent, members.returnsItemOnFailure(input));
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
