package dev.gramme.mcp;

import dev.gramme.mcp.DesignRequest.Access;
import dev.gramme.mcp.DesignRequest.Entity;
import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Proposes keys and indexes for access patterns.
 *
 * <p>The key of the table consists of an item's identity, so that an item can be read and changed
 * by it. Of the queries whose attributes belong to the identity, the table serves the one that has
 * to be consistent, or else the most frequent one. Each other query needs a global index. Kinds of
 * items share indexes: the first query of each kind that needs one uses the first index.
 */
final class Proposal {
  /** The service's limit for a table. */
  private static final int MAX_INDEXES = 20;

  private final DesignRequest request;
  private final Map<String, Map<String, String>> keys = new LinkedHashMap<>();
  private final Map<String, List<View>> views = new HashMap<>();
  private final List<AccessPattern> patterns = new ArrayList<>();
  private final List<Map<String, Object>> reasons = new ArrayList<>();
  private int indexes;

  /**
   * An order in which the items of a kind can be read.
   *
   * @param index the number of the index; 0 is the table
   * @param by the attributes of the partition key
   * @param sort the attributes of the sort key
   */
  private record View(int index, List<String> by, List<String> sort) {
    boolean serves(Access access) {
      return Set.copyOf(by).equals(Set.copyOf(access.by()))
          && sort.size() >= access.sort().size()
          && sort.subList(0, access.sort().size()).equals(access.sort());
    }
  }

  private Proposal(DesignRequest request) {
    this.request = request;
  }

  static Proposal of(DesignRequest request) {
    var proposal = new Proposal(request);
    request.entities().values().forEach(proposal::chooseKey);
    request.accesses().forEach(proposal::serve);
    return proposal;
  }

  /** How each access pattern is served, and why. */
  List<Map<String, Object>> reasons() {
    return reasons;
  }

  /** The templates of the key attributes of each kind of item. */
  Map<String, Map<String, String>> keys() {
    return keys;
  }

  TableSchema schema() {
    var entities = request.entities().values().stream().map(this::entity).toList();
    var global = IntStream.rangeClosed(1, indexes).mapToObj(Proposal::index).toList();
    return new TableSchema(
        request.table(), key("pk", "sk"), global, Optional.empty(), entities, patterns);
  }

  private static IndexSchema index(int number) {
    return new IndexSchema(
        "gsi" + number,
        IndexSchema.Kind.GLOBAL,
        key("gsi" + number + "pk", "gsi" + number + "sk"),
        IndexSchema.Projection.ALL,
        List.of());
  }

  private static KeySchema key(String partition, String sort) {
    return new KeySchema(
        List.of(new KeyAttribute(partition, ScalarType.S)),
        List.of(new KeyAttribute(sort, ScalarType.S)));
  }

  private EntitySchema entity(Entity entity) {
    var used = new LinkedHashSet<>(entity.id());
    request.accesses().stream()
        .filter(access -> access.entity().equals(entity))
        .flatMap(access -> Stream.of(access.by(), access.sort(), access.changes()))
        .forEach(used::addAll);
    var held =
        views(entity).stream()
            .filter(view -> view.index() > 0)
            .map(view -> "gsi" + view.index())
            .collect(Collectors.toSet());
    var attributes =
        used.stream()
            .map(name -> new AttributeSchema(name, name, "S", "String", false, Set.of()))
            .toList();
    return new EntitySchema(
        entity.name(), keys.getOrDefault(entity.name(), Map.of()), held, attributes);
  }

  private List<View> views(Entity entity) {
    return views.computeIfAbsent(entity.name(), _ -> new ArrayList<>());
  }

  private void chooseKey(Entity entity) {
    var best =
        request.accesses().stream()
            .filter(access -> access.entity().equals(entity) && access.shape() == Shape.QUERY)
            .filter(access ->
                entity.id().containsAll(access.by()) && entity.id().containsAll(access.sort()))
            .max(Comparator.comparing(Access::consistent).thenComparingDouble(Access::perSecond));
    var by = best.map(Access::by).orElse(entity.id());
    var rest = new LinkedHashSet<>(best.map(Access::sort).orElse(List.of()));
    rest.addAll(entity.id());
    by.forEach(rest::remove);
    addView(entity, new View(0, by, List.copyOf(rest)));
  }

  private void addView(Entity entity, View view) {
    views(entity).add(view);
    var templates = keys.computeIfAbsent(entity.name(), _ -> new LinkedHashMap<>());
    String prefix = view.index() == 0 ? "" : "gsi" + view.index();
    templates.put(prefix + "pk", template(view.by()));
    templates.put(
        prefix + "sk",
        Stream.concat(
                Stream.of(entity.name().toUpperCase(Locale.ROOT)),
                view.sort().stream().map(name -> "{" + name + "}"))
            .collect(Collectors.joining("#")));
  }

  /** Kinds with the same attributes share partitions, so that one query can read them together. */
  private static String template(List<String> by) {
    return by.stream()
        .map(name -> name.toUpperCase(Locale.ROOT) + "#{" + name + "}")
        .collect(Collectors.joining("#"));
  }

  private void serve(Access access) {
    switch (access.shape()) {
      case QUERY -> serveQuery(access);
      case SCAN ->
          add(
              access,
              Shape.SCAN,
              Optional.empty(),
              "",
              "Reads the whole table, with all kinds of items; for rare work in the background.");
      case GET -> serveGet(access);
      default ->
          add(
              access,
              access.shape(),
              Optional.empty(),
              "",
              "Addresses one item by its complete key; each index that holds the item adds to the cost.");
    }
  }

  private void serveGet(Access access) {
    if (access.by().isEmpty() || Set.copyOf(access.by()).equals(Set.copyOf(access.entity().id()))) {
      var templates = keys.getOrDefault(access.entity().name(), Map.of());
      add(
          access,
          Shape.GET,
          Optional.empty(),
          "pk = %s AND sk = %s".formatted(templates.get("pk"), templates.get("sk")),
          "The key of the table is the item's identity, so one GetItem reads it.");
    } else {
      serveQuery(access);
    }
  }

  private void serveQuery(Access access) {
    Entity entity = access.entity();
    var existing =
        views(entity).stream()
            .filter(view -> view.serves(access) && (view.index() == 0 || !access.consistent()))
            .findFirst();
    if (existing.isEmpty() && access.consistent()) {
      throw new ToolException(
          access.name()
              + " has to be consistent, but only the table can be read so, and its key serves"
              + " another query or lacks the attributes. Add the attributes to the id of "
              + entity.name()
              + ", or store the items a second time under another key, in a transaction.");
    }
    View view = existing.orElseGet(() -> addIndex(access));
    String prefix = view.index() == 0 ? "" : "gsi" + view.index();
    String condition =
        "%spk = %s AND begins_with(%ssk, %s)"
            .formatted(
                prefix, template(view.by()), prefix, entity.name().toUpperCase(Locale.ROOT) + "#");
    String reason =
        view.index() == 0
            ? "The partition key of the table has %s, and its sort key begins with %s."
                .formatted(view.by(), view.sort())
            : existing.isPresent()
                ? "The index gsi%d exists already for a query by the same attributes in the same order."
                    .formatted(view.index())
                : ("The key of the table does not lead to the items by %s, so the global index gsi%d does. Its reads"
                        + " are eventually consistent, and each write that changes these attributes also writes to it.")
                    .formatted(view.by(), view.index());
    add(
        access,
        Shape.QUERY,
        view.index() == 0 ? Optional.empty() : Optional.of("gsi" + view.index()),
        condition,
        reason);
  }

  private View addIndex(Access access) {
    Entity entity = access.entity();
    int number = 1;
    for (View view : views(entity)) {
      number = Math.max(number, view.index() + 1);
    }
    if (number > MAX_INDEXES) {
      throw new ToolException(
          "%s needs more than %d global indexes, which is the limit of a table"
              .formatted(entity.name(), MAX_INDEXES));
    }
    indexes = Math.max(indexes, number);
    var sort = new LinkedHashSet<>(access.sort());
    sort.addAll(entity.id());
    access.by().forEach(sort::remove);
    var view = new View(number, access.by(), List.copyOf(sort));
    addView(entity, view);
    return view;
  }

  private void add(
      Access access, Shape shape, Optional<String> index, String condition, String reason) {
    boolean page = shape == Shape.QUERY || shape == Shape.SCAN;
    patterns.add(
        new AccessPattern(
            access.name(),
            shape,
            index,
            List.of(access.entity().name()),
            condition,
            Optional.empty(),
            access.consistent(),
            false,
            page ? Optional.of(access.shape() == Shape.GET ? 1 : access.items()) : Optional.empty(),
            1,
            Optional.empty()));
    var entry = new LinkedHashMap<String, Object>();
    entry.put("pattern", access.name());
    entry.put("operation", shape.name());
    entry.put("on", index.orElse("the table"));
    if (!condition.isEmpty()) {
      entry.put("key", condition);
    }
    entry.put("reason", reason);
    reasons.add(entry);
  }
}
