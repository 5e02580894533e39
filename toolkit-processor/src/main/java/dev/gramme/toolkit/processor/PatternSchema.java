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
    return "new CallDetails("
        + String.join(
            ", ",
            Source.listOfLiterals(kinds.stream().map(EntityModel::type).toList()),
            "CallDetails.Pages." + pages,
            String.valueOf(drops),
            String.valueOf(assumedPartitions),
            "List.of()")
        + ")";
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
