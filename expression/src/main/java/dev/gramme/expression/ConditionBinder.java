package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a {@link Condition} of a parsed one, with the checks that need names and values. */
final class ConditionBinder {

  /** The kinds of errors in the order in which the service looks for them. */
  private enum Rank {
    UNDEFINED,
    OPERAND_COUNT,
    DISTINCT,
    OPERAND_TYPE
  }

  private final Binder binder;
  private final Rank typeRank;

  ConditionBinder(ExpressionKind kind, Placeholders placeholders) {
    this.binder = new Binder(kind, placeholders);
    // In key conditions wrong types and undefined values are found in one pass (2026).
    this.typeRank = kind == ExpressionKind.KEY_CONDITION ? Rank.UNDEFINED : Rank.OPERAND_TYPE;
  }

  Condition bind(Syntax syntax) {
    Condition condition = condition(syntax);
    binder.finish();
    return condition;
  }

  private Condition condition(Syntax syntax) {
    return switch (syntax) {
      case Syntax.And and -> new Condition.And(conditions(and.terms()));
      case Syntax.Or or -> new Condition.Or(conditions(or.terms()));
      case Syntax.Not not -> new Condition.Not(condition(not.condition()));
      case Syntax.Compare compare -> compare(compare);
      case Syntax.Between between -> between(between);
      case Syntax.In in -> in(in);
      case Syntax.Call call -> call(call);
      case Syntax.Path path -> throw notACondition();
      case Syntax.Value value -> throw notACondition();
      case Syntax.Arithmetic arithmetic -> throw notACondition();
    };
  }

  private static IllegalStateException notACondition() {
    return new IllegalStateException("the parser took an operand for a condition");
  }

  private List<Condition> conditions(List<Syntax> terms) {
    var conditions = new ArrayList<Condition>(terms.size());
    for (Syntax term : terms) {
      conditions.add(condition(term));
    }
    return conditions;
  }

  private Condition compare(Syntax.Compare compare) {
    Operand left = operand(compare.left());
    Operand right = operand(compare.right());
    Comparison comparison = compare.comparison();
    checkDistinct(comparison.text(), left, right);
    if (comparison != Comparison.EQ && comparison != Comparison.NE) {
      checkType(comparison.text(), left, AttributeType::isScalarKey);
      checkType(comparison.text(), right, AttributeType::isScalarKey);
    }
    return new Condition.Compare(left, comparison, right);
  }

  private Condition between(Syntax.Between between) {
    Operand operand = operand(between.operand());
    Operand low = operand(between.low());
    Operand high = operand(between.high());
    checkDistinct("BETWEEN", operand, low);
    checkDistinct("BETWEEN", operand, high);
    boolean ordered = checkType("BETWEEN", operand, AttributeType::isScalarKey);
    ordered &= checkType("BETWEEN", low, AttributeType::isScalarKey);
    ordered &= checkType("BETWEEN", high, AttributeType::isScalarKey);
    if (ordered
        && low instanceof Operand.Constant(AttributeValue from)
        && high instanceof Operand.Constant(AttributeValue to)) {
      binder.checkBounds(from, to, typeRank);
    }
    return new Condition.Between(operand, low, high);
  }

  private Condition in(Syntax.In in) {
    Operand operand = operand(in.operand());
    List<Operand> candidates = new ArrayList<>(in.candidates().size());
    for (Syntax candidate : in.candidates()) {
      candidates.add(operand(candidate));
    }
    if (candidates.size() > ExpressionLimits.MAX_IN_OPERANDS) {
      binder.note(
          Rank.OPERAND_COUNT,
          "The IN operator is provided with too many operands; number of operands: "
              + candidates.size());
    }
    for (Operand candidate : candidates) {
      checkDistinct("IN", operand, candidate);
    }
    return new Condition.In(operand, candidates);
  }

  private Condition call(Syntax.Call call) {
    List<Operand> operands = new ArrayList<>(call.arguments().size());
    for (Syntax argument : call.arguments()) {
      operands.add(operand(argument));
    }
    if (!binder.hasOperandCount(call, Rank.OPERAND_COUNT)) {
      return Condition.always();
    }
    String name = call.function().text();
    Operand first = operands.getFirst();
    Operand second = operands.getLast();
    if (operands.size() == 2) {
      checkDistinct(name, first, second);
    }
    return switch (call.function()) {
      case ATTRIBUTE_EXISTS -> new Condition.AttributeExists(requiredPath(name, first));
      case ATTRIBUTE_NOT_EXISTS -> new Condition.AttributeNotExists(requiredPath(name, first));
      case ATTRIBUTE_TYPE -> new Condition.AttributeTypeIs(first, attributeType(second));
      case BEGINS_WITH -> {
        checkType(name, first, ConditionBinder::hasPrefixes);
        checkType(name, second, ConditionBinder::hasPrefixes);
        yield new Condition.BeginsWith(first, second);
      }
      case CONTAINS -> {
        checkType(name, first, ConditionBinder::hasParts);
        yield new Condition.Contains(first, second);
      }
      case SIZE, IF_NOT_EXISTS, LIST_APPEND -> throw notACondition();
    };
  }

  private Operand operand(Syntax syntax) {
    return switch (syntax) {
      case Syntax.Path path -> new Operand.Path(binder.path(path, Rank.UNDEFINED));
      case Syntax.Value value -> {
        AttributeValue bound = binder.value(value, Rank.UNDEFINED);
        // What stands in for a value that is not defined has no type to complain of.
        yield bound == null ? Operand.attribute(value.placeholder()) : new Operand.Constant(bound);
      }
      case Syntax.Call call -> size(call);
      default -> throw new IllegalStateException("the parser took a condition for an operand");
    };
  }

  private Operand size(Syntax.Call call) {
    List<Operand> operands = new ArrayList<>(call.arguments().size());
    for (Syntax argument : call.arguments()) {
      operands.add(operand(argument));
    }
    if (binder.hasOperandCount(call, Rank.OPERAND_COUNT)) {
      checkType(call.function().text(), operands.getFirst(), ConditionBinder::hasSize);
    }
    return new Operand.Size(operands.getFirst());
  }

  private DocumentPath requiredPath(String function, Operand operand) {
    if (operand instanceof Operand.Path(DocumentPath path)) {
      return path;
    }
    binder.notePathRequired(typeRank, function);
    return DocumentPath.of(function);
  }

  private AttributeType attributeType(Operand operand) {
    String name = Function.ATTRIBUTE_TYPE.text();
    if (operand instanceof Operand.Constant(AttributeValue.S(String typeName))) {
      for (AttributeType type : AttributeType.values()) {
        if (type.name().equals(typeName)) {
          return type;
        }
      }
      binder.note(
          typeRank,
          "Invalid attribute type name found; type: "
              + typeName
              + ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
    } else {
      AttributeType type = operand.fixedType();
      if (type != null) {
        binder.noteOperandType(typeRank, name, type);
      } else {
        // For a path the service names all the types that it might have (uncertain, 2026).
        binder.note(
            typeRank,
            "Incorrect operand type for operator or function; operator or function: "
                + name
                + ", operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
      }
    }
    return AttributeType.S;
  }

  private void checkDistinct(String operator, Operand first, Operand other) {
    if (first instanceof Operand.Path(DocumentPath path) && first.equals(other)) {
      binder.note(
          Rank.DISTINCT,
          "The first operand must be distinct from the remaining operands for this operator or"
              + " function; operator: "
              + operator
              + ", first operand: "
              + path);
    }
  }

  private boolean checkType(String operator, Operand operand, Predicate<AttributeType> allowed) {
    AttributeType type = operand.fixedType();
    if (type == null || allowed.test(type)) {
      return true;
    }
    binder.noteOperandType(typeRank, operator, type);
    return false;
  }

  private static boolean hasPrefixes(AttributeType type) {
    return type == AttributeType.S || type == AttributeType.B;
  }

  private static boolean hasParts(AttributeType type) {
    return hasPrefixes(type) || type.isSet() || type == AttributeType.L;
  }

  private static boolean hasSize(AttributeType type) {
    return hasParts(type) || type == AttributeType.M;
  }
}
