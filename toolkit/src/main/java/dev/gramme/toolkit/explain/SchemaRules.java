package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Finding.Severity;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Rules about the table itself, independent of its load. */
final class SchemaRules {
  private static final int MAX_GLOBAL_INDEXES = 20;
  private static final int MAX_LOCAL_INDEXES = 5;

  /** The size from which on an item is close to the size limit. */
  private static final int LARGE_ITEM_BYTES = 300 * 1024;

  private SchemaRules() {}

  static Stream<Finding> unknownIndex(Design design) {
    return design.schema().accessPatterns().stream()
        .filter(pattern -> pattern.index().isPresent())
        .filter(pattern -> design.schema().index(pattern.index().get()).isEmpty())
        .map(pattern ->
            new Finding(
                "unknown-index",
                Severity.ERROR,
                pattern.name(),
                "It reads the index " + pattern.index().get() + ", which the table does not have.",
                "Declare the index or correct its name."));
  }

  static Stream<Finding> consistentReadOfGlobalIndex(Design design) {
    return design.schema().accessPatterns().stream()
        .filter(pattern -> pattern.consistent())
        .filter(pattern ->
            pattern
                .index()
                .flatMap(design.schema()::index)
                .filter(index -> index.kind() == IndexSchema.Kind.GLOBAL)
                .isPresent())
        .map(pattern ->
            new Finding(
                "consistent-read-of-global-index",
                Severity.ERROR,
                pattern.name(),
                "A global index supports only eventually consistent reads.",
                "Use such a read, or read the table."));
  }

  static Stream<Finding> tooManyIndexes(Design design) {
    List<Finding> findings = new ArrayList<>();
    for (IndexSchema.Kind kind : IndexSchema.Kind.values()) {
      long count = design.schema().indexes().stream().filter(i -> i.kind() == kind).count();
      int most = kind == IndexSchema.Kind.GLOBAL ? MAX_GLOBAL_INDEXES : MAX_LOCAL_INDEXES;
      if (count > most) {
        String word = kind == IndexSchema.Kind.GLOBAL ? "global" : "local";
        findings.add(
            new Finding(
                "too-many-indexes",
                Severity.ERROR,
                design.schema().name(),
                "A table has at most "
                    + most
                    + " "
                    + word
                    + " indexes, and this one "
                    + count
                    + ".",
                "Let entities share indexes under general names of keys."));
      }
    }
    return findings.stream();
  }

  /** Two entities whose items can have the same primary key overwrite each other. */
  static Stream<Finding> collidingTemplates(Design design) {
    List<Finding> findings = new ArrayList<>();
    List<EntitySchema> entities = design.schema().entities();
    for (int i = 0; i < entities.size(); i++) {
      for (int j = i + 1; j < entities.size(); j++) {
        if (collide(design.schema().key(), entities.get(i), entities.get(j))) {
          findings.add(
              new Finding(
                  "colliding-templates",
                  Severity.ERROR,
                  entities.get(i).name(),
                  "An item of it can have the same key as one of " + entities.get(j).name() + ".",
                  "Begin the templates with different words, such as ORDER# and CUST#."));
        }
      }
    }
    return findings.stream();
  }

  private static boolean collide(KeySchema key, EntitySchema one, EntitySchema other) {
    List<KeyAttribute> attributes = new ArrayList<>(key.partition());
    attributes.addAll(key.sort());
    return attributes.stream()
        .map(KeyAttribute::name)
        .allMatch(name -> {
          String left = one.keys().get(name);
          String right = other.keys().get(name);
          return left != null && right != null && Templates.canBeEqual(left, right);
        });
  }

  static Stream<Finding> runningTogether(Design design) {
    return design.schema().entities().stream()
        .flatMap(entity ->
            entity.keys().entrySet().stream()
                .filter(key -> Templates.runsTogether(key.getValue()))
                .map(key ->
                    new Finding(
                        "fields-run-together",
                        Severity.ERROR,
                        entity.name() + "." + key.getKey(),
                        "Two fields of "
                            + key.getValue()
                            + " follow each other, so that different values give one key.",
                        "Put a separator such as # between them.")));
  }

  static Stream<Finding> largeItems(Design design) {
    return design.schema().entities().stream()
        .filter(entity -> design.sizes().load(entity).largestBytes() > LARGE_ITEM_BYTES)
        .map(entity -> {
          int bytes = design.sizes().load(entity).largestBytes();
          boolean over = bytes > CapacityRules.ITEM_BYTES;
          return new Finding(
              "large-item",
              over ? Severity.ERROR : Severity.WARNING,
              entity.name(),
              "Its largest item has "
                  + Figures.bytes(bytes)
                  + (over ? ", and 400 KB is the end." : " of the 400 KB that it may have."),
              "Keep what is large in items of its own, or in a bucket with its key in the item.");
        });
  }
}
