package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.ConditionCheck;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.IdempotencyKey;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Replace;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Generates the methods that write in a transaction. */
final class TransactionMethod {
  private static final List<Class<? extends Annotation>> ACTIONS =
      List.of(
          Put.class, Create.class, Replace.class, Delete.class, Update.class, ConditionCheck.class);

  private final TableModel table;
  private final Entities entities;
  private final Types types;
  private final Conversions conversions;
  private final List<String> steps = new ArrayList<>();
  private final Set<EntityModel> kinds = new LinkedHashSet<>();
  private final List<String> writes = new ArrayList<>();
  private boolean writing;

  private TransactionMethod(
      TableModel table, Entities entities, Types types, Conversions conversions) {
    this.table = table;
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
  }

  static Generated generate(
      ExecutableElement method,
      Transaction transaction,
      TableModel table,
      Entities entities,
      Types types,
      Conversions conversions) {
    return new TransactionMethod(table, entities, types, conversions).generate(method, transaction);
  }

  private Generated generate(ExecutableElement method, Transaction transaction) {
    String commit = ".commit()";
    for (VariableElement parameter : method.getParameters()) {
      IdempotencyKey message = parameter.getAnnotation(IdempotencyKey.class);
      if (message == null) {
        step(parameter);
      } else {
        commit = once(parameter, message);
        writes.add(PatternSchema.mark());
      }
    }
    boolean once = !commit.equals(".commit()");
    if (types.returned(method).getKind() != (once ? TypeKind.BOOLEAN : TypeKind.VOID)) {
      throw new Problem(
          method,
          "a transaction must return nothing, or with an @IdempotencyKey a boolean: whether it was"
              + " committed now");
    }
    if (!writing) {
      throw new Problem(method, "a transaction must write at least one item");
    }
    String call = "this.table.transaction()" + String.join("", steps) + commit + ";";
    return new Generated(
        List.of(),
        List.of((once ? "return " : "") + call),
        WriteMethod.schema(
            table, method, "TRANSACTION", List.copyOf(kinds), "", transaction.budget(), writes));
  }

  private void step(VariableElement parameter) {
    List<Class<? extends Annotation>> found =
        ACTIONS.stream().filter(kind -> parameter.getAnnotation(kind) != null).toList();
    if (found.size() != 1) {
      throw new Problem(
          parameter,
          "a parameter of a transaction needs exactly one of @Put, @Create, @Replace, @Delete,"
              + " @Update and @ConditionCheck");
    }
    Annotation action = parameter.getAnnotation(found.get(0));
    if (action instanceof Put put) {
      put(parameter, "PUT", put.condition(), put.budget());
    } else if (action instanceof Create create) {
      put(parameter, "CREATE", "", create.budget());
    } else if (action instanceof Replace replace) {
      put(parameter, "REPLACE", replace.condition(), replace.budget());
    } else if (action instanceof Delete delete) {
      delete(parameter, delete);
    } else if (action instanceof Update update) {
      update(parameter, update);
    } else if (action instanceof ConditionCheck check) {
      check(parameter, check);
    } else {
      throw new Problem(parameter, "unknown annotation " + found.get(0));
    }
  }

  private void put(VariableElement parameter, String mode, String condition, String budget) {
    EntityModel entity = entity(parameter);
    plain(parameter, condition, budget);
    steps.add(
        ".put(PutMode." + mode + ", " + entities.constant(entity) + ", " + name(parameter) + ")");
    write(entity, mode.equals("CREATE") ? "CREATE" : "PUT", List.of());
  }

  private void delete(VariableElement parameter, Delete delete) {
    if (entities.isKind(parameter.asType())) {
      EntityModel entity = entity(parameter);
      plain(parameter, delete.condition(), delete.budget());
      steps.add(".delete(" + entities.constant(entity) + ", " + name(parameter) + ")");
      write(entity, "DELETE", List.of());
      return;
    }
    plain(parameter, "", delete.budget());
    EntityModel entity = target(parameter);
    steps.add(
        ".delete("
            + entities.constant(entity)
            + ", "
            + call(parameter, entity, delete.condition())
            + ")");
    write(entity, "DELETE", List.of());
  }

  private void update(VariableElement parameter, Update update) {
    if (entities.isKind(parameter.asType())) {
      throw new Problem(
          parameter,
          "a parameter with @Update is a record with the key and the components to change; write a"
              + " whole entity with @Put or @Replace");
    }
    plain(parameter, "", update.budget());
    EntityModel entity = target(parameter);
    var change =
        UpdateSteps.of(
            entity,
            update,
            parameter,
            Argument.componentsOf(parameter, types),
            entities,
            types,
            conversions);
    steps.add(".update(" + change.change() + ")");
    write(entity, change.effect(), change.changed());
  }

  private void check(VariableElement parameter, ConditionCheck check) {
    if (check.absent() && !check.condition().isEmpty()) {
      throw new Problem(parameter, "an item that must be absent cannot fulfil a condition");
    }
    if (entities.isKind(parameter.asType())) {
      EntityModel entity = entity(parameter);
      plain(parameter, check.condition(), "");
      if (check.absent()
          || entity.components().stream().noneMatch(component -> component.is(Role.VERSION))) {
        throw new Problem(
            parameter,
            "a check of an entity compares its @Version; otherwise use a record with the key of "
                + entity.simpleName());
      }
      steps.add(".requireUnchanged(" + entities.constant(entity) + ", " + name(parameter) + ")");
      action(entity, "CHECK", List.of());
      return;
    }
    EntityModel entity = target(parameter);
    steps.add(
        (check.absent() ? ".requireAbsent(" : ".require(")
            + entities.constant(entity)
            + ", "
            + call(parameter, entity, check.condition())
            + ")");
    action(entity, "CHECK", List.of());
  }

  private String call(VariableElement parameter, EntityModel entity, String condition) {
    List<Argument> arguments = Argument.componentsOf(parameter, types);
    Filter filter =
        Filter.parse(condition, List.of(entity), parameter, arguments, types, conversions);
    return KeyArguments.call(entity, filter, parameter, arguments, types, conversions);
  }

  private void write(EntityModel entity, String effect, List<String> changed) {
    writing = true;
    action(entity, effect, changed);
  }

  private void action(EntityModel entity, String effect, List<String> changed) {
    kinds.add(entity);
    writes.add(PatternSchema.write(entity, effect, changed));
  }

  /** Refuses members of an annotation that have no effect on a parameter. */
  private static void plain(VariableElement parameter, String condition, String budget) {
    if (!condition.isEmpty()) {
      throw new Problem(
          parameter,
          "an entity in a transaction has no condition; use @Update, or @Delete or @ConditionCheck"
              + " with a record that has the values of the condition");
    }
    if (!budget.isEmpty()) {
      throw new Problem(parameter, "the budget of a transaction belongs to @Transaction");
    }
  }

  private EntityModel entity(VariableElement parameter) {
    List<EntityModel> found = entities.of(parameter.asType(), parameter);
    if (found.size() != 1) {
      throw new Problem(parameter, "a parameter of a transaction must be a record");
    }
    return found.get(0);
  }

  private EntityModel target(VariableElement parameter) {
    return Annotations.target(parameter)
        .filter(entities::isEntity)
        .map(type -> entities.of(type, parameter).get(0))
        .orElseThrow(
            () -> new Problem(parameter, "the entity is unknown; name it in the annotation"));
  }

  private String once(VariableElement parameter, IdempotencyKey message) {
    if (!types.name(parameter.asType()).equals("java.lang.String")) {
      throw new Problem(parameter, "an idempotency key must be a String");
    }
    if (table.timeToLive().isEmpty()) {
      throw new Problem(
          parameter, "an idempotency key requires a time-to-live attribute; no entity has @Ttl");
    }
    if (message.days() < 1) {
      throw new Problem(parameter, "a message must be remembered for at least one day");
    }
    return ".commitOnce(" + name(parameter) + ", " + message.days() + ")";
  }

  private static String name(VariableElement parameter) {
    return parameter.getSimpleName().toString();
  }
}
