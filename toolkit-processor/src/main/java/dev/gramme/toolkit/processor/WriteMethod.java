package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Update;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Generates the writing methods. */
final class WriteMethod {
  private final TableModel table;
  private final Entities entities;
  private final Types types;
  private final Conversions conversions;

  WriteMethod(TableModel table, Entities entities, Types types, Conversions conversions) {
    this.table = table;
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
  }

  Generated put(ExecutableElement method, String mode, String condition, String budget) {
    VariableElement item = item(method);
    List<EntityModel> kinds = entities.of(item.asType(), item);
    Filter filter = Filter.parse(condition, kinds, method, types, conversions);
    boolean gives = types.returned(method).getKind() != TypeKind.VOID;
    if (gives && !types.same(types.returned(method), item.asType())) {
      throw new Problem(method, "a method that writes an item must return nothing or the item");
    }
    String condit = condition(method, filter, Set.of(name(item)));
    List<String> body =
        dispatch(
            kinds,
            item,
            gives,
            (kind, variable) ->
                "this.table.put("
                    + String.join(
                        ", ", "PutMode." + mode, entities.constant(kind), variable, condit)
                    + ")");
    String effect = mode.equals("CREATE") ? "CREATE" : "PUT";
    return new Generated(
        List.of(),
        body,
        schema(method, "PUT", kinds, condition, budget, PatternSchema.each(kinds, effect)));
  }

  Generated delete(ExecutableElement method, Delete delete) {
    Optional<VariableElement> item =
        method.getParameters().stream()
            .<VariableElement>map(p -> p)
            .filter(p -> entities.isKind(p.asType()))
            .findFirst();
    if (item.isPresent()) {
      return deleteGiven(method, delete, item.get());
    }
    boolean gives = types.returned(method).getKind() != TypeKind.VOID;
    EntityModel entity = target(method);
    if (gives && types.argument(types.returned(method), "java.util.Optional").isEmpty()) {
      throw new Problem(
          method, "a method that deletes must return nothing, or an Optional of the deleted item");
    }
    Filter filter = Filter.parse(delete.condition(), List.of(entity), method, types, conversions);
    Set<String> key = entity.keyFields();
    Parameters parameters =
        Parameters.of(
            method, new Parameters.Scope(List.of(entity), key, key, filter), types, conversions);
    KeyArguments.wholeKey(method, key, parameters.equal());
    String call = "(" + entities.constant(entity) + ", " + parameters.call() + ");";
    return new Generated(
        List.of(),
        List.of((gives ? "return this.table.delete" : "this.table.remove") + call),
        schema(
            method,
            "DELETE",
            List.of(entity),
            delete.condition(),
            delete.budget(),
            PatternSchema.each(List.of(entity), "DELETE")));
  }

  private Generated deleteGiven(ExecutableElement method, Delete delete, VariableElement item) {
    if (types.returned(method).getKind() != TypeKind.VOID) {
      throw new Problem(method, "a method that deletes a given item must return nothing");
    }
    List<EntityModel> kinds = entities.of(item.asType(), item);
    Filter filter = Filter.parse(delete.condition(), kinds, method, types, conversions);
    String condition = condition(method, filter, Set.of(name(item)));
    List<String> body =
        dispatch(
            kinds,
            item,
            false,
            (kind, variable) ->
                "this.table.delete("
                    + String.join(", ", entities.constant(kind), variable, condition)
                    + ")");
    return new Generated(
        List.of(),
        body,
        schema(
            method,
            "DELETE",
            kinds,
            delete.condition(),
            delete.budget(),
            PatternSchema.each(kinds, "DELETE")));
  }

  Generated update(ExecutableElement method, Update update) {
    EntityModel entity = target(method);
    var change =
        UpdateSteps.of(entity, update, method, Argument.of(method), entities, types, conversions);
    TypeMirror result = types.returned(method);
    boolean gives = result.getKind() != TypeKind.VOID;
    if (gives && !entities.of(result, method).equals(List.of(entity))) {
      throw new Problem(
          method, "an update must return nothing, or the updated " + entity.simpleName());
    }
    String call = "this.table.update(" + change.change() + ")";
    return new Generated(
        List.of(),
        List.of((gives ? "return " : "") + call + ";"),
        schema(
            method,
            "UPDATE",
            List.of(entity),
            update.condition(),
            update.budget(),
            List.of(PatternSchema.write(entity, change.effect(), change.changed()))));
  }

  private interface OneKind {
    String call(EntityModel kind, String variable);
  }

  private static List<String> dispatch(
      List<EntityModel> kinds, VariableElement item, boolean gives, OneKind one) {
    if (kinds.size() == 1) {
      return List.of((gives ? "return " : "") + one.call(kinds.get(0), name(item)) + ";");
    }
    String variable =
        item.getEnclosingElement() instanceof ExecutableElement method
            ? unused("one", method)
            : "one";
    return dispatch(
        kinds, name(item), variable, kind -> (gives ? "return " : "") + one.call(kind, variable));
  }

  /**
   * The statements for an item of several kinds, one for each kind.
   *
   * @param item the name of the variable with the item
   * @param one the name of the variable with the item as its kind
   * @param statement the statement for a kind, without a semicolon
   */
  static List<String> dispatch(
      List<EntityModel> kinds, String item, String one, Function<EntityModel, String> statement) {
    var body = new ArrayList<String>();
    for (EntityModel kind : kinds) {
      String test = "if (" + item + " instanceof " + kind.javaName() + " " + one + ") {";
      body.add(body.isEmpty() ? test : "} else " + test);
      body.add(statement.apply(kind) + ";");
    }
    body.add("} else {");
    body.add("throw new IllegalArgumentException(\"no item of this table: \" + " + item + ");");
    body.add("}");
    return body;
  }

  /** A name that no parameter of a method has. */
  static String unused(String wanted, ExecutableElement method) {
    String name = wanted;
    for (VariableElement parameter : method.getParameters()) {
      if (name(parameter).startsWith(name)) {
        name = name(parameter) + "_";
      }
    }
    return name;
  }

  private String condition(ExecutableElement method, Filter filter, Set<String> others) {
    var expression = new StringBuilder(condition(filter).orElse("Expression.NONE"));
    var bound = new LinkedHashSet<String>();
    for (VariableElement parameter : method.getParameters()) {
      String name = name(parameter);
      if (filter.values().contains(name)) {
        bound.add(name);
        expression.append(
            ".with("
                + literal(":" + name)
                + ", "
                + Parameters.converter(
                    new Argument(parameter, parameter.asType(), name), filter, types, conversions)
                + ", "
                + name
                + ")");
      } else if (!others.contains(name)) {
        throw new Problem(parameter, "the condition does not use :" + name);
      }
    }
    for (String value : filter.values()) {
      if (!bound.contains(value)) {
        throw new Problem(method, "the condition names :" + value + ", which is not a parameter");
      }
    }
    return expression.toString();
  }

  /** The expression of a condition without its values; empty if there is none. */
  static Optional<String> condition(Filter filter) {
    return filter.text().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Expression.of("
                + literal(filter.text())
                + ", "
                + Source.mapOfLiterals(filter.names())
                + ")");
  }

  private VariableElement item(ExecutableElement method) {
    List<? extends VariableElement> items =
        method.getParameters().stream().filter(p -> entities.isKind(p.asType())).toList();
    if (items.size() != 1) {
      throw new Problem(method, "a method that writes an item must have one entity parameter");
    }
    return items.get(0);
  }

  private EntityModel target(ExecutableElement method) {
    TypeMirror result = types.returned(method);
    TypeMirror type =
        Annotations.target(method)
            .orElseGet(() -> types.argument(result, "java.util.Optional").orElse(result));
    if (!entities.isEntity(type)) {
      throw new Problem(method, "the entity is unknown; name it in the annotation, or return it");
    }
    return entities.of(type, method).get(0);
  }

  private PatternSchema schema(
      ExecutableElement method,
      String shape,
      List<EntityModel> kinds,
      String condition,
      String budget,
      List<String> writes) {
    return schema(table, method, shape, kinds, condition, budget, writes);
  }

  /** The access pattern of a method that writes. */
  static PatternSchema schema(
      TableModel table,
      ExecutableElement method,
      String shape,
      List<EntityModel> kinds,
      String condition,
      String budget,
      List<String> writes) {
    String key =
        kinds.size() > 1
            ? ""
            : table.pk().name()
                + " = "
                + kinds.get(0).pk().text()
                + table
                    .sk()
                    .map(sk -> " AND " + sk.name() + " = " + kinds.get(0).sk().orElseThrow().text())
                    .orElse("");
    return PatternSchema.write(
        ReadMethod.name(method),
        shape,
        kinds.stream().map(EntityModel::type).toList(),
        key,
        condition,
        budget,
        PatternSchema.writes(writes));
  }

  private static String name(VariableElement parameter) {
    return parameter.getSimpleName().toString();
  }
}
