package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.Versions;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Generates the reading methods. */
final class ReadMethod {
  private final TableModel table;
  private final Entities entities;
  private final Types types;
  private final Conversions conversions;

  ReadMethod(TableModel table, Entities entities, Types types, Conversions conversions) {
    this.table = table;
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
  }

  /** The common form of all annotations for reads. */
  private record Reading(
      String index,
      String filter,
      boolean descending,
      int limit,
      boolean includeExpired,
      boolean consistent,
      int segments,
      List<String> distinct,
      String budget) {}

  Generated get(ExecutableElement method, Get get) {
    TypeMirror type = types.returned(method);
    Optional<TypeMirror> optional = types.argument(type, "java.util.Optional");
    Result result = Result.of("get", optional.orElse(type), method, entities, types);
    EntityModel entity = one(method, result.kinds());
    Set<String> fields = ReadKeys.fields(List.of(entity), "", true);
    Optional<ComponentModel> unique = UniqueMethod.component(method, entity);
    if (unique.isPresent()) {
      return UniqueMethod.get(method, get, result, unique.get(), entities, types);
    }
    var scope = new Parameters.Scope(List.of(entity), fields, fields, Filter.NONE);
    Parameters parameters = Parameters.of(method, scope, types, conversions);
    missing(method, fields, parameters.equal(), "the key");
    String constant = result.constants(entities).get(0);
    String flags = get.consistent() + ", " + get.includeExpired();
    String call = "this.table.get(" + constant + ", " + parameters.call() + ", " + flags + ")";
    String body =
        optional.isPresent()
            ? "return " + call + ";"
            : "return this.table.required(" + constant + ", " + call + ");";
    return new Generated(
        List.of(),
        List.of(body),
        new PatternSchema(
            name(method),
            "GET",
            "",
            List.of(entity.type()),
            keyText(List.of(entity), "", parameters),
            "",
            get.consistent(),
            false,
            0,
            1,
            get.budget(),
            ""));
  }

  Generated versions(ExecutableElement method, Versions versions) {
    Result result = Result.of(method, entities, types);
    EntityModel entity = one(method, result.kinds());
    if (!result.call().equals("list") || result.view().isPresent() || !entity.history()) {
      throw new Problem(method, "@Versions must return a List of an entity with @History");
    }
    Set<String> fields = ReadKeys.fields(List.of(entity), "", true);
    var scope = new Parameters.Scope(List.of(entity), fields, fields, Filter.NONE);
    Parameters parameters = Parameters.of(method, scope, types, conversions);
    missing(method, fields, parameters.equal(), "the key");
    String body =
        "return this.table.versions("
            + String.join(
                ", ",
                entities.constant(entity),
                parameters.call(),
                String.valueOf(versions.limit()))
            + ");";
    String key =
        "%s = HISTORY#%s AND begins_with(%s, %s#v)"
            .formatted(
                table.pk().name(),
                entity.pk().text(),
                table.sort("").get(0).name(),
                entity.sort("").get(0).text());
    return new Generated(
        List.of(),
        List.of(body),
        new PatternSchema(
            name(method),
            "QUERY",
            "",
            List.of(entity.type()),
            key,
            "",
            true,
            true,
            versions.limit(),
            1,
            versions.budget(),
            PatternSchema.reads(
                List.of(entity), versions.limit() > 0 ? "ONE" : "ALL", false, false)));
  }

  Generated query(ExecutableElement method, Query query) {
    Result result = Result.of(method, entities, types);
    var unused = one(method, result.kinds());
    return read(
        method,
        result,
        new Reading(
            query.index(),
            query.filter(),
            query.descending(),
            query.limit(),
            query.includeExpired(),
            query.consistent(),
            0,
            List.of(query.distinct()),
            query.budget()));
  }

  Generated collection(ExecutableElement method, Collection collection) {
    Result result = Result.of(method, entities, types);
    return read(
        method,
        result,
        new Reading(
            collection.index(),
            collection.filter(),
            collection.descending(),
            collection.limit(),
            collection.includeExpired(),
            collection.consistent(),
            0,
            List.of(),
            collection.budget()));
  }

  Generated scan(ExecutableElement method, Scan scan) {
    Result result = Result.of(method, entities, types);
    if (scan.segments() < 1) {
      throw new Problem(method, "a scan needs at least one segment");
    }
    if (scan.segments() > 1 && !result.call().equals("list") && !result.call().equals("stream")) {
      throw new Problem(method, "a scan in several segments must return a List or a Stream");
    }
    return read(
        method,
        result,
        new Reading(
            scan.index(),
            scan.filter(),
            false,
            scan.limit(),
            scan.includeExpired(),
            scan.consistent(),
            scan.segments(),
            List.of(),
            scan.budget()));
  }

  /**
   * Deletes the items in a range.
   *
   * @param target the entity, or the sealed interface of entities
   */
  Generated delete(ExecutableElement method, TypeMirror target, String budget) {
    List<EntityModel> kinds = entities.of(target, method);
    var range = new Reading("", "", false, 0, true, true, 0, List.of(), budget);
    return read(method, new Result("deleteAll", target, kinds, Optional.empty()), range);
  }

  private Generated read(ExecutableElement method, Result result, Reading reading) {
    List<EntityModel> kinds = result.kinds();
    boolean scan = reading.segments() > 0;
    checkIndex(method, kinds, reading);
    if (!scan) {
      ReadKeys.checkPartition(method, kinds, reading.index());
    }
    Filter filter = Filter.parse(reading.filter(), kinds, method, types, conversions);
    checkProjection(method, result, reading, filter);
    Set<String> partition = scan ? Set.of() : ReadKeys.fields(kinds, reading.index(), false);
    var fields = new LinkedHashSet<>(partition);
    if (!scan) {
      fields.addAll(ReadKeys.sortFields(kinds, reading.index()));
    }
    Parameters parameters =
        Parameters.of(
            method,
            new Parameters.Scope(kinds, fields, partition, filter, true),
            types,
            conversions);
    Optional<Merged> merged = scan ? Optional.empty() : Merged.of(kinds, partition, parameters);
    var known = new HashSet<>(parameters.equal());
    merged.ifPresent(several -> known.add(several.field()));
    missing(method, partition, known, "the partition key");
    if (result.isWhole()) {
      checkWhole(method, result, reading, parameters, merged);
    } else if (merged.isPresent()) {
      Merged.check(
          method,
          kinds,
          result.call(),
          reading.limit() > 0 || parameters.limited(),
          !table.sort(reading.index()).isEmpty(),
          reading.distinct());
    } else if (!reading.distinct().isEmpty()) {
      throw new Problem(
          method, "distinct requires several partitions; one partition has no duplicates");
    }
    if (result.view().isPresent() && !reading.distinct().isEmpty()) {
      throw new Problem(method, "distinct requires whole items");
    }
    if (!scan) {
      ReadKeys.checkSort(method, kinds, reading.index(), partition, parameters);
    }
    if (result.call().equals("page") && !parameters.paged()) {
      throw new Problem(
          method,
          "a method that returns a Page needs a Cursor parameter; otherwise return a List or"
              + " Stream");
    }
    return new Generated(
        List.of(pattern(method, result, reading, parameters)),
        body(method, result, parameters, merged),
        schema(method, result, reading, filter, parameters, merged));
  }

  /** Checks a method that counts or deletes a whole range. */
  private void checkWhole(
      ExecutableElement method,
      Result result,
      Reading reading,
      Parameters parameters,
      Optional<Merged> merged) {
    String what = result.isCount() ? "a count" : "a deletion of a range";
    if (reading.limit() > 0 || parameters.limited() || parameters.paged()) {
      throw new Problem(method, what + " reads to the end, without a limit and a Cursor");
    }
    if (!reading.distinct().isEmpty()) {
      throw new Problem(method, what + " cannot recognize duplicates; leave out distinct");
    }
    if (result.isCount() || merged.isEmpty()) {
      return;
    }
    throw new Problem(method, "a deletion of a range needs one value of " + merged.get().field());
  }

  private PatternSchema schema(
      ExecutableElement method,
      Result result,
      Reading reading,
      Filter filter,
      Parameters parameters,
      Optional<Merged> merged) {
    List<EntityModel> kinds = result.kinds();
    boolean deletes = result.call().equals("deleteAll");
    boolean scan = reading.segments() > 0;
    boolean first = result.call().equals("first");
    int limit = first ? 1 : reading.limit();
    int segments = result.call().equals("list") && limit > 0 ? 1 : reading.segments();
    List<EntityModel> read = InRange.kinds(table, kinds, reading.index(), scan, parameters.equal());
    String pages =
        result.call().equals("stream")
            ? "ALL"
            : first || reading.limit() > 0
                ? "ONE"
                : parameters.limited() ? "OF_CALLER" : result.call().equals("page") ? "ONE" : "ALL";
    return new PatternSchema(
        name(method),
        deletes ? "BATCH_WRITE" : scan ? "SCAN" : "QUERY",
        reading.index(),
        kinds.stream().map(EntityModel::type).toList(),
        scan ? "" : keyText(kinds, reading.index(), parameters),
        filters(kinds, reading),
        reading.consistent(),
        reading.descending(),
        limit,
        merged.map(Merged::partitions).orElse(Math.max(1, segments)),
        reading.budget(),
        PatternSchema.reads(
            read,
            pages,
            !reading.filter().isEmpty() || !kinds.containsAll(read),
            parameters.many().isPresent(),
            deletes ? PatternSchema.each(kinds, "DELETE") : List.of(),
            needed(result, filter)));
  }

  /** The components that a read needs, if these are not all. */
  private Set<String> needed(Result result, Filter filter) {
    Set<String> needed = new TreeSet<>(result.components().orElse(Set.of()));
    if (result.components().isPresent()) {
      needed.addAll(filter.components());
      needed.add(table.typeAttribute());
    }
    return needed;
  }

  /**
   * The method's own filter combined with the filter for expired items, which is added at run time.
   */
  private static String filters(List<EntityModel> kinds, Reading reading) {
    List<String> filters = new ArrayList<>();
    if (!reading.includeExpired()) {
      kinds.stream()
          .flatMap(kind -> kind.components().stream())
          .filter(component -> component.is(Role.TIME_TO_LIVE))
          .map(component -> component.attribute() + " > :ttlNow")
          .distinct()
          .forEach(filters::add);
    }
    if (!reading.filter().isEmpty()) {
      filters.add(0, filters.isEmpty() ? reading.filter() : "(" + reading.filter() + ")");
    }
    return String.join(" AND ", filters);
  }

  private List<String> body(
      ExecutableElement method, Result result, Parameters parameters, Optional<Merged> merged) {
    String pattern = constant(method);
    if (result.isCount()) {
      String more = merged.map(m -> ", " + literal(m.field()) + ", " + m.values()).orElse("");
      String call = "this.table.count(" + pattern + ", " + parameters.call() + more + ")";
      boolean small = types.returned(method).getKind() == TypeKind.INT;
      return List.of("return " + (small ? "Math.toIntExact(" + call + ")" : call) + ";");
    }
    if (merged.isPresent()) {
      String field = merged.get().field();
      String call = result.call().equals("page") ? "mergedPage" : "mergedList";
      return List.of(
          "return this.table."
              + call
              + "("
              + String.join(", ", pattern, parameters.call(), literal(field), merged.get().values())
              + ");");
    }
    String call = "this.table." + result.call() + "(" + pattern + ", " + parameters.call() + ")";
    return List.of("return " + call + ";");
  }

  private String pattern(
      ExecutableElement method, Result result, Reading reading, Parameters parameters) {
    List<EntityModel> kinds = result.kinds();
    String item = types.source(result.item());
    var text = new StringBuilder();
    text.append("private static final QueryPattern<").append(item).append("> ");
    text.append(constant(method)).append(" = QueryPattern.<").append(item).append(">");
    text.append(reading.segments() > 0 ? "scan(" : "query(").append(literal(name(method)));
    text.append(", ").append(Source.list(result.constants(entities)));
    text.append(")");
    if (!reading.index().isEmpty()) {
      text.append(".index(").append(literal(reading.index())).append(")");
    }
    if (reading.segments() == 0 && kinds.size() > 1) {
      text.append(common(kinds, reading.index(), parameters));
    }
    text.append(reading.descending() ? ".descending()" : "");
    text.append(reading.consistent() ? ".consistent()" : "");
    text.append(reading.includeExpired() ? ".includeExpired()" : "");
    text.append(reading.limit() > 0 ? ".limit(" + reading.limit() + ")" : "");
    text.append(reading.segments() > 1 ? ".segments(" + reading.segments() + ")" : "");
    if (!reading.distinct().isEmpty()) {
      text.append(".distinct(").append(Source.literals(reading.distinct())).append(")");
    }
    return text.append(".build();").toString();
  }

  /**
   * The common prefix of the sort keys of several kinds, which is all that one query can select.
   */
  private String common(List<EntityModel> kinds, String index, Parameters parameters) {
    String text = ReadKeys.common(kinds, index, parameters);
    if (text.isEmpty()) {
      return ".sort(Optional.empty())";
    }
    TableModel.KeyAttribute sort = table.sort(index).get(0);
    Template template = Template.parse(text, kinds.get(0).element());
    EntityModel kind =
        kinds.stream()
            .filter(one -> EntityWriter.isPlain(one, sort, template))
            .findFirst()
            .orElse(kinds.get(0));
    return ".sort(Optional.of("
        + EntityWriter.keyExpression(kind, "Optional.empty()", sort, template, false)
        + "))";
  }

  private void checkIndex(ExecutableElement method, List<EntityModel> kinds, Reading reading) {
    if (reading.index().isEmpty()) {
      return;
    }
    if (table.index(reading.index()).isEmpty()) {
      throw new Problem(
          method,
          "there is no index " + reading.index() + "; declare it with @Gsi or @Lsi on the entity");
    }
    for (EntityModel kind : kinds) {
      if (kind.index(reading.index()).isEmpty()) {
        throw new Problem(method, kind.simpleName() + " is not in the index " + reading.index());
      }
    }
    if (reading.consistent() && table.index(reading.index()).orElseThrow().global()) {
      throw new Problem(method, "a global secondary index cannot be read with strong consistency");
    }
  }

  private void checkProjection(
      ExecutableElement method, Result result, Reading reading, Filter filter) {
    Optional<TableModel.IndexModel> index = table.index(reading.index());
    if (index.isEmpty() || index.get().projection().equals("ALL")) {
      return;
    }
    Optional<Set<String>> needed =
        result
            .components()
            .map(components -> {
              Set<String> all = new HashSet<>(components);
              all.addAll(filter.components());
              if (!reading.includeExpired()) {
                result.kinds().stream()
                    .flatMap(kind -> kind.components().stream())
                    .filter(component -> component.is(Role.TIME_TO_LIVE))
                    .forEach(component -> all.add(component.name()));
              }
              return all;
            });
    if (!result.isCount()) {
      Projected.checkUpcasts(method, result.kinds(), index.get());
    }
    Projected.check(method, result.kinds(), needed, index.get(), table);
  }

  private static void missing(
      ExecutableElement method, Set<String> needed, Set<String> given, String what) {
    for (String field : needed) {
      if (!given.contains(field)) {
        throw new Problem(method, what + " needs " + field + "; add a parameter with this name");
      }
    }
  }

  private String keyText(List<EntityModel> kinds, String index, Parameters parameters) {
    return KeyCondition.text(table, kinds, index, parameters);
  }

  private static EntityModel one(ExecutableElement method, List<EntityModel> kinds) {
    if (kinds.size() != 1) {
      throw new Problem(method, "use @Collection to read several kinds of items");
    }
    return kinds.get(0);
  }

  static String name(ExecutableElement method) {
    return method.getSimpleName().toString();
  }

  /** The name of the constant for a method's pattern. */
  static String constant(ExecutableElement method) {
    return "PATTERN_"
        + name(method).replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(java.util.Locale.ROOT);
  }
}
