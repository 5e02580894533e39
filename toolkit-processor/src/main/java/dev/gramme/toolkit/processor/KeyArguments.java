package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;

/** Generates a call from the components of a record: the key of an item, and other values. */
final class KeyArguments {
  private KeyArguments() {}

  /**
   * The expression of a call.
   *
   * @param arguments the fields of the entity's key, and the values of the condition
   */
  static String call(
      EntityModel entity,
      Filter condition,
      Element where,
      List<Argument> arguments,
      Types types,
      Conversions conversions) {
    var call = new StringBuilder("new Call()");
    WriteMethod.condition(condition).ifPresent(c -> call.append(".condition(" + c + ")"));
    var given = new HashSet<String>();
    for (Argument argument : arguments) {
      String name = argument.name();
      boolean value = condition.values().contains(name);
      if (entity.keyFields().contains(name)) {
        checkType(entity.component(name).orElseThrow(), argument, types);
        call.append(".field(" + literal(name) + ", " + argument.source() + ")");
      } else if (!value) {
        throw new Problem(
            where,
            name
                + " is not a field of the key ("
                + String.join(", ", entity.keyFields())
                + ") and not used in the condition");
      }
      given.add(name);
      if (value) {
        call.append(
            ".value("
                + String.join(
                    ", ",
                    literal(":" + name),
                    Parameters.converter(argument, condition, types, conversions),
                    argument.source())
                + ")");
      }
    }
    wholeKey(where, entity.keyFields(), given);
    for (String value : condition.values()) {
      if (!given.contains(value)) {
        throw new Problem(where, "the condition names :" + value + ", which is not a parameter");
      }
    }
    return call.toString();
  }

  private static void checkType(ComponentModel component, Argument argument, Types types) {
    if (!types.same(argument.type(), component.valueType())) {
      throw new Problem(
          argument.element(),
          argument.name()
              + " is of type "
              + types.source(component.valueType())
              + " in the record, not "
              + types.source(argument.type()));
    }
  }

  static void wholeKey(Element where, Set<String> needed, Set<String> given) {
    for (String field : needed) {
      if (!given.contains(field)) {
        throw new Problem(where, "the key needs " + field + "; add a parameter with this name");
      }
    }
  }
}
