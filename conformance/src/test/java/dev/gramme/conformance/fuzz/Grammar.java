package dev.gramme.conformance.fuzz;

import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Generates valid requests for all operations. If an operation needs something that does not exist
 * yet, the result is the request that creates it.
 */
final class Grammar {
  /**
   * The operations that never succeed within a single region: global tables of version 2017 cannot
   * be created any more, and only a table with replicas has auto scaling.
   */
  static final Set<String> NEVER_SUCCEED =
      Set.of(
          "CreateGlobalTable",
          "DescribeGlobalTable",
          "UpdateGlobalTable",
          "DescribeGlobalTableSettings",
          "UpdateGlobalTableSettings",
          "DescribeTableReplicaAutoScaling",
          "UpdateTableReplicaAutoScaling");

  private static final int ITEMS = 24;
  private static final int SEVERAL = 14;
  private static final int OTHERS = 4;
  private static final int RARE = 1;
  private static final int FOLLOW_UP_PERCENT = 12;

  private final Gen gen;
  private final World world;
  private final Map<String, Supplier<Call>> rules = new LinkedHashMap<>();
  private final List<String> weighted = new ArrayList<>();

  Grammar(Gen gen, World world) {
    this.gen = gen;
    this.world = world;
    addItems();
    addTables();
    addSettings();
    addHistory();
  }

  private void add(int weight, String operation, Supplier<Call> rule) {
    rules.put(operation, rule);
    for (int i = 0; i < weight; i++) {
      weighted.add(operation);
    }
  }

  private void addItems() {
    var items = new ItemRequests(gen, world);
    add(ITEMS, "GetItem", items::get);
    add(ITEMS, "PutItem", items::put);
    add(ITEMS, "UpdateItem", items::update);
    add(SEVERAL, "DeleteItem", items::delete);
    add(ITEMS, "Query", items::query);
    add(SEVERAL, "Scan", items::scan);
    add(SEVERAL, "SearchVectors", items::search);
    var batches = new BatchRequests(gen, world);
    add(SEVERAL, "BatchGetItem", batches::batchGet);
    add(SEVERAL, "BatchWriteItem", batches::batchWrite);
    add(SEVERAL, "TransactGetItems", batches::transactGet);
    add(SEVERAL, "TransactWriteItems", batches::transactWrite);
    var statements = new StatementRequests(gen, world);
    add(SEVERAL, "ExecuteStatement", statements::execute);
    add(SEVERAL, "BatchExecuteStatement", statements::batch);
    add(SEVERAL, "ExecuteTransaction", statements::transaction);
  }

  private void addTables() {
    var tables = new TableRequests(gen, world);
    add(SEVERAL, "CreateTable", tables::create);
    add(OTHERS, "UpdateTable", tables::update);
    add(OTHERS, "DeleteTable", tables::delete);
    add(OTHERS, "DescribeTable", tables::describe);
    add(OTHERS, "ListTables", tables::list);
    add(OTHERS, "DescribeLimits", () -> Call.of("DescribeLimits"));
    add(OTHERS, "DescribeEndpoints", () -> Call.of("DescribeEndpoints"));
  }

  private void addSettings() {
    var settings = new SettingsRequests(gen, world);
    add(OTHERS, "UpdateTimeToLive", settings::updateTimeToLive);
    add(OTHERS, "DescribeTimeToLive", settings::describeTimeToLive);
    add(OTHERS, "TagResource", settings::tag);
    add(OTHERS, "UntagResource", settings::untag);
    add(OTHERS, "ListTagsOfResource", settings::listTags);
    add(OTHERS, "PutResourcePolicy", settings::putPolicy);
    add(OTHERS, "GetResourcePolicy", settings::getPolicy);
    add(OTHERS, "DeleteResourcePolicy", settings::deletePolicy);
    add(OTHERS, "UpdateContributorInsights", settings::updateInsights);
    add(OTHERS, "DescribeContributorInsights", settings::describeInsights);
    add(OTHERS, "ListContributorInsights", settings::listInsights);
    add(OTHERS, "EnableKinesisStreamingDestination", settings::changeDestination);
    add(OTHERS, "DisableKinesisStreamingDestination", settings::changeDestination);
    add(OTHERS, "UpdateKinesisStreamingDestination", settings::changeDestination);
    add(OTHERS, "DescribeKinesisStreamingDestination", settings::describeDestination);
    add(RARE, "DescribeTableReplicaAutoScaling", settings::describeAutoScaling);
    add(RARE, "UpdateTableReplicaAutoScaling", settings::updateAutoScaling);
    add(RARE, "CreateGlobalTable", settings::createGlobalTable);
    add(OTHERS, "ListGlobalTables", () -> Call.of("ListGlobalTables"));
    add(RARE, "DescribeGlobalTable", () -> settings.ofGlobalTable("DescribeGlobalTable"));
    add(RARE, "UpdateGlobalTable", settings::updateGlobalTable);
    add(
        RARE,
        "DescribeGlobalTableSettings",
        () -> settings.ofGlobalTable("DescribeGlobalTableSettings"));
    add(RARE, "UpdateGlobalTableSettings", settings::updateGlobalTableSettings);
  }

  private void addHistory() {
    var history = new HistoryRequests(gen, world);
    add(OTHERS, "ListStreams", history::listStreams);
    add(OTHERS, "DescribeStream", history::describeStream);
    add(SEVERAL, "GetShardIterator", history::shardIterator);
    add(SEVERAL, "GetRecords", history::records);
    add(OTHERS, "CreateBackup", history::createBackup);
    add(OTHERS, "DescribeBackup", history::describeBackup);
    add(OTHERS, "ListBackups", history::listBackups);
    add(OTHERS, "DeleteBackup", history::deleteBackup);
    add(OTHERS, "RestoreTableFromBackup", history::restoreBackup);
    add(OTHERS, "UpdateContinuousBackups", history::updateRecovery);
    add(OTHERS, "DescribeContinuousBackups", history::describeRecovery);
    add(OTHERS, "RestoreTableToPointInTime", history::restore);
    add(OTHERS, "ExportTableToPointInTime", history::exportTable);
    add(OTHERS, "DescribeExport", history::describeExport);
    add(OTHERS, "ListExports", history::listExports);
    add(OTHERS, "ImportTable", history::importTable);
    add(OTHERS, "DescribeImport", history::describeImport);
    add(OTHERS, "ListImports", history::listImports);
  }

  /** The operations that have a rule. */
  Set<String> operations() {
    return rules.keySet();
  }

  /** A valid request. */
  Call next() {
    if (world.tables(Table::isActive).isEmpty()) {
      return rule("CreateTable");
    }
    Call followUp = gen.chance(FOLLOW_UP_PERCENT) ? world.followUp() : null;
    return followUp == null ? rule(gen.oneOf(weighted)) : followUp;
  }

  private Call rule(String operation) {
    return Objects.requireNonNull(rules.get(operation)).get();
  }
}
