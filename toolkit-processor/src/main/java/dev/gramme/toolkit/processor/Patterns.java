package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Replace;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.TransactGet;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.Versions;
import dev.gramme.toolkit.explain.Budget;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.lang.annotation.Annotation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Generates the code of a method according to its annotation. */
final class Patterns {
  private static final List<Class<? extends Annotation>> KINDS =
      List.of(
          Get.class,
          Query.class,
          Collection.class,
          Scan.class,
          Put.class,
          Create.class,
          Replace.class,
          Delete.class,
          Update.class,
          Transaction.class,
          TransactGet.class,
          Versions.class);

  /** The signatures of the other methods of a generated class. */
  private static final Set<String> GENERATED =
      Set.of(
          "table()",
          "schema()",
          "makeSchema()",
          "of(software.amazon.awssdk.services.dynamodb.DynamoDbClient)",
          "of(dev.gramme.toolkit.entity.Table)",
          "request(java.util.function.Consumer)");

  private final ReadMethod reads;
  private final WriteMethod writes;
  private final BatchMethod batches;
  private final TableModel table;
  private final Entities entities;
  private final Types types;
  private final Conversions conversions;

  Patterns(TableModel table, Entities entities, Types types, Conversions conversions) {
    this.reads = new ReadMethod(table, entities, types, conversions);
    this.writes = new WriteMethod(table, entities, types, conversions);
    this.batches = new BatchMethod(entities, types, conversions);
    this.table = table;
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
  }

  /** The generated code of a method. */
  Generated generate(ExecutableElement method) {
    List<Class<? extends Annotation>> found =
        KINDS.stream().filter(kind -> method.getAnnotation(kind) != null).toList();
    if (found.size() != 1) {
      throw new Problem(
          method,
          "an access pattern must have exactly one of the annotations @Get, @Query, @Collection,"
              + " @Scan, @Put, @Create, @Replace, @Delete, @Update, @Transaction, @TransactGet and"
              + " @Versions");
    }
    if (!method.getTypeParameters().isEmpty()) {
      throw new Problem(method, "an access pattern cannot have type parameters");
    }
    if (types.asynchronous(method).filter("async"::equals).isPresent()
        && types.name(types.returned(method)).equals("java.util.stream.Stream")) {
      throw new Problem(
          method, "a Stream reads its later pages synchronously; return a Flow.Publisher");
    }
    Generated generated = generate(method, method.getAnnotation(found.get(0)));
    String budget = generated.schema().budget();
    if (!budget.isEmpty() && Budget.parse(budget).isEmpty()) {
      throw new Problem(
          method,
          "the budget \""
              + budget
              + "\" does not have the form \"4 RCU\", \"1.5 WCU\" or \"1 RCU, 4 WCU\"");
    }
    return generated;
  }

  private Generated generate(ExecutableElement method, Annotation kind) {
    if (kind instanceof Get get) {
      return batches.reads(method) ? batches.get(method, get) : reads.get(method, get);
    }
    if (kind instanceof Query query) {
      return reads.query(method, query);
    }
    if (kind instanceof Collection collection) {
      return reads.collection(method, collection);
    }
    if (kind instanceof Scan scan) {
      return reads.scan(method, scan);
    }
    if (kind instanceof TransactGet get) {
      return new SnapshotMethod(entities, types, conversions).generate(method, get);
    }
    if (kind instanceof Versions versions) {
      return reads.versions(method, versions);
    }
    return generateWrite(method, kind);
  }

  private Generated generateWrite(ExecutableElement method, Annotation kind) {
    if (kind instanceof Put put) {
      return batches.writes(method)
          ? batches.put(method, put)
          : writes.put(method, "PUT", put.condition(), put.budget());
    }
    if (kind instanceof Create create) {
      return writes.put(method, "CREATE", "", create.budget());
    }
    if (kind instanceof Replace replace) {
      return writes.put(method, "REPLACE", replace.condition(), replace.budget());
    }
    if (kind instanceof Delete delete) {
      return types.returned(method).getKind() == TypeKind.LONG
          ? range(method, delete)
          : writes.delete(method, delete);
    }
    if (kind instanceof Update update) {
      return writes.update(method, update);
    }
    if (kind instanceof Transaction transaction) {
      return TransactionMethod.generate(method, transaction, table, entities, types, conversions);
    }
    throw new Problem(method, "unknown annotation " + kind.annotationType());
  }

  private Generated range(ExecutableElement method, Delete delete) {
    TypeMirror target =
        Annotations.target(method)
            .orElseThrow(() ->
                new Problem(
                    method, "a deletion of a range must name the entity in the annotation"));
    if (!delete.condition().isEmpty()) {
      throw new Problem(method, "a deletion of a range cannot have a condition");
    }
    for (EntityModel kind : entities.of(target, method)) {
      BatchMethod.with(kind, Role.UNIQUE)
          .ifPresent(name -> {
            throw new Problem(
                method,
                kind.simpleName()
                    + " has the unique component "
                    + name
                    + ", whose markers a batch cannot delete safely; delete the items one by one");
          });
    }
    return reads.delete(method, target, delete.budget());
  }

  /**
   * Checks that access pattern names are unique, since budgets and explanations refer to them, and
   * that the generated class has no other methods with their signatures.
   */
  void checkNames(Set<ExecutableElement> methods) {
    var names = new HashSet<String>();
    for (ExecutableElement method : methods) {
      String signature =
          method.getSimpleName()
              + method.getParameters().stream()
                  .map(parameter -> types.name(parameter.asType()))
                  .collect(Collectors.joining(", ", "(", ")"));
      if (GENERATED.contains(signature)) {
        throw new Problem(
            method,
            "the generated class has a method " + signature + " of its own; rename this one");
      }
      if (!names.add(ReadMethod.constant(method))) {
        throw new Problem(
            method,
            "another access pattern has the name "
                + method.getSimpleName()
                + "; names must be unique");
      }
    }
  }
}
