package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import java.util.List;
import java.util.Optional;

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
    String budget) {

  /** A pattern that writes. */
  static PatternSchema write(
      String name,
      String shape,
      List<String> entities,
      String key,
      String condition,
      String budget) {
    return new PatternSchema(name, shape, "", entities, key, condition, false, false, 0, 1, budget);
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
            optional(budget))
        + ")";
  }

  private static String optional(String text) {
    return Source.optional(text.isEmpty() ? Optional.empty() : Optional.of(text));
  }
}
