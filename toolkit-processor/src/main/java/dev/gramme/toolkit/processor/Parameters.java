package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import dev.gramme.toolkit.Prefix;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.EntityModel.Conversion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * The parameters of a reading method, classified, and the call built from them.
 *
 * @param equal the fields with a given value
 * @param partial the field with a range or prefix, if there is one
 * @param range whether it is a range
 * @param many the field with several values, each a partition, if there is one
 * @param call the expression of the call
 */
record Parameters(
    Set<String> equal,
    Optional<String> partial,
    boolean range,
    Optional<String> many,
    boolean paged,
    boolean limited,
    String call) {

  /**
   * The names that parameters can refer to.
   *
   * @param drops whether a missing value drops the terms of the filter that contain it
   */
  record Scope(
      List<EntityModel> entities,
      Set<String> fields,
      Set<String> partition,
      Filter filter,
      boolean drops) {
    Scope(List<EntityModel> entities, Set<String> fields, Set<String> partition, Filter filter) {
      this(entities, fields, partition, filter, false);
    }
  }

  /** Classifies the parameters of a method. */
  static Parameters of(
      ExecutableElement method, Scope scope, Types types, Conversions conversions) {
    return new Sorter(scope, types, conversions).sort(method);
  }

  private static final class Sorter {
    private final Scope scope;
    private final Types types;
    private final Conversions conversions;
    private final Set<String> equal = new HashSet<>();
    private final Set<String> bound = new HashSet<>();
    private final List<String> steps = new ArrayList<>();
    private Optional<String> partial = Optional.empty();
    private Optional<String> many = Optional.empty();
    private boolean dropping;
    private boolean range;
    private boolean paged;
    private boolean limited;

    Sorter(Scope scope, Types types, Conversions conversions) {
      this.scope = scope;
      this.types = types;
      this.conversions = conversions;
    }

    Parameters sort(ExecutableElement method) {
      method.getParameters().forEach(this::parameter);
      Filter filter = scope.filter();
      for (String value : filter.values()) {
        if (!bound.contains(value)) {
          throw new Problem(method, "the filter names :" + value + ", which is not a parameter");
        }
      }
      String expression =
          (dropping ? filter.terms() : List.of(filter))
              .stream()
                  .flatMap(term -> WriteMethod.condition(term).stream())
                  .map(term -> ".condition(" + term + ")")
                  .collect(Collectors.joining());
      return new Parameters(
          equal,
          partial,
          range,
          many,
          paged,
          limited,
          "new Call()" + expression + String.join("", steps));
    }

    private void parameter(VariableElement parameter) {
      String name = parameter.getSimpleName().toString();
      TypeMirror type = parameter.asType();
      if (types.name(type).equals("dev.gramme.toolkit.Cursor")) {
        steps.add(".after(" + name + ")");
        paged = true;
      } else if (scope.fields().contains(name)) {
        field(parameter, name, type);
      } else if (scope.filter().values().contains(name)) {
        value(parameter, name);
      } else if (name.equals("limit") && type.getKind() == TypeKind.INT) {
        steps.add(".limit(limit)");
        limited = true;
      } else {
        throw new Problem(
            parameter,
            name
                + " is not a field of the key ("
                + String.join(", ", scope.fields())
                + ") and not used in the filter");
      }
    }

    private void field(VariableElement parameter, String name, TypeMirror type) {
      ComponentModel component = scope.entities().get(0).component(name).orElseThrow();
      Optional<TypeMirror> between = types.argument(type, "dev.gramme.toolkit.Range");
      Optional<TypeMirror> several = types.argument(type, "java.util.List");
      if (parameter.getAnnotation(Prefix.class) != null) {
        if (!types.name(type).equals("java.lang.String")) {
          throw new Problem(parameter, "a prefix must be a String");
        }
        if (!types.name(component.valueType()).equals("java.lang.String")) {
          throw new Problem(
              parameter,
              name
                  + " is of type "
                  + types.source(component.valueType())
                  + " in the record; only a String can be selected by a prefix, others by a Range");
        }
        onlyPartial(parameter, name);
        steps.add(".prefix(" + literal(name) + ", " + name + ")");
      } else if (between.isPresent()) {
        same(parameter, between.get(), component);
        onlyPartial(parameter, name);
        range = true;
        steps.add(".field(" + literal(name) + ", " + name + ")");
      } else if (several.isPresent() && scope.partition().contains(name)) {
        same(parameter, several.get(), component);
        if (many.isPresent()) {
          throw new Problem(parameter, "only one field can have several values");
        }
        many = Optional.of(name);
        equal.add(name);
      } else {
        same(parameter, type, component);
        equal.add(name);
        steps.add(".field(" + literal(name) + ", " + name + ")");
      }
      if (scope.filter().values().contains(name)) {
        value(parameter, name);
      }
    }

    private void onlyPartial(VariableElement parameter, String name) {
      if (scope.partition().contains(name)) {
        throw new Problem(
            parameter, name + " is part of the partition key, which needs exact values");
      }
      if (partial.isPresent()) {
        throw new Problem(parameter, "only one field can have a range or prefix");
      }
      partial = Optional.of(name);
    }

    private void same(VariableElement parameter, TypeMirror type, ComponentModel component) {
      if (!types.same(type, component.valueType())) {
        throw new Problem(
            parameter,
            parameter.getSimpleName()
                + " is of type "
                + types.source(component.valueType())
                + " in the record, not "
                + types.source(type));
      }
    }

    private void value(VariableElement parameter, String name) {
      bound.add(name);
      TypeMirror type = parameter.asType();
      Optional<TypeMirror> held = types.argument(type, "java.util.Optional");
      boolean optional = scope.drops() && (held.isPresent() || isNullable(parameter));
      dropping |= optional;
      var value = new Argument(parameter, optional ? held.orElse(type) : type, name);
      steps.add(
          (optional ? ".optional(" : ".value(")
              + literal(":" + name)
              + ", "
              + converter(value, scope.filter(), types, conversions)
              + ", "
              + (optional && held.isEmpty() ? "Optional.ofNullable(" + name + ")" : name)
              + ")");
    }

    /** Whether a parameter has an annotation that is called Nullable. */
    private static boolean isNullable(VariableElement parameter) {
      return Stream.of(parameter, parameter.asType())
          .flatMap(annotated -> annotated.getAnnotationMirrors().stream())
          .anyMatch(found ->
              found.getAnnotationType().asElement().getSimpleName().contentEquals("Nullable"));
    }
  }

  /** The converter for a parameter in an expression: that of the component it is compared with. */
  static String converter(Argument argument, Filter filter, Types types, Conversions conversions) {
    Filter.Compared compared = filter.compared().get(argument.name());
    if (compared != null && types.same(compared.conversion().valueType(), argument.type())) {
      return compared.conversion().heldSource();
    }
    if (compared != null
        && types.same(compared.conversion().valueType(), types.valueType(argument.type()))) {
      return "Converters.optional(" + compared.conversion().heldSource() + ")";
    }
    Conversion conversion = conversions.of(argument.type(), argument.element());
    return conversion.source();
  }
}
