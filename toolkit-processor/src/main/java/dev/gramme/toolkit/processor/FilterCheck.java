package dev.gramme.toolkit.processor;

import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Operand;
import dev.gramme.expression.Placeholders;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Binary;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * Checks a filter or condition with the parser of the database. A sample of each parameter's type
 * stands for its value, so that the parser also refuses values of the wrong types. A comparison of
 * a component with a value of another type would be valid, but never true; it is refused, too.
 */
final class FilterCheck {
  private static final String SYNTAX = "Syntax error";

  private static final Map<String, AttributeValue> SAMPLES =
      Map.of(
          "S", new AttributeValue.S("s"),
          "N", AttributeValue.N.of(1),
          "B", new AttributeValue.B(Binary.copyOf(new byte[] {1})),
          "BOOL", AttributeValue.Bool.TRUE,
          "SS", new AttributeValue.SS(List.of("s")),
          "NS", new AttributeValue.NS(List.of(BigDecimal.ONE)),
          "BS", new AttributeValue.BS(List.of(Binary.copyOf(new byte[] {1}))),
          "L", new AttributeValue.L(List.of()),
          "M", new AttributeValue.M(Item.empty()));

  /** The types of the elements of types that {@code contains} searches. */
  private static final Map<String, String> ELEMENTS =
      Map.of("S", "S", "B", "B", "SS", "S", "NS", "N", "BS", "B");

  private static final Set<String> WITHOUT_SIZE = Set.of("N", "BOOL");

  /** Types of times, whose stored forms cannot be compared with those of each other. */
  private static final Set<String> TIMES =
      Set.of(
          "java.time.Duration",
          "java.time.Instant",
          "java.time.LocalDate",
          "java.time.LocalTime",
          "java.time.YearMonth",
          "java.time.ZonedDateTime");

  private final String text;
  private final Filter filter;
  private final List<EntityModel> entities;
  private final Element where;

  FilterCheck(String text, Filter filter, List<EntityModel> entities, Element where) {
    this.text = text;
    this.filter = filter;
    this.entities = entities;
    this.where = where;
  }

  void check(List<Argument> arguments, Types types, Conversions conversions) {
    arguments.forEach(argument -> checkTime(argument, types));
    Map<String, AttributeValue> values = new HashMap<>();
    boolean typed = true;
    for (String value : filter.values()) {
      String type = "any";
      for (Argument argument : arguments) {
        if (argument.name().equals(value)) {
          type = type(argument, types, conversions);
        }
      }
      AttributeValue sample = SAMPLES.get(type);
      typed &= sample != null;
      values.put(":" + value, sample == null ? new AttributeValue.S("s") : sample);
    }
    try {
      Condition condition =
          Condition.parse(
              ExpressionKind.FILTER, filter.text(), new Placeholders(filter.names(), values));
      if (typed) {
        check(condition);
      }
    } catch (ApiError error) {
      String message = String.valueOf(error.getMessage());
      // Samples of converted values have no type, so only the syntax can be judged.
      if (typed || message.contains(SYNTAX)) {
        throw refused(message.replace("Invalid FilterExpression: ", ""));
      }
    }
  }

  /**
   * A component that is a time is compared with a value of its own type. A string is allowed, for
   * example as a prefix; a number would be compared with the seconds of a duration.
   */
  private void checkTime(Argument argument, Types types) {
    Filter.Compared compared = filter.compared().get(argument.name());
    if (compared == null || !filter.values().contains(argument.name())) {
      return;
    }
    String component = types.name(compared.conversion().valueType());
    String value = types.name(types.boxed(types.valueType(argument.type())));
    boolean mixed =
        TIMES.contains(component)
            ? TIMES.contains(value) || component.equals("java.time.Duration")
            : TIMES.contains(value);
    if (mixed && !component.isEmpty() && !component.startsWith("java.util.")) {
      String several =
          types.argument(argument.type(), "java.util.List").map(types::name).orElse(value);
      if (!several.equals(component)) {
        throw refused(
            compared.name()
                + " is of type "
                + types.source(compared.conversion().valueType())
                + ", not "
                + types.source(argument.type())
                + ", which is stored in another form");
      }
    }
  }

  /** The type of a parameter's value; a merge has one value for each partition. */
  private String type(Argument argument, Types types, Conversions conversions) {
    Filter.Compared compared = filter.compared().get(argument.name());
    return compared != null
            && types.same(compared.conversion().valueType(), types.valueType(argument.type()))
        ? compared.conversion().type()
        : conversions.of(argument.type(), argument.element()).type();
  }

  private void check(Condition condition) {
    if (condition instanceof Condition.And and) {
      and.terms().forEach(this::check);
    } else if (condition instanceof Condition.Or or) {
      or.terms().forEach(this::check);
    } else if (condition instanceof Condition.Not not) {
      check(not.condition());
    } else if (condition instanceof Condition.Compare compare) {
      same(compare.left(), compare.right());
    } else if (condition instanceof Condition.Between between) {
      same(between.operand(), between.low());
      same(between.operand(), between.high());
    } else if (condition instanceof Condition.In in) {
      in.candidates().forEach(one -> same(in.operand(), one));
    } else if (condition instanceof Condition.BeginsWith begins) {
      begins(begins);
    } else if (condition instanceof Condition.Contains contains) {
      contains(contains);
    }
    // The other conditions accept values of all types.
  }

  private void begins(Condition.BeginsWith begins) {
    String type = type(begins.operand());
    if (type != null && !type.equals("S") && !type.equals("B")) {
      throw refused(
          "begins_with needs a string or binary, and "
              + name(begins.operand())
              + " is of type "
              + type);
    }
    same(begins.operand(), begins.prefix());
  }

  private void contains(Condition.Contains contains) {
    String type = type(contains.operand());
    String part = type(contains.part());
    if (type == null || type.equals("L") || part == null) {
      return;
    }
    String element = ELEMENTS.get(type);
    if (!part.equals(element)) {
      throw refused(
          name(contains.operand())
              + " is of type "
              + type
              + " and cannot contain a value of type "
              + part);
    }
  }

  private void same(Operand one, Operand other) {
    String left = type(one);
    String right = type(other);
    if (left != null && right != null && !left.equals(right)) {
      throw refused(
          name(one)
              + " is of type "
              + left
              + ", not "
              + right
              + "; values of different types are never equal and have no order");
    }
  }

  /** The type of an operand; null if it is not known. */
  private @Nullable String type(Operand operand) {
    if (operand instanceof Operand.Path path) {
      return type(path.path());
    }
    if (operand instanceof Operand.Size size) {
      String sized = type(size.operand());
      if (sized != null && WITHOUT_SIZE.contains(sized)) {
        throw refused(name(size.operand()) + " is of type " + sized + " and has no size");
      }
    }
    AttributeType fixed = operand.fixedType();
    return fixed == null ? null : fixed.name();
  }

  private @Nullable String type(DocumentPath path) {
    if (!path.isTopLevel()) {
      return null;
    }
    String found = null;
    for (EntityModel entity : entities) {
      for (ComponentModel component : entity.components()) {
        if (component.attribute().equals(path.attribute())) {
          String type = component.conversion().type();
          if (type.equals("any") || (found != null && !found.equals(type))) {
            return null;
          }
          found = type;
        }
      }
    }
    return found;
  }

  private String name(Operand operand) {
    if (operand instanceof Operand.Path path) {
      return path.path().attribute();
    }
    if (operand instanceof Operand.Size size) {
      return "size(" + name(size.operand()) + ")";
    }
    return operand instanceof Operand.Constant ? "a value" : "a condition";
  }

  private Problem refused(String reason) {
    return new Problem(where, text, "in \"" + text + "\": " + reason);
  }
}
