package dev.gramme.apps.patterns;

import dev.gramme.apps.patterns.blocks.ArchivedReadings;
import dev.gramme.apps.patterns.blocks.Beacons;
import dev.gramme.apps.patterns.blocks.EscalatedReports;
import dev.gramme.apps.patterns.blocks.LetterCase;
import dev.gramme.apps.patterns.blocks.PhotosOfTenants;
import dev.gramme.apps.patterns.blocks.ReplicaExpiry;
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
import dev.gramme.apps.patterns.partitions.CollectionLimit;
import dev.gramme.apps.patterns.partitions.ComputedSuffix;
import dev.gramme.apps.patterns.partitions.DuplicatedRecords;
import dev.gramme.apps.patterns.partitions.IndexBackPressure;
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
import dev.gramme.apps.patterns.streams.NewTableByStream;
import dev.gramme.apps.patterns.streams.Notification;
import dev.gramme.apps.patterns.streams.ParallelFunctions;
import dev.gramme.apps.patterns.streams.SeveralListeners;
import java.util.List;

/** All patterns, by theme. */
public final class Catalogue {
  private Catalogue() {}

  /** The themes, in the order of the overview. */
  public static List<Theme> themes() {
    return List.of(
        new Theme("Relationships", "relationships", relationships()),
        new Theme("Keys and indexes", "indexes", indexes()),
        new Theme("Large items and collections", "large-items", largeItems()),
        new Theme("Hot partitions", "hot-partitions", hotPartitions()),
        new Theme("Constraints and counters", "constraints", constraints()),
        new Theme("Tenants and encryption", "tenants", tenants()),
        new Theme("Expiry and archives", "expiry", expiry()),
        new Theme("Streams", "streams", streams()),
        new Theme("Migrations", "migrations", migrations()));
  }

  /** All patterns, in the order of the themes. */
  public static List<Pattern> patterns() {
    return themes().stream().flatMap(theme -> theme.patterns().stream()).toList();
  }

  private static List<Pattern> relationships() {
    return List.of(
        new ComplexAttribute(),
        new DuplicatedData(),
        new OneToMany(),
        new BothDirections(),
        new OrderLogs(),
        new AdjacencyList(),
        new MaterialisedGraph());
  }

  private static List<Pattern> indexes() {
    return List.of(
        new ShoppingCart(),
        new HierarchicalSortKey(),
        new LetterCase(),
        new Singleton(),
        new ShippedOrders(),
        new EscalatedReports(),
        new ReplicaByGsi());
  }

  private static List<Pattern> largeItems() {
    return List.of(
        new VerticalPartitioning(),
        new SplitDocument(),
        new SummaryAndContent(),
        new AttributeVersioning(),
        new CollectionLimit());
  }

  private static List<Pattern> hotPartitions() {
    return List.of(
        new CachedPrices(),
        new DuplicatedRecords(),
        new RandomSuffix(),
        new ComputedSuffix(),
        new Votes(),
        new IndexBackPressure());
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
        new ManualTransaction());
  }

  private static List<Pattern> tenants() {
    return List.of(new PhotosOfTenants(), new TenantPolicies(), new TenantKeys(), new Beacons());
  }

  private static List<Pattern> expiry() {
    return List.of(
        new ShortLivedMessages(),
        new ScheduledDelete(),
        new ArchivedReadings(),
        new TimeSeriesTables(),
        new ReplicaExpiry());
  }

  private static List<Pattern> streams() {
    return List.of(
        new Aggregation(),
        new SeveralListeners(),
        new FanOut(),
        new ParallelFunctions(),
        new Notification(),
        new HybridStore(),
        new IdempotentConsumer());
  }

  private static List<Pattern> migrations() {
    return List.of(new MigrationByScan(), new MigrationByStream(), new NewTableByStream());
  }
}
