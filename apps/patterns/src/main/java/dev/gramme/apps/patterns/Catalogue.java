package dev.gramme.apps.patterns;

import dev.gramme.apps.patterns.blocks.ArchivedReadings;
import dev.gramme.apps.patterns.blocks.EscalatedReports;
import dev.gramme.apps.patterns.blocks.LetterCase;
import dev.gramme.apps.patterns.blocks.PhotosOfTenants;
import dev.gramme.apps.patterns.blocks.ScheduledDelete;
import dev.gramme.apps.patterns.blocks.ShoppingCart;
import dev.gramme.apps.patterns.blocks.ShortLivedMessages;
import dev.gramme.apps.patterns.blocks.TenantKeys;
import dev.gramme.apps.patterns.blocks.TenantPolicies;
import dev.gramme.apps.patterns.blocks.VerticalPartitioning;
import dev.gramme.apps.patterns.blocks.Votes;
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
import dev.gramme.apps.patterns.partitions.CachedPrices;
import dev.gramme.apps.patterns.partitions.ComputedSuffix;
import dev.gramme.apps.patterns.partitions.DuplicatedRecords;
import dev.gramme.apps.patterns.partitions.RandomSuffix;
import dev.gramme.apps.patterns.partitions.ReplicaByGsi;
import dev.gramme.apps.patterns.partitions.ShippedOrders;
import dev.gramme.apps.patterns.partitions.Singleton;
import dev.gramme.apps.patterns.partitions.SplitDocument;
import dev.gramme.apps.patterns.partitions.SummaryAndContent;
import dev.gramme.apps.patterns.partitions.TimeSeriesTables;
import dev.gramme.apps.patterns.relations.AdjacencyList;
import dev.gramme.apps.patterns.relations.BothDirections;
import dev.gramme.apps.patterns.relations.ComplexAttribute;
import dev.gramme.apps.patterns.relations.DuplicatedData;
import dev.gramme.apps.patterns.relations.HierarchicalSortKey;
import dev.gramme.apps.patterns.relations.MaterialisedGraph;
import dev.gramme.apps.patterns.relations.OneToMany;
import dev.gramme.apps.patterns.relations.OrderLogs;
import dev.gramme.apps.patterns.streams.Aggregation;
import dev.gramme.apps.patterns.streams.FanOut;
import dev.gramme.apps.patterns.streams.HybridStore;
import dev.gramme.apps.patterns.streams.IdempotentConsumer;
import dev.gramme.apps.patterns.streams.MigrationByScan;
import dev.gramme.apps.patterns.streams.MigrationByStream;
import dev.gramme.apps.patterns.streams.Notification;
import dev.gramme.apps.patterns.streams.SeveralListeners;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All patterns, by chapter. */
public final class Catalogue {
  private Catalogue() {}

  /** The patterns by chapter title, in the order of the page. */
  public static Map<String, List<Pattern>> chapters() {
    var chapters = new LinkedHashMap<String, List<Pattern>>();
    chapters.put("Building blocks", blocks());
    chapters.put("Denormalization and relationships", relations());
    chapters.put("Indexes, large items and hot partitions", partitions());
    chapters.put("Modification constraints", constraints());
    chapters.put("Streams and migrations", streams());
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
        new ScheduledDelete(),
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

  private static List<Pattern> partitions() {
    return List.of(
        new ShippedOrders(),
        new SplitDocument(),
        new SummaryAndContent(),
        new DuplicatedRecords(),
        new CachedPrices(),
        new RandomSuffix(),
        new ComputedSuffix(),
        new ReplicaByGsi(),
        new Singleton(),
        new TimeSeriesTables());
  }

  private static List<Pattern> streams() {
    return List.of(
        new Aggregation(),
        new SeveralListeners(),
        new FanOut(),
        new Notification(),
        new HybridStore(),
        new IdempotentConsumer(),
        new MigrationByScan(),
        new MigrationByStream());
  }

  private static List<Pattern> blocks() {
    return List.of(
        new ShoppingCart(),
        new LetterCase(),
        new PhotosOfTenants(),
        new TenantPolicies(),
        new TenantKeys(),
        new EscalatedReports(),
        new ShortLivedMessages(),
        new ArchivedReadings(),
        new VerticalPartitioning(),
        new Votes());
  }
}
