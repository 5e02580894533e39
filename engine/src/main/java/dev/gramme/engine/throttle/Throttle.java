package dev.gramme.engine.throttle;

import dev.gramme.engine.insights.ContributorInsights;
import dev.gramme.engine.read.ReadPage;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteGate;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.WarmThroughput;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Limits the throughput of tables, global indexes and their physical partitions as the service
 * does, both provisioned and on demand. The engine charges reads after it knows which rows they
 * read, and writes within their transaction before any row is written. The engine's clock is the
 * only input besides the requests, so that the same requests at the same times have the same
 * results.
 *
 * <p>All state is in the memory of this process; after a start, every table has its full burst
 * capacity. Servers that share a store divide each limit among them ({@link BudgetExchange}). One
 * lock protects every decision, since a request takes units from several buckets or from none. No
 * background thread is needed: each request refills the buckets and updates the peaks and
 * partitions that it uses.
 */
public final class Throttle implements WriteGate {
  private final InstantSource clock;
  private final String account;
  private final ContributorInsights insights;
  private final IntToLongFunction sizes;
  private final Map<Integer, Meter> meters = new HashMap<>();
  private OtherServers others = OtherServers.NONE;

  /**
   * @param account twelve digits, for ARNs
   * @param insights counts the keys of refused requests
   * @param sizes returns the size in bytes of all items of a table, or entries of an index, by its
   *     number
   */
  public Throttle(
      InstantSource clock, String account, ContributorInsights insights, IntToLongFunction sizes) {
    this.clock = clock;
    this.account = account;
    this.insights = insights;
    this.sizes = sizes;
  }

  /**
   * Charges the read of an item.
   *
   * @throws ApiError if the read exceeds a limit
   */
  public void read(ReadPlan.Items.Key key, @Nullable Item item) {
    refuseUnlessTaken(Charges.of(key, item, false));
  }

  /**
   * Charges a page of a Query or Scan.
   *
   * @throws ApiError if the page exceeds a limit
   */
  public void read(ReadPlan.Page plan, ReadPage page) {
    refuseUnlessTaken(Charges.of(plan, page));
  }

  private void refuseUnlessTaken(Charge charge) {
    var refusals = new Request().take(List.of(charge));
    if (!refusals.isEmpty()) {
      throw refused(refusals);
    }
  }

  /**
   * Charges the reads of a transaction.
   *
   * @throws ApiError a TransactionCanceledException if a read exceeds a limit
   */
  public void read(ReadPlan.Items plan, List<@Nullable Item> items) {
    var request = new Request();
    var reasons = new ArrayList<CancellationReason>(items.size());
    boolean canceled = false;
    for (int i = 0; i < items.size(); i++) {
      var refusals = request.take(List.of(Charges.of(plan.keys().get(i), items.get(i), true)));
      canceled |= !refusals.isEmpty();
      reasons.add(
          refusals.isEmpty()
              ? CancellationReason.NONE
              : CancellationReason.throttled(refused(refusals)));
    }
    if (canceled) {
      request.putBack();
      throw ApiError.transactionCanceled(reasons);
    }
  }

  @Override
  public Pass pass() {
    return new WritePass();
  }

  /** The charges of one write request, across all attempts of its transaction. */
  private final class WritePass implements Pass {
    private Request request = new Request();

    /** The refused keys that are already counted, by the number of the table or index. */
    private final Set<Map.Entry<Integer, Optional<Item>>> counted = new HashSet<>();

    @Override
    public List<Optional<ApiError>> admit(List<ItemChange> changes, WriteRequest.Kind kind) {
      request.putBack();
      request.forgetRefusals();
      request = new Request();
      boolean transactional = kind == WriteRequest.Kind.TRANSACTION;
      var errors = new ArrayList<Optional<ApiError>>(changes.size());
      boolean refusedAny = false;
      for (ItemChange change : changes) {
        var refusals = request.take(Charges.of(change, transactional));
        refusedAny |= !refusals.isEmpty();
        errors.add(
            refusals.isEmpty() ? Optional.empty() : Optional.of(refused(refusals, this::isNew)));
      }
      if (refusedAny && transactional) {
        request.putBack();
      }
      return errors;
    }

    private boolean isNew(Charge charge) {
      return counted.add(Map.entry(charge.resource().number(), Optional.ofNullable(charge.key())));
    }
  }

  /** A charge and a limit that it exceeds. */
  private record Refused(Charge charge, Refusal refusal) {}

  /** The charges of one request, kept so that they can be returned. */
  private final class Request {
    private final long nowMicros = Throttle.this.nowMicros();
    private final List<Meter.Taken> taken = new ArrayList<>();

    /** The refusals of this request that are counted. */
    private final List<Meter.Refused> refusals = new ArrayList<>(0);

    /** Takes the units of all charges, or of none, and returns the exceeded limits. */
    List<Refused> take(List<Charge> charges) {
      synchronized (Throttle.this) {
        var refused = new ArrayList<Refused>(0);
        int before = taken.size();
        for (Charge charge : charges) {
          Meter meter = meter(charge.resource());
          Set<LimitType> exceeded = meter.take(charge, taken, refusals, nowMicros);
          for (LimitType type : exceeded) {
            refused.add(new Refused(charge, new Refusal(charge.resource(), charge.kind(), type)));
          }
        }
        if (!refused.isEmpty()) {
          putBack(taken.subList(before, taken.size()));
        }
        return refused;
      }
    }

    void putBack() {
      synchronized (Throttle.this) {
        putBack(taken);
      }
    }

    void forgetRefusals() {
      synchronized (Throttle.this) {
        refusals.forEach(refusal -> refusal.uncount(nowMicros));
        refusals.clear();
      }
    }

    private void putBack(List<Meter.Taken> parts) {
      parts.forEach(part -> part.putBack(nowMicros));
      parts.clear();
    }

    private Meter meter(Resource resource) {
      Meter meter =
          meters.computeIfAbsent(resource.number(), n -> new Meter(resource, others, nowMicros));
      meter.update(resource, sizes.applyAsLong(resource.number()), nowMicros);
      return meter;
    }
  }

  /** The error of refused charges, whose keys it counts. */
  private ApiError refused(List<Refused> refused) {
    return refused(refused, charge -> true);
  }

  private ApiError refused(List<Refused> refused, Predicate<Charge> isNew) {
    if (insights.isCounting()) {
      refused.stream().map(Refused::charge).distinct().filter(isNew).forEach(this::count);
    }
    return Refusal.error(refused.stream().map(Refused::refusal).toList(), account);
  }

  private void count(Charge charge) {
    Item key = charge.key();
    Resource resource = charge.resource();
    if (key == null) {
      return; // A Scan has no key to count.
    }
    if (resource.key().isIn(key)) {
      insights.throttled(resource.number(), key);
    } else {
      insights.throttledPartition(resource.number(), key);
    }
  }

  /** Removes the state of a dropped table or index. */
  public synchronized void forget(int number) {
    meters.remove(number);
  }

  /**
   * Plans the shares of this server, and returns what it publishes. The shares change with {@link
   * #applyPlan}.
   *
   * @param living the other servers on the same store
   * @param seconds the time since the last plan
   * @param beat the number of the exchange
   * @param existing the numbers of all tables and indexes; the state of others is removed
   */
  synchronized ServerRow plan(
      OtherServers living, double seconds, long beat, Set<Integer> existing) {
    others = living;
    long nowMicros = nowMicros();
    for (ServerRow.Split split : living.splits()) {
      Meter meter = meters.get(split.number());
      if (meter != null) {
        meter.splitLikeOthers(split.position(), nowMicros);
      }
    }
    var plan = new SharePlan(living, seconds);
    meters.values().forEach(meter -> meter.plan(plan, nowMicros));
    meters
        .values()
        .removeIf(meter -> meter.isIdle() && !existing.contains(meter.resource().number()));
    var splits =
        meters.values().stream()
            .flatMap(meter -> meter.recentSplits(nowMicros).stream())
            .limit(ServerRow.MOST_SPLITS)
            .toList();
    return new ServerRow(beat, plan.published(ServerRow.MOST_USE_BYTES), splits);
  }

  /** The numbers of the tables and indexes that had requests in the last exchanges. */
  synchronized Set<Integer> used() {
    return meters.values().stream()
        .filter(meter -> !meter.isIdle())
        .map(meter -> meter.resource().number())
        .collect(Collectors.toSet());
  }

  /** Changes the shares to those of the last plan. */
  synchronized void applyPlan() {
    long nowMicros = nowMicros();
    meters.values().forEach(meter -> meter.applyPlan(nowMicros));
  }

  /** The consumed units and refusals of all tables and indexes, ordered by name. */
  public synchronized Collection<ThroughputCounts> statistics() {
    return meters.values().stream()
        .map(Throttle::statistics)
        .sorted(
            Comparator.comparing(ThroughputCounts::table)
                .thenComparing(statistics -> statistics.index() == null ? "" : statistics.index()))
        .toList();
  }

  /**
   * The tables and indexes with the most use in the last hour, the most used first, with the heat
   * of their partitions.
   *
   * @param mostResources how many are returned at most
   * @param mostRanges how many partitions of each are returned at most
   */
  public synchronized List<ResourceHeat> heat(int mostResources, int mostRanges) {
    long nowMicros = nowMicros();
    return meters.values().stream()
        .map(meter -> meter.heat(mostRanges, nowMicros))
        .sorted(Comparator.comparingDouble(ResourceHeat::use).reversed())
        .limit(mostResources)
        .toList();
  }

  /**
   * The partitions of a table or global index that hold rows with hashes in one of these ranges.
   */
  public synchronized PartitionMap map(
      TableDefinition table, @Nullable GlobalIndex index, List<PartitionMap.HashRange> hashes) {
    Resource resource = resource(table, index);
    long size = sizes.applyAsLong(resource.number());
    Meter meter = meters.get(resource.number());
    return meter == null
        ? unused(resource, size, nowMicros()).map(hashes)
        : updated(meter, resource, size, nowMicros()).map(hashes);
  }

  /**
   * The same if throughput is not limited: the partitions that a table or index of this definition
   * and size has without traffic.
   */
  public static PartitionMap map(
      TableDefinition table,
      @Nullable GlobalIndex index,
      long sizeBytes,
      List<PartitionMap.HashRange> hashes) {
    return unused(resource(table, index), sizeBytes, 0).map(hashes);
  }

  private static Resource resource(TableDefinition table, @Nullable GlobalIndex index) {
    return index == null ? Resource.of(table) : Resource.of(table, index);
  }

  private static Meter unused(Resource resource, long sizeBytes, long nowMicros) {
    var meter = new Meter(resource, OtherServers.NONE, nowMicros);
    return updated(meter, resource, sizeBytes, nowMicros);
  }

  private static Meter updated(Meter meter, Resource resource, long sizeBytes, long nowMicros) {
    meter.update(resource, sizeBytes, nowMicros);
    return meter;
  }

  private long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  /** The definition of a table, with the warm throughput that its traffic has reached. */
  public synchronized TableDefinition grown(TableDefinition table) {
    return table.toBuilder()
        .warm(grown(table.number(), table.capacity().warm()))
        .globalIndexes(
            table.globalIndexes().stream()
                .map(index -> index.withWarm(grown(index.number(), index.warm())))
                .toList())
        .build();
  }

  private @Nullable WarmThroughput grown(int number, @Nullable WarmThroughput warm) {
    Meter meter = meters.get(number);
    if (meter == null || meter.resource().isProvisioned()) {
      return warm;
    }
    long nowMicros = nowMicros();
    return new WarmThroughput(
        (long) meter.bucket(UnitKind.READ).readyUnits(nowMicros),
        (long) meter.bucket(UnitKind.WRITE).readyUnits(nowMicros));
  }

  private static ThroughputCounts statistics(Meter meter) {
    ThroughputBucket reads = meter.bucket(UnitKind.READ);
    ThroughputBucket writes = meter.bucket(UnitKind.WRITE);
    return new ThroughputCounts(
        meter.resource().table(),
        meter.resource().index(),
        reads.consumed(),
        writes.consumed(),
        reads.refusals(),
        writes.refusals(),
        meter.partitionCount());
  }
}
