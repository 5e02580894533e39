package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.CapacityRules.Reading;
import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.CallDetails;
import dev.gramme.toolkit.schema.CallDetails.Pages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cost of the requests of one call that reads ranges. Where the number of requests depends on
 * the data, such as with a filter or a merge, the maximum is used.
 */
final class RangeCosts {
  /**
   * A chunk of a merge has this many items more than a partition's share of the page, as in {@code
   * Merge}.
   */
  private static final int MERGE_AHEAD = 2;

  private final Workload workload;

  RangeCosts(Workload workload) {
    this.workload = workload;
  }

  /**
   * A kind of item in a range.
   *
   * @param count the number of items in a partition; for a Scan, in the table or index
   * @param bytes the size of an item
   */
  record Kind(double count, int bytes) {}

  /**
   * The cost of a call.
   *
   * @param assumed whether the number of partitions is an assumption
   */
  record RangeCost(
      long items,
      double itemBytes,
      long requests,
      double units,
      boolean assumed,
      List<String> steps) {}

  /** The cost of a call that reads items of these kinds. */
  RangeCost of(AccessPattern pattern, List<Kind> kinds) {
    PatternLoad load = workload.of(pattern.name());
    boolean takesList = pattern.details().map(CallDetails::assumedPartitions).orElse(false);
    boolean assumed = takesList && load.partitions().isEmpty();
    long partitions = Math.max(1, load.partitions().orElse(pattern.partitions()));
    // For a Scan, in the whole table or index.
    double itemsPerPartition = kinds.stream().mapToDouble(Kind::count).sum();
    Optional<CallDetails> details = pattern.details();
    RangeCost range =
        details.isEmpty() || load.itemsRead().isPresent()
            ? declared(pattern, kinds, itemsPerPartition, partitions)
            : derived(pattern, details.get(), kinds, itemsPerPartition, partitions);
    List<String> steps = new ArrayList<>(range.steps);
    if (assumed) {
      steps.add(partitions + " partitions are assumed; PatternLoad.partitions sets the number");
    }
    return new RangeCost(range.items, range.itemBytes, range.requests, range.units, assumed, steps);
  }

  /**
   * The cost if the workload states the number of items read, or if the schema has no call details
   * (a schema written by hand).
   */
  private RangeCost declared(
      AccessPattern pattern, List<Kind> kinds, double itemsPerPartition, long partitions) {
    double bytes = mean(kinds, itemsPerPartition);
    boolean scan = pattern.shape() == Shape.SCAN;
    // Segments share the whole table; each partition of a query has its own items.
    long all = Math.round(scan ? itemsPerPartition : itemsPerPartition * partitions);
    PatternLoad load = workload.of(pattern.name());
    int limit = limit(pattern);
    long itemsRead = load.itemsRead().orElse(all);
    long items = limit > 0 ? Math.min(itemsRead, limit * partitions) : itemsRead;
    Reading even = CapacityRules.query(items / partitions, bytes, pattern.consistent());
    Reading more = CapacityRules.query(items / partitions + 1, bytes, pattern.consistent());
    long partitionsWithOneMore = items % partitions;
    double units =
        (partitions - partitionsWithOneMore) * even.units() + partitionsWithOneMore * more.units();
    long requests =
        (partitions - partitionsWithOneMore) * even.pages() + partitionsWithOneMore * more.pages();
    String where =
        partitions == 1 ? "" : " in " + partitions + (scan ? " segments" : " partitions");
    return costOf(pattern, items, bytes, requests, units, where);
  }

  /** The cost for the requests that the generated code sends. */
  private RangeCost derived(
      AccessPattern pattern,
      CallDetails details,
      List<Kind> kinds,
      double itemsPerPartition,
      long partitions) {
    if (pattern.shape() == Shape.SCAN) {
      return partitions > 1
          ? segments(pattern, kinds, itemsPerPartition, partitions)
          : cost(pattern, details, kinds, itemsPerPartition);
    }
    boolean merge = partitions > 1 || details.assumedPartitions();
    return merge
        ? merge(pattern, details, kinds, itemsPerPartition, partitions)
        : cost(pattern, details, kinds, itemsPerPartition);
  }

  /** The cost of a Query of one partition, or of a Scan without segments. */
  private RangeCost cost(
      AccessPattern pattern, CallDetails details, List<Kind> kinds, double itemsPerPartition) {
    long all = (long) Math.ceil(itemsPerPartition);
    int limit = limit(pattern);
    boolean readsPastLimit = details.pages() == Pages.ALL || details.drops();
    if (limit == 0) {
      if (details.pages() == Pages.ONE && !details.drops()) {
        double bytes = mean(kinds, itemsPerPartition);
        long page = Math.min(all, bytes <= 0 ? all : (long) (CapacityRules.PAGE_BYTES / bytes) + 1);
        return read(pattern, page, bytes, "");
      }
      String why =
          switch (details.pages()) {
            case ALL -> "";
            case ONE -> ", all of them, if the filter drops every item";
            case OF_CALLER ->
                ", all of them, since the caller passes the limit;"
                    + " PatternLoad.limit sets it for the estimate";
          };
      return read(pattern, all, mean(kinds, itemsPerPartition), why);
    }
    if (!readsPastLimit || all <= limit) {
      long items = Math.min(all, limit);
      // In the worst case, the page consists of the largest items.
      return read(
          pattern, items, items < all ? largest(kinds) : mean(kinds, itemsPerPartition), "");
    }
    // Each request reads as many items as the limit, until the end.
    double bytes = largest(kinds);
    long full = all / limit;
    Reading page = CapacityRules.query(limit, bytes, pattern.consistent());
    Reading last = CapacityRules.query(all % limit, bytes, pattern.consistent());
    String why =
        ", "
            + limit
            + " a request"
            + (details.drops() ? ", all of them, if the page is not full before" : "");
    return costOf(
        pattern,
        all,
        bytes,
        full * page.pages() + last.pages(),
        full * page.units() + last.units(),
        why);
  }

  /** Segments have different sizes, so each of them can have a partly used unit of its own. */
  private static RangeCost segments(
      AccessPattern pattern, List<Kind> kinds, double itemsPerPartition, long segments) {
    long all = (long) Math.ceil(itemsPerPartition);
    double bytes = mean(kinds, itemsPerPartition);
    Reading whole = CapacityRules.query(all, bytes, pattern.consistent());
    double more = (segments - 1) * CapacityRules.read(0, pattern.consistent());
    return costOf(
        pattern,
        all,
        bytes,
        whole.pages() + segments - 1,
        whole.units() + more,
        " in " + segments + " segments");
  }

  /**
   * A merge first reads one chunk from each partition, then further chunks until the page is full.
   */
  private RangeCost merge(
      AccessPattern pattern,
      CallDetails details,
      List<Kind> kinds,
      double itemsPerPartition,
      long partitions) {
    long each = (long) Math.ceil(itemsPerPartition);
    int limit = limit(pattern);
    long wanted = (limit == 0 ? each * partitions : limit) + 1;
    long chunk = wanted / partitions + MERGE_AHEAD;
    long toTheEnd = partitions * (each / chunk + 1);
    long requests =
        details.drops() ? toTheEnd : Math.min(toTheEnd, partitions + (wanted + chunk - 1) / chunk);
    long items = Math.min(each * partitions, requests * chunk);
    double bytes = largest(kinds);
    Reading one = CapacityRules.query(Math.min(each, chunk), bytes, pattern.consistent());
    String where =
        " in "
            + partitions
            + " partitions, at most "
            + Costs.plural(requests, "request")
            + " for up to "
            + Costs.plural(chunk, "item");
    return costOf(pattern, items, bytes, requests * one.pages(), requests * one.units(), where);
  }

  private int limit(AccessPattern pattern) {
    return workload.of(pattern.name()).limit().orElse(pattern.limit().orElse(0));
  }

  private static double mean(List<Kind> kinds, double items) {
    if (items == 0) {
      return kinds.stream().mapToInt(Kind::bytes).average().orElse(0);
    }
    return kinds.stream().mapToDouble(kind -> kind.count * kind.bytes).sum() / items;
  }

  private static double largest(List<Kind> kinds) {
    return kinds.stream().mapToInt(Kind::bytes).max().orElse(0);
  }

  private static RangeCost read(AccessPattern pattern, long items, double bytes, String where) {
    Reading reading = CapacityRules.query(items, bytes, pattern.consistent());
    return costOf(pattern, items, bytes, reading.pages(), reading.units(), where);
  }

  private static RangeCost costOf(
      AccessPattern pattern, long items, double bytes, long requests, double units, String where) {
    String step =
        Costs.plural(items, "item")
            + " of "
            + Figures.bytes(bytes)
            + where
            + ", "
            + Costs.plural(requests, "page")
            + ", sizes added up and rounded up to 4 KB a page"
            + (pattern.consistent() ? "" : ", half for eventually consistent reads");
    return new RangeCost(items, bytes, requests, units, false, List.of(step));
  }
}
