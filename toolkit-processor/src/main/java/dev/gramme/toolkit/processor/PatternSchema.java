package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The access pattern of a method in the table's schema. */
record PatternSchema(
    String name,
    String shape,
    String index,
    List<String> entities,
    String key,
    String filter,
    boolean consistent,
    boolean descending,
    int limit,
    int partitions,
    String budget,
    String details) {

  /** The writes of a pattern. */
  static String writes(Collection<String> writes) {
    return "CallDetails.writing(" + String.join(", ", writes) + ")";
  }

  /** The writes of the items of a List, whose length is an assumption. */
  static String listed(Collection<String> writes) {
    return "new CallDetails(List.of(), CallDetails.Pages.ALL, false, true, "
        + Source.list(writes)
        + ", Set.of())";
  }

  /** A write of an item. */
  static String write(EntityModel entity, String effect, Collection<String> changed) {
    return write(entity.type(), effect, changed);
  }

  /** The marker of a message. */
  static String mark() {
    return write("", "MARK", Set.of());
  }

  private static String write(String entity, String effect, Collection<String> changed) {
    return "new CallDetails.Write("
        + literal(entity)
        + ", CallDetails.Effect."
        + effect
        + ", Set.of("
        + Source.literals(changed)
        + "))";
  }

  /** A Query or Scan. */
  static String reads(
      Collection<EntityModel> kinds, String pages, boolean drops, boolean assumedPartitions) {
    return reads(kinds, pages, drops, assumedPartitions, List.of(), Set.of());
  }

  /**
   * A Query or Scan, and what is written to its items.
   *
   * @param needed the components that it needs; empty if it needs all of them
   */
  static String reads(
      Collection<EntityModel> kinds,
      String pages,
      boolean drops,
      boolean assumedPartitions,
      List<String> writes,
      Set<String> needed) {
    return "new CallDetails("
        + String.join(
            ", ",
            Source.listOfLiterals(kinds.stream().map(EntityModel::type).toList()),
            "CallDetails.Pages." + pages,
            String.valueOf(drops),
            String.valueOf(assumedPartitions),
            Source.list(writes),
            "Set.of(" + Source.literals(needed) + ")")
        + ")";
  }

  /** The same effect on an item of any of the kinds. */
  static List<String> each(List<EntityModel> kinds, String effect) {
    return kinds.stream().map(kind -> write(kind, effect, List.of())).toList();
  }

  /** A pattern that writes. */
  static PatternSchema write(
      String name,
      String shape,
      List<String> entities,
      String key,
      String condition,
      String budget,
      String details) {
    return new PatternSchema(
        name, shape, "", entities, key, condition, false, false, 0, 1, budget, details);
  }

  String source() {
    return "new AccessPattern("
        + String.join(
            ", ",
            literal(name),
            "AccessPattern.Shape." + shape,
            optional(index),
            Source.listOfLiterals(entities),
            literal(key),
            optional(filter),
            String.valueOf(consistent),
            String.valueOf(descending),
            limit == 0 ? "Optional.empty()" : "Optional.of(" + limit + ")",
            String.valueOf(partitions),
            optional(budget),
            details.isEmpty() ? "Optional.empty()" : "Optional.of(" + details + ")")
        + ")";
  }

  private static String optional(String text) {
    return Source.optional(text.isEmpty() ? Optional.empty() : Optional.of(text));
  }
}
