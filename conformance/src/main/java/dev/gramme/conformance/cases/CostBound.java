package dev.gramme.conformance.cases;

import dev.gramme.conformance.cases.CaseFile.Case;
import dev.gramme.conformance.cases.CaseFile.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An upper bound of the cost of case files on AWS.
 *
 * <p>Every request counts as if the service executed it, even if it should be refused. A write
 * counts the whole item: the data in the request plus what may already be stored under its key, and
 * both again for every index. Reads count full pages.
 *
 * <p>The prices are those of us-east-1 for the table class Standard since November 2024
 * (aws.amazon.com/dynamodb/pricing). Not counted are taxes and provisioned throughput above {@value
 * #TABLE_QUOTA} units, which the service refuses unless the account's quota was raised.
 */
final class CostBound {
  static final double USD_PER_MILLION_WRITE_UNITS = 0.625;
  static final double USD_PER_MILLION_READ_UNITS = 0.125;
  static final double USD_PER_WRITE_UNIT_HOUR = 0.00065;
  static final double USD_PER_READ_UNIT_HOUR = 0.00013;
  static final double USD_PER_GIGABYTE_MONTH = 0.25;

  /**
   * The allowance for each backup, restore, import, export, change of the recovery setting,
   * contributor insights and streaming destination. These are charged by the gigabyte or by the
   * hour, here for tables of some megabytes that exist for minutes.
   */
  static final double USD_PER_FEATURE = 0.001;

  /** The most expensive region costs less than this many times as much as us-east-1. */
  static final double DEAREST_REGION = 2;

  static final long TABLE_QUOTA = 40_000;

  /**
   * Provisioned throughput is charged by the clock hour; a table of a case exists in at most two of
   * them.
   */
  private static final int HOURS = 2;

  private static final int LARGEST_ITEM = 400 << 10;
  private static final int LARGEST_ITEM_READ_UNITS = 100;

  /** A megabyte of index entries plus a megabyte of their items. */
  private static final int PAGE_READ_UNITS = 512;

  private static final int MAX_KEYS = 100;

  /** More than the length of any variable's value, other than repeated texts. */
  private static final int LONGEST_NAME = 100;

  private static final Set<String> FEATURES =
      Set.of(
          "CreateBackup",
          "EnableKinesisStreamingDestination",
          "ExportTableToPointInTime",
          "ImportTable",
          "RestoreTableFromBackup",
          "RestoreTableToPointInTime",
          "UpdateContinuousBackups",
          "UpdateContributorInsights");
  private static final Pattern REPEAT = Pattern.compile("\\$\\{(\\d+)\\*([^}]*)}");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^}]*}");

  /** Shared tables have the partition key pk, and no other case uses this case's key. */
  private static final Pattern OWN_KEY =
      Pattern.compile("\"pk\"\\s*:\\s*\\{\\s*\"S\"\\s*:\\s*\"[^\"]*\\$\\{key}");

  private static final Pattern OWN_KEY_OF_STATEMENT =
      Pattern.compile("\\bpk\\b[\\\\\"']*\\s*[:=]\\s*'[^']*\\$\\{key}");

  private static final Pattern WRITING_STATEMENT =
      Pattern.compile("INSERT|UPDATE|DELETE", Pattern.CASE_INSENSITIVE);

  private static final Pattern OWN_TABLE =
      Pattern.compile("\"TableName\"\\s*:\\s*\"\\$\\{table}\"");

  private static final Pattern ACTION =
      Pattern.compile(
          "\"(Put|Update|Delete|ConditionCheck|Get|PutRequest|DeleteRequest|Statement)\"\\s*:");
  private static final Pattern THROUGHPUT =
      Pattern.compile("\"(Read|Write)(?:CapacityUnits|UnitsPerSecond)\"\\s*:\\s*(\\d{1,18})");
  private static final Pattern INDEX = Pattern.compile("\"IndexName\"");

  private double writeUnits;
  private double readUnits;
  private double otherUsd;
  private long writtenBytes;
  private long writtenByCase;
  private int indexesOfCase;

  /** The bound for some files. */
  static CostBound of(List<CaseFile> files) {
    var bound = new CostBound();
    files.stream().flatMap(file -> file.cases().stream()).forEach(bound::add);
    return bound;
  }

  /** Adds a case. */
  void add(Case one) {
    writtenByCase = 0;
    indexesOfCase = 0;
    one.steps().forEach(this::add);
  }

  /** The bound in US dollars. */
  double usd() {
    return DEAREST_REGION
        * (writeUnits / 1e6 * USD_PER_MILLION_WRITE_UNITS
            + readUnits / 1e6 * USD_PER_MILLION_READ_UNITS
            + otherUsd
            + writtenBytes / 1e9 * USD_PER_GIGABYTE_MONTH);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "at most %.4f USD (%,.0f write units and %,.0f read units on demand, %.4f USD for other charges,"
            + " times %.0f for the most expensive region)",
        usd(),
        writeUnits,
        readUnits,
        otherUsd,
        DEAREST_REGION);
  }

  private void add(Step step) {
    var request = step.request();
    int actions = Math.clamp(ACTION.matcher(request).results().count(), 1, MAX_KEYS);
    switch (step.operation()) {
      case "PutItem", "UpdateItem", "DeleteItem" -> write(step, 1, 1);
      case "BatchWriteItem", "BatchExecuteStatement" -> write(step, actions, 1);
      case "TransactWriteItems", "ExecuteTransaction" -> write(step, actions, 2);
      case "ExecuteStatement" -> {
        write(step, 1, 1);
        readUnits += PAGE_READ_UNITS;
      }
      case "GetItem" -> readUnits += LARGEST_ITEM_READ_UNITS;
      case "BatchGetItem" -> readUnits += MAX_KEYS * LARGEST_ITEM_READ_UNITS;
      case "TransactGetItems" -> readUnits += 2 * actions * LARGEST_ITEM_READ_UNITS;
      case "Query", "Scan", "SearchVectors" -> readUnits += PAGE_READ_UNITS;
      case "CreateTable", "UpdateTable" -> table(request);
      default -> {
        if (FEATURES.contains(step.operation())) {
          otherUsd += USD_PER_FEATURE;
        }
      }
    }
  }

  private void write(Step step, int actions, int unitsForEach) {
    if (step.operation().contains("Execute")) { // statements can also be reads
      readUnits += (double) actions * unitsForEach * LARGEST_ITEM_READ_UNITS;
      if (!WRITING_STATEMENT.matcher(step.request()).find()) {
        return;
      }
    }
    long size = size(step.request());
    writtenByCase += size;
    writtenBytes += size;
    boolean ownItems =
        OWN_KEY.matcher(step.request()).results().count() >= actions
            || OWN_KEY_OF_STATEMENT.matcher(step.request()).results().count() >= actions
            || OWN_TABLE.matcher(step.request()).results().count() >= actions;
    long item = Math.min(ownItems ? writtenByCase : writtenBytes, LARGEST_ITEM);
    long units = (item + 1023) / 1024;
    int indexes = Math.max(indexesOfCase, CaseTables.mostIndexes(step.request()));
    writeUnits += (double) actions * unitsForEach * units * (1 + 2 * indexes);
  }

  private void table(String request) {
    indexesOfCase += (int) INDEX.matcher(request).results().count();
    THROUGHPUT
        .matcher(request)
        .results()
        .forEach(match -> {
          long units = Long.parseLong(match.group(2));
          if (units <= TABLE_QUOTA) {
            otherUsd +=
                HOURS
                    * units
                    * (match.group(1).equals("Read")
                        ? USD_PER_READ_UNIT_HOUR
                        : USD_PER_WRITE_UNIT_HOUR);
          }
        });
  }

  private static long size(String request) {
    long repeated =
        REPEAT
            .matcher(request)
            .results()
            .mapToLong(match -> Long.parseLong(match.group(1)) * bytes(match.group(2)))
            .sum();
    long names = VARIABLE.matcher(request).results().count() * LONGEST_NAME;
    return repeated + names + bytes(request);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
