package dev.gramme.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Tools that compute what requests cost, and where a load would be throttled. The arithmetic is the
 * service's, as its documentation has it in November 2026.
 */
final class CostTools {
  private static final int READ_UNIT = 4 << 10;
  private static final int WRITE_UNIT = 1 << 10;
  private static final long MAX_ITEM = 400 << 10;
  private static final long MAX_ITEMS = 1_000_000_000L;

  /** What one partition serves in a second, in units. */
  private static final double PARTITION_READS = 3_000;

  private static final double PARTITION_WRITES = 1_000;
  private static final double PARTITION_BYTES = 10e9;

  /** The default quota of a table on demand, in units a second, for reads and for writes. */
  private static final double TABLE_QUOTA = 40_000;

  private final DataTools data;

  CostTools(DataTools data) {
    this.data = data;
  }

  List<Tool> all() {
    return List.of(
        new Tool(
            "explain_costs",
            "Computes the read or write units of a request from sizes, with the derivation. It sends no request.",
            """
            {"type": "object", "required": ["operation"], "properties": {
              "operation": {"enum": ["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan", "PutItem", "UpdateItem",
                "DeleteItem", "BatchWriteItem", "TransactWriteItems"]},
              "item_bytes": {"type": "integer", "description": "size of an item; for a write the larger one of old and new; default 500"},
              "items": {"type": "integer", "description": "items that are read (before a filter) or written; default 1"},
              "consistent": {"type": "boolean"},
              "indexes": {"type": "array", "description": "for writes: the indexes that hold the item", "items": {"type": "object",
                "properties": {"name": {"type": "string"},
                  "entry_bytes": {"type": "integer", "description": "size of an entry; default item_bytes"},
                  "change": {"enum": ["put", "deleted", "rekeyed", "none"],
                    "description": "rekeyed: the index key changes; none: nothing in the entry changes; default put"}}}}}}
            """,
            false,
            this::explain),
        new Tool(
            "find_throttling",
            "Finds where a load would be throttled: partitions (1,000 write and 3,000 read units a second each), hot keys,"
                + " provisioned capacity, and indexes. With a table's name, its size and capacity are used.",
            """
            {"type": "object", "properties": {
              "table": {"type": "string", "description": "an existing table"},
              "table_bytes": {"type": "integer", "description": "the size, if no table is given"},
              "item_bytes": {"type": "integer", "description": "size of an item; default 500"},
              "reads_per_second": {"type": "number"},
              "items_per_read": {"type": "integer", "description": "default 1"},
              "consistent": {"type": "boolean"},
              "writes_per_second": {"type": "number"},
              "hottest_share": {"type": "number", "description": "share of the load on the hottest partition key, 0 to 1"},
              "indexes": {"type": "array", "items": {"type": "object", "required": ["name"], "properties": {
                "name": {"type": "string"},
                "entry_bytes": {"type": "integer"},
                "share_of_writes": {"type": "number", "description": "share of the writes that write to it; default 1"},
                "hottest_share": {"type": "number", "description": "share of its entries with the hottest index key"}}}}}}
            """,
            false,
            this::throttling));
  }

  private Map<String, Object> explain(Arguments arguments) {
    String operation = arguments.required("operation");
    long bytes = arguments.whole("item_bytes", 500, 1, MAX_ITEM);
    long items = arguments.whole("items", 1, 1, MAX_ITEMS);
    boolean consistent = arguments.flag("consistent");
    var derivation = new ArrayList<String>();
    double reads = 0;
    double writes = 0;
    switch (operation) {
      case "GetItem", "BatchGetItem" -> {
        reads = items * units(bytes, READ_UNIT) * (consistent ? 1 : 0.5);
        derivation.add(
            "each of %,d item(s) of %,d bytes is rounded up to 4 KB%s"
                .formatted(
                    items, bytes, consistent ? "" : "; half, because eventually consistent"));
      }
      case "TransactGetItems" -> {
        reads = 2 * items * units(bytes, READ_UNIT);
        derivation.add("each item is rounded up to 4 KB, and counts twice in a transaction");
      }
      case "Query", "Scan" -> {
        reads = units(items * bytes, READ_UNIT) * (consistent ? 1 : 0.5);
        derivation.add(
            "%,d items of %,d bytes are added up, then rounded up to 4 KB, page by page (1 MB)%s"
                .formatted(
                    items, bytes, consistent ? "" : "; half, because eventually consistent"));
        derivation.add("a filter does not reduce the cost: items that it drops are read");
      }
      case "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems" -> {
        double factor = operation.equals("TransactWriteItems") ? 2 : 1;
        writes = factor * items * units(bytes, WRITE_UNIT);
        derivation.add(
            "each of %,d item(s) of %,d bytes is rounded up to 1 KB%s"
                .formatted(items, bytes, factor == 2 ? ", and counts twice in a transaction" : ""));
        for (Arguments index : arguments.objects("indexes")) {
          writes += items * entries(index, bytes, derivation);
        }
      }
      default -> throw new ToolException("the costs of " + operation + " are not known here");
    }
    var result = new LinkedHashMap<String, Object>();
    result.put("operation", operation);
    result.put("read_units", reads);
    result.put("write_units", writes);
    result.put("derivation", derivation);
    return result;
  }

  private static double entries(Arguments index, long itemBytes, List<String> derivation) {
    long bytes = index.whole("entry_bytes", itemBytes, 1, MAX_ITEM);
    String change = index.text("change", "put");
    int entries =
        switch (change) {
          case "put", "deleted" -> 1;
          case "rekeyed" -> 2;
          case "none" -> 0;
          default ->
              throw new ToolException(
                  index.place() + "change must be put, deleted, rekeyed or none");
        };
    derivation.add(
        "index %s: %d entry(s) of %,d bytes, each rounded up to 1 KB"
            .formatted(index.text("name", "without name"), entries, bytes));
    return entries * units(bytes, WRITE_UNIT);
  }

  private static double units(long bytes, int unit) {
    return Math.max(1, Math.ceil((double) bytes / unit));
  }

  private Map<String, Object> throttling(Arguments arguments) {
    var table = arguments.text("table").map(data::describe);
    long bytes = arguments.whole("item_bytes", 500, 1, MAX_ITEM);
    double size =
        table
            .map(existing -> (double) existing.tableSizeBytes())
            .orElseGet(() -> arguments.number("table_bytes", 0, 0, 1e18));
    long perRead = arguments.whole("items_per_read", 1, 1, MAX_ITEMS);
    double readUnits =
        arguments.number("reads_per_second", 0, 0, 1e9)
            * units(perRead * bytes, READ_UNIT)
            * (arguments.flag("consistent") ? 1 : 0.5);
    double calls = arguments.number("writes_per_second", 0, 0, 1e9);
    double writeUnits = calls * units(bytes, WRITE_UNIT);
    double hottest = arguments.number("hottest_share", 0, 0, 1);
    var findings = new ArrayList<String>();
    check("the table", readUnits, writeUnits, hottest, findings);
    table.ifPresent(existing -> checkProvisioned(existing, readUnits, writeUnits, findings));
    var indexes = new ArrayList<Map<String, Object>>();
    for (Arguments index : arguments.objects("indexes")) {
      String name = index.required("name");
      double entryUnits =
          calls
              * index.number("share_of_writes", 1, 0, 1)
              * units(index.whole("entry_bytes", bytes, 1, MAX_ITEM), WRITE_UNIT);
      int before = findings.size();
      check("the index " + name, 0, entryUnits, index.number("hottest_share", 0, 0, 1), findings);
      if (findings.size() > before) {
        findings.add(
            "writes that the index " + name + " cannot take are refused for the table, too");
      }
      indexes.add(Map.of("index", name, "write_units_per_second", entryUnits));
    }
    var result = new LinkedHashMap<String, Object>();
    result.put("read_units_per_second", readUnits);
    result.put("write_units_per_second", writeUnits);
    result.put("partitions_at_least", partitions(size, readUnits, writeUnits));
    result.put("indexes", indexes);
    result.put("throttled", !findings.isEmpty());
    result.put("findings", findings);
    if (hottest == 0) {
      result.put(
          "assumption",
          "The load is spread evenly over partition keys. Give hottest_share to check the hottest key.");
    }
    return result;
  }

  private static long partitions(double size, double readUnits, double writeUnits) {
    double load = Math.max(readUnits / PARTITION_READS, writeUnits / PARTITION_WRITES);
    return (long) Math.max(1, Math.ceil(Math.max(load, size / PARTITION_BYTES)));
  }

  private static void check(
      String where, double readUnits, double writeUnits, double hottest, List<String> findings) {
    if (hottest * writeUnits > PARTITION_WRITES) {
      findings.add(
          text(
              "the hottest key of %s gets %,.0f write units a second, and a partition serves 1,000: spread it over at least"
                  + " %,.0f partition keys (write sharding)",
              where, hottest * writeUnits, Math.ceil(hottest * writeUnits / PARTITION_WRITES)));
    }
    if (hottest * readUnits > PARTITION_READS) {
      findings.add(
          text(
              "the hottest key of %s gets %,.0f read units a second, and a partition serves 3,000: cache it, or store"
                  + " %,.0f copies",
              where, hottest * readUnits, Math.ceil(hottest * readUnits / PARTITION_READS)));
    }
    if (readUnits > TABLE_QUOTA || writeUnits > TABLE_QUOTA) {
      findings.add(
          text(
              "%s needs %,.0f read and %,.0f write units a second, and the default quota of an account is 40,000 of each for"
                  + " a table",
              where, readUnits, writeUnits));
    }
  }

  private static void checkProvisioned(
      TableDescription table, double readUnits, double writeUnits, List<String> findings) {
    var provisioned = table.provisionedThroughput();
    boolean onDemand =
        table.billingModeSummary() != null
            && "PAY_PER_REQUEST".equals(table.billingModeSummary().billingModeAsString());
    if (onDemand || provisioned == null) {
      return;
    }
    if (readUnits > provisioned.readCapacityUnits()
        || writeUnits > provisioned.writeCapacityUnits()) {
      findings.add(
          text(
              "%s has %,d read and %,d write units provisioned, and needs %,.0f and %,.0f",
              table.tableName(),
              provisioned.readCapacityUnits(),
              provisioned.writeCapacityUnits(),
              readUnits,
              writeUnits));
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need a dependency of its own.
  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
