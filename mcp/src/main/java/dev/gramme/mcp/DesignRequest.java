package dev.gramme.mcp;

import dev.gramme.toolkit.schema.AccessPattern.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The input of {@code model_table}: the kinds of items and the access patterns for which a table is
 * designed.
 *
 * @param table its name
 * @param entities the kinds of items, by name
 * @param accesses the access patterns
 */
record DesignRequest(String table, Map<String, Entity> entities, List<Access> accesses) {
  private static final int MAX_ENTITIES = 30;
  private static final int MAX_ACCESSES = 100;
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
  private static final double MAX_RATE = 1e9;
  private static final long MAX_BYTES = 400 << 10;
  private static final long MAX_COUNT = 1_000_000_000_000_000L;
  private static final int DEFAULT_BYTES = 500;

  /**
   * A kind of item.
   *
   * @param id the attributes that identify an item
   * @param bytes the size of an item
   * @param items how many items exist
   */
  record Entity(String name, List<String> id, int bytes, long items) {}

  /**
   * An access pattern.
   *
   * @param by the attributes whose values the caller knows: the partition key of a query, or of a
   *     get without the id
   * @param sort the attributes that order the result of a query
   * @param changes the attributes that an update changes
   * @param items how many items a query or scan returns
   * @param hottest the share of the calls that go to the hottest partition key; negative if unknown
   */
  record Access(
      String name,
      Shape shape,
      Entity entity,
      List<String> by,
      List<String> sort,
      List<String> changes,
      double perSecond,
      int items,
      boolean consistent,
      double hottest) {}

  static DesignRequest of(Arguments arguments) {
    var entities = new LinkedHashMap<String, Entity>();
    for (Arguments entity : arguments.objects("entities")) {
      var read = entity(entity);
      if (entities.put(read.name(), read) != null) {
        throw new ToolException("two entities have the name " + read.name());
      }
    }
    var accesses = new ArrayList<Access>();
    for (Arguments access : arguments.objects("patterns")) {
      accesses.add(access(access, entities));
    }
    if (entities.isEmpty() || accesses.isEmpty()) {
      throw new ToolException("a design needs at least one entity and one pattern");
    }
    if (entities.size() > MAX_ENTITIES || accesses.size() > MAX_ACCESSES) {
      throw new ToolException(
          "at most %d entities and %d patterns are designed at a time"
              .formatted(MAX_ENTITIES, MAX_ACCESSES));
    }
    if (accesses.stream().map(Access::name).distinct().count() < accesses.size()) {
      throw new ToolException("two patterns have the same name");
    }
    return new DesignRequest(arguments.text("table", "table"), entities, accesses);
  }

  private static Entity entity(Arguments entity) {
    var id = names(entity.texts("id"), entity.place() + "id");
    if (id.isEmpty()) {
      throw new ToolException(entity.place() + "id must name the attributes that identify an item");
    }
    return new Entity(
        name(entity.required("name"), entity.place() + "name"),
        id,
        (int) entity.whole("bytes", DEFAULT_BYTES, 1, MAX_BYTES),
        entity.whole("items", 1_000, 0, MAX_COUNT));
  }

  private static Access access(Arguments access, Map<String, Entity> entities) {
    String kind = access.required("kind");
    Entity entity = entities.get(access.required("entity"));
    if (entity == null) {
      throw new ToolException(
          access.place() + "entity is not one of " + String.join(", ", entities.keySet()));
    }
    Shape shape =
        switch (kind.toLowerCase(Locale.ROOT)) {
          case "get" -> Shape.GET;
          case "query" -> Shape.QUERY;
          case "scan" -> Shape.SCAN;
          case "put" -> Shape.PUT;
          case "update" -> Shape.UPDATE;
          case "delete" -> Shape.DELETE;
          default ->
              throw new ToolException(
                  access.place() + "kind must be get, query, scan, put, update or delete");
        };
    var by = names(access.texts("by"), access.place() + "by");
    if (shape == Shape.QUERY && by.isEmpty()) {
      throw new ToolException(
          access.place()
              + "by must name the attributes whose values a query knows; use the kind scan to read everything");
    }
    return new Access(
        name(access.required("name"), access.place() + "name"),
        shape,
        entity,
        by,
        names(access.texts("sort"), access.place() + "sort"),
        names(access.texts("changes"), access.place() + "changes"),
        access.number("per_second", 1, 0, MAX_RATE),
        (int) access.whole("items", 20, 1, 1_000_000),
        access.flag("consistent"),
        access.number("hottest_share", -1, 0, 1));
  }

  private static List<String> names(List<String> names, String place) {
    names.forEach(name -> name(name, place));
    return List.copyOf(names);
  }

  private static String name(String name, String place) {
    if (!NAME.matcher(name).matches()) {
      throw new ToolException(
          place
              + " must begin with a letter and have at most 64 letters, digits and underscores: "
              + name);
    }
    return name;
  }
}
