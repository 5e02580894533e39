package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Finding.Severity;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Projection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Rules about indexes and the patterns that read them. */
final class IndexRules {
  /** A smaller projection is suggested only if it saves at least this share of the bytes. */
  private static final double WORTHWHILE = 0.5;

  private IndexRules() {}

  static Stream<Finding> secondReads(Design design) {
    return design.schema().accessPatterns().stream()
        .flatMap(pattern ->
            pattern.index().flatMap(design.schema()::index).stream()
                .flatMap(index -> {
                  Set<String> missing = new TreeSet<>(design.arithmetic().missing(pattern, index));
                  return missing.isEmpty()
                      ? Stream.empty()
                      : Stream.of(secondRead(pattern.name(), index, missing));
                }));
  }

  private static Finding secondRead(String pattern, IndexSchema index, Set<String> missing) {
    boolean global = index.kind() == IndexSchema.Kind.GLOBAL;
    return new Finding(
        "projection-forces-second-read",
        Severity.WARNING,
        pattern,
        index.name()
            + " does not hold "
            + String.join(", ", missing)
            + (global
                ? ", so that each item needs another request."
                : ", so that the service reads each item from the table, too."),
        "Project the missing attributes, or do without them.");
  }

  static Stream<Finding> unused(Design design) {
    return design.schema().indexes().stream()
        .filter(index -> design.costsOn(index).findAny().isEmpty())
        .map(index ->
            new Finding(
                "unused-index",
                Severity.WARNING,
                index.name(),
                "No access pattern reads it, and every write of its items pays for it.",
                "Drop it, or declare the pattern that needs it."));
  }

  /** An index that projects all attributes although its readers need only some of them. */
  static Stream<Finding> projectsTooMuch(Design design) {
    return design.schema().indexes().stream()
        .filter(index -> index.projection() == Projection.ALL)
        .flatMap(index -> tooMuch(design, index));
  }

  private static Stream<Finding> tooMuch(Design design, IndexSchema index) {
    List<PatternLoad> loads =
        design.costsOn(index).map(cost -> design.workload().of(cost.pattern().name())).toList();
    if (loads.isEmpty() || loads.stream().anyMatch(load -> load.needed().isEmpty())) {
      return Stream.empty(); // unused, or all attributes are needed as far as known
    }
    Set<String> needed = new TreeSet<>();
    loads.forEach(load -> needed.addAll(load.needed()));
    double whole = 0;
    double reduced = 0;
    for (EntitySchema entity : design.schema().entities()) {
      if (entity.indexes().contains(index.name())) {
        whole += design.sizes().entryBytes(entity, index);
        reduced += design.sizes().entryBytes(entity, reduced(index, entity, needed));
      }
    }
    if (reduced > whole * WORTHWHILE) {
      return Stream.empty();
    }
    return Stream.of(
        new Finding(
            "projects-too-much",
            Severity.WARNING,
            index.name(),
            "It holds everything, and only "
                + String.join(", ", needed)
                + " is needed of it: entries of "
                + Figures.bytes(reduced)
                + " would do for "
                + Figures.bytes(whole)
                + ".",
            "Project the attributes that are needed (INCLUDE), or the keys only."));
  }

  private static IndexSchema reduced(IndexSchema index, EntitySchema entity, Set<String> needed) {
    List<String> attributes =
        entity.attributes().stream()
            .filter(a -> needed.contains(a.name()) || needed.contains(a.attribute()))
            .map(EntitySchema.AttributeSchema::attribute)
            .toList();
    return new IndexSchema(index.name(), index.kind(), index.key(), Projection.INCLUDE, attributes);
  }
}
