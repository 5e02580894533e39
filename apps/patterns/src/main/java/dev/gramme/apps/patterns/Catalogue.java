package dev.gramme.apps.patterns;

import dev.gramme.apps.patterns.constraints.AttributeVersioning;
import dev.gramme.apps.patterns.constraints.AutoIncrement;
import dev.gramme.apps.patterns.constraints.ConditionAcrossItems;
import dev.gramme.apps.patterns.constraints.ConditionOnItem;
import dev.gramme.apps.patterns.constraints.CountingLikes;
import dev.gramme.apps.patterns.constraints.IdempotentSet;
import dev.gramme.apps.patterns.constraints.InsertVersusReplace;
import dev.gramme.apps.patterns.constraints.LimitedSet;
import dev.gramme.apps.patterns.constraints.ManualTransaction;
import dev.gramme.apps.patterns.constraints.OptimisticLocking;
import dev.gramme.apps.patterns.constraints.UniqueField;
import dev.gramme.apps.patterns.relations.AdjacencyList;
import dev.gramme.apps.patterns.relations.BothDirections;
import dev.gramme.apps.patterns.relations.ComplexAttribute;
import dev.gramme.apps.patterns.relations.DuplicatedData;
import dev.gramme.apps.patterns.relations.HierarchicalSortKey;
import dev.gramme.apps.patterns.relations.MaterialisedGraph;
import dev.gramme.apps.patterns.relations.OneToMany;
import dev.gramme.apps.patterns.relations.OrderLogs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All patterns, by chapters. */
public final class Catalogue {
  private Catalogue() {}

  /** The patterns by the titles of their chapters, in the order of the page. */
  public static Map<String, List<Pattern>> chapters() {
    var chapters = new LinkedHashMap<String, List<Pattern>>();
    chapters.put("Denormalization and relationships", relations());
    chapters.put("Modification constraints", constraints());
    return chapters;
  }

  private static List<Pattern> relations() {
    return List.of(
        new ComplexAttribute(),
        new DuplicatedData(),
        new OneToMany(),
        new BothDirections(),
        new OrderLogs(),
        new AdjacencyList(),
        new MaterialisedGraph(),
        new HierarchicalSortKey());
  }

  private static List<Pattern> constraints() {
    return List.of(
        new UniqueField(),
        new AutoIncrement(),
        new CountingLikes(),
        new LimitedSet(),
        new ConditionOnItem(),
        new ConditionAcrossItems(),
        new IdempotentSet(),
        new InsertVersusReplace(),
        new OptimisticLocking(),
        new ManualTransaction(),
        new AttributeVersioning());
  }
}
