package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Generates the methods that read or write a List of items in batches. */
final class BatchMethod {
  /** The assumed number of items, for estimates. */
  private static final int ITEMS_OF_A_LIST = 10;

  private final Entities entities;
  private final Types types;
  private final Conversions conversions;

  BatchMethod(Entities entities, Types types, Conversions conversions) {
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
  }

  /** Whether a method with {@code @Get} reads a List of items. */
  boolean reads(ExecutableElement method) {
    return types.argument(types.returned(method), "java.util.List").isPresent();
  }

  /** Whether a method with {@code @Put} writes a List of items. */
  boolean writes(ExecutableElement method) {
    return method.getParameters().stream()
        .anyMatch(parameter -> types.argument(parameter.asType(), "java.util.List").isPresent());
  }

  Generated get(ExecutableElement method, Get get) {
    TypeMirror item = types.argument(types.returned(method), "java.util.List").orElseThrow();
    Result result = Result.of("list", item, method, entities, types);
    if (result.kinds().size() != 1) {
      throw new Problem(method, "a batch reads items of a single kind");
    }
    EntityModel entity = result.kinds().get(0);
    VariableElement keys = list(method, "keys");
    TypeElement key =
        types
            .argument(keys.asType(), "java.util.List")
            .flatMap(types::element)
            .filter(element -> Conversions.isRecord(element) && !entities.isKind(element.asType()))
            .orElseThrow(() ->
                new Problem(
                    keys,
                    keys.getSimpleName()
                        + " must be a List of records with the components of the key: "
                        + String.join(", ", entity.keyFields())));
    String variable = WriteMethod.unused("key", method);
    String call =
        KeyArguments.call(
            entity,
            Filter.NONE,
            keys,
            Argument.componentsOf(key, variable, keys),
            types,
            conversions);
    String calls =
        keys.getSimpleName() + ".stream().map(" + variable + " -> " + call + ").toList()";
    String constant = result.constants(entities).get(0);
    return new Generated(
        List.of(),
        List.of(
            "return this.table.getAll("
                + String.join(
                    ", ",
                    constant,
                    calls,
                    String.valueOf(get.consistent()),
                    String.valueOf(get.includeExpired()))
                + ");"),
        new PatternSchema(
            ReadMethod.name(method),
            "BATCH_GET",
            "",
            List.of(entity.type()),
            "",
            "",
            get.consistent(),
            false,
            0,
            ITEMS_OF_A_LIST,
            get.budget(),
            PatternSchema.reads(List.of(entity), "ALL", false, true)));
  }

  Generated put(ExecutableElement method, Put put) {
    VariableElement items = list(method, "items");
    TypeMirror item = types.argument(items.asType(), "java.util.List").orElseThrow();
    List<EntityModel> kinds = entities.of(item, items);
    if (types.returned(method).getKind() != TypeKind.VOID) {
      throw new Problem(method, "a method that writes a List of items must return nothing");
    }
    if (!put.condition().isEmpty()) {
      throw new Problem(method, "a batch cannot have a condition; write the items one by one");
    }
    kinds.forEach(kind -> checkPlain(kind, items));
    return new Generated(
        List.of(),
        body(method, items, kinds),
        new PatternSchema(
            ReadMethod.name(method),
            "BATCH_WRITE",
            "",
            kinds.stream().map(EntityModel::type).toList(),
            "",
            "",
            false,
            false,
            0,
            ITEMS_OF_A_LIST,
            put.budget(),
            PatternSchema.listed(PatternSchema.each(kinds, "PUT"))));
  }

  private List<String> body(
      ExecutableElement method, VariableElement items, List<EntityModel> kinds) {
    String call = "this.table.putAll(" + items.getSimpleName() + ", ";
    String each = WriteMethod.unused("item", method);
    String one = WriteMethod.unused("one", method);
    String now = ", false, this.table.clock().instant())";
    if (kinds.size() == 1) {
      String item = entities.constant(kinds.get(0)) + ".toItem(" + each + now;
      return List.of(call + each + " -> " + item + ");");
    }
    var body = new ArrayList<String>();
    body.add(call + each + " -> {");
    body.addAll(
        WriteMethod.dispatch(
            kinds,
            each,
            one,
            kind -> "return " + entities.constant(kind) + ".toItem(" + one + now));
    body.add("});");
    return body;
  }

  /** Refuses a kind whose writes need a condition or further items. */
  private static void checkPlain(EntityModel kind, VariableElement where) {
    Optional<String> reason =
        kind.history()
            ? Optional.of("keeps its versions (@History)")
            : with(kind, Role.UNIQUE)
                .map(name -> "has the unique component " + name)
                .or(() -> with(kind, Role.VERSION).map(name -> "has the version " + name));
    if (reason.isPresent()) {
      throw new Problem(
          where,
          kind.simpleName()
              + " "
              + reason.get()
              + ", and a batch has neither conditions nor transactions; write the items one by"
              + " one");
    }
  }

  /** The component of a kind with a role. */
  static Optional<String> with(EntityModel kind, Role role) {
    return kind.components().stream()
        .filter(component -> component.is(role))
        .map(ComponentModel::name)
        .findFirst();
  }

  private VariableElement list(ExecutableElement method, String what) {
    if (method.getParameters().size() != 1 || !writes(method)) {
      throw new Problem(method, "a batch has one parameter: a List of its " + what);
    }
    return method.getParameters().get(0);
  }
}
