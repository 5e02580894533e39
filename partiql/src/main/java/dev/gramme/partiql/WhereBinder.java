package dev.gramme.partiql;

import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ConditionFactory;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Function;
import dev.gramme.expression.Operand;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.DocumentPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Converts a WHERE clause to a condition. It differs from a condition expression in one point: a
 * missing attribute is not unequal to anything, so {@code a <> 'x'} requires that {@code a} exists.
 */
final class WhereBinder {
  private static final String NO_BOOLEAN =
      "WHERE clause must contain an expression that resolves to a boolean";
  private static final String IN_OPERANDS =
      "IN operator must have a left hand argument of type Variable Reference and right hand"
          + " argument of type Seq with at least one member";

  private final Values values;
  private final ConditionFactory factory = new ConditionFactory(ExpressionKind.STATEMENT);

  WhereBinder(Values values) {
    this.values = values;
  }

  /** The condition of a WHERE clause. */
  Condition bind(Term where) {
    Condition condition = condition(where, NO_BOOLEAN);
    factory.finish();
    return condition;
  }

  /**
   * The condition of a term; {@code otherwise} is the error text if the term is not a condition.
   */
  private Condition condition(Term term, String otherwise) {
    return switch (term) {
      case Term.And and -> new Condition.And(conditions(and.terms()));
      case Term.Or or -> new Condition.Or(conditions(or.terms()));
      case Term.Not not ->
          new Condition.Not(
              condition(not.term(), "The argument to NOT must be a Type or Expression"));
      case Term.Compare compare -> compare(compare);
      case Term.Between between ->
          factory.between(
              operand(between.operand()), operand(between.low()), operand(between.high()));
      case Term.In in -> in(in);
      case Term.Is is -> is(is);
      case Term.Call call -> call(call, otherwise);
      case Term.Arithmetic arithmetic -> throw unsupported(arithmetic.operator());
      case Term.Signed signed -> throw unsupported(signed.operator());
      default -> throw StatementFaults.of(otherwise);
    };
  }

  private List<Condition> conditions(List<Term> terms) {
    var conditions = new ArrayList<Condition>(terms.size());
    for (Term term : terms) {
      conditions.add(condition(term, "The arguments to AND/OR must be Expressions"));
    }
    return conditions;
  }

  private Condition compare(Term.Compare compare) {
    Comparison comparison = comparison(compare.operator());
    Operand left = operand(compare.left());
    Operand right = operand(compare.right());
    Condition condition = factory.compare(left, comparison, right);
    if (comparison != Comparison.NE) {
      return condition;
    }
    var paths = new ArrayList<DocumentPath>();
    addRequired(left, paths);
    addRequired(right, paths);
    var terms = new ArrayList<Condition>();
    paths.forEach(path -> terms.add(new Condition.AttributeExists(path)));
    terms.add(condition);
    return new Condition.And(terms);
  }

  /**
   * Adds the paths without which an operand has no value; a condition as operand always has a
   * value.
   */
  private static void addRequired(Operand operand, List<DocumentPath> paths) {
    if (!(operand instanceof Operand.Truth)) {
      operand.addPaths(paths);
    }
  }

  private static Comparison comparison(String operator) {
    for (Comparison comparison : Comparison.values()) {
      if (comparison.text().equals(operator)) {
        return comparison;
      }
    }
    throw new IllegalStateException("unknown comparison operator: " + operator);
  }

  private Condition in(Term.In in) {
    List<Term> candidates =
        switch (in.candidates()) {
          case Term.ListOf list -> list.elements();
          case Term.BagOf bag -> bag.elements();
          default -> List.of();
        };
    if (candidates.isEmpty()) {
      throw StatementFaults.of(IN_OPERANDS);
    }
    return factory.in(operand(in.operand()), operands(candidates));
  }

  private Condition is(Term.Is is) {
    if (!(is.operand() instanceof Term.Path) && !Values.isValue(is.operand())) {
      throw StatementFaults.of(
          "The left hand side argument to IS must be a Variable Reference, Literal, or Path");
    }
    Operand operand = operand(is.operand());
    return switch (is.type()) {
      case "missing" -> factory.call(Function.ATTRIBUTE_NOT_EXISTS, List.of(operand));
      case "null" -> new Condition.AttributeTypeIs(operand, AttributeType.NULL);
      case "bool", "boolean" -> new Condition.AttributeTypeIs(operand, AttributeType.BOOL);
      case "blob" -> new Condition.AttributeTypeIs(operand, AttributeType.B);
      case "string" -> new Condition.AttributeTypeIs(operand, AttributeType.S);
      case "numeric" -> new Condition.AttributeTypeIs(operand, AttributeType.N);
      case "struct", "tuple" -> new Condition.AttributeTypeIs(operand, AttributeType.M);
      case "list" -> new Condition.AttributeTypeIs(operand, AttributeType.L);
      default ->
          throw StatementFaults.at(
              "Unsupported data type for IS operator: "
                  + (is.type().equals("int") ? "INTEGER" : is.type().toUpperCase(Locale.ROOT))
                  + ". Supported data types are [MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC,"
                  + " STRUCT, TUPLE, LIST]",
              is.at());
    };
  }

  private Condition call(Term.Call call, String otherwise) {
    Function function = function(call);
    return switch (function.use()) {
      case CONDITION -> factory.call(function, operands(call.arguments()));
      case OPERAND -> throw StatementFaults.of(otherwise);
      case UPDATE ->
          throw StatementFaults.of(
              "The function is not allowed in a condition expression; function: "
                  + function.text());
    };
  }

  /** The function that a call names. */
  static Function function(Term.Call call) {
    Function function = Function.named(call.function().toLowerCase(Locale.ROOT));
    if (function == null) {
      throw StatementFaults.at("Unrecognized function: " + call.function(), call.at());
    }
    return function;
  }

  private List<Operand> operands(List<Term> terms) {
    var operands = new ArrayList<Operand>(terms.size());
    for (Term term : terms) {
      operands.add(operand(term));
    }
    return operands;
  }

  private Operand operand(Term term) {
    return switch (term) {
      case Term.Path path -> new Operand.Path(path.path());
      case Term.Call call -> call(call);
      case Term.Compare compare -> truth(compare);
      case Term.Between between -> truth(between);
      case Term.In in -> truth(in);
      case Term.Is is -> truth(is);
      case Term.And and -> truth(and);
      case Term.Or or -> truth(or);
      case Term.Not not -> truth(not);
      case Term.Missing missing -> throw missing();
      case Term.Star star -> throw StatementFaults.unexpectedPathComponent(star.at());
      case Term value when Values.isValue(value) -> new Operand.Constant(values.of(value));
      default -> throw unsupported(String.valueOf(term.kindName()));
    };
  }

  private Operand call(Term.Call call) {
    Function function = function(call);
    return switch (function.use()) {
      case CONDITION -> truth(call);
      case OPERAND -> factory.size(operands(call.arguments()));
      case UPDATE -> throw unsupported(call.function());
    };
  }

  /** A condition as an operand, with a boolean value (September 2026). */
  private Operand truth(Term term) {
    return new Operand.Truth(condition(term, NO_BOOLEAN));
  }

  static ApiError missing() {
    return StatementFaults.of("MISSING must be compared using IS operator");
  }

  private static ApiError unsupported(String operator) {
    return StatementFaults.of(
        "Unsupported operator in Condition Expression. Operator: " + operator);
  }
}
