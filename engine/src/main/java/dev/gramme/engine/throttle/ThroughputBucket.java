package dev.gramme.engine.throttle;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * The throughput of a whole table or index for reads or for writes: its limit, its peak traffic and
 * its counters.
 */
final class ThroughputBucket {
  private final UnitKind kind;
  private final TrafficPeak peak = new TrafficPeak();
  private final Budget budget;
  private Resource resource;
  private Limit limit;
  private double reached;
  private double consumed;
  private long refusals;
  private final Map<LimitType, Long> refusalsByCause = new EnumMap<>(LimitType.class);

  ThroughputBucket(UnitKind kind, Resource resource, double share, long nowMicros) {
    this.kind = kind;
    this.resource = resource;
    this.limit = limit(nowMicros);
    this.budget = new Budget(limit.unitsPerSecond(), limit.capacity(), share, nowMicros);
  }

  /** Adapts the limit to the current definition, which may have changed, and to past traffic. */
  void update(Resource next, long nowMicros) {
    if (resource.isProvisioned() && !next.isProvisioned()) {
      reached = Math.max(reached, resource.provisionedUnits(kind));
    }
    // From the change of provisioned throughput on, the bucket fills at the new rate.
    long since =
        resource.isProvisioned() && next.isProvisioned() ? next.provisionedMicros() : nowMicros;
    resource = next;
    var wanted = limit(nowMicros);
    if (!wanted.equals(limit)) {
      limit = wanted;
      budget.resize(limit.unitsPerSecond(), limit.capacity(), Math.min(since, nowMicros));
    }
  }

  private Limit limit(long nowMicros) {
    return resource.isProvisioned()
        ? Limit.provisioned(resource.provisionedUnits(kind))
        : Limit.onDemand(readyUnits(nowMicros), resource.maximumUnits(kind));
  }

  /**
   * The units per second that an on-demand table or index can serve: the largest of the initial
   * throughput, the configured warm throughput, the previous provisioned throughput and twice the
   * past peak, but not more than the limit of the account.
   */
  double readyUnits(long nowMicros) {
    double configured = Math.max(kind.initialUnits(), resource.warmUnits(kind));
    double before = Math.max(reached, 2 * peak.unitsPerSecond(nowMicros));
    return Math.min(UnitKind.ACCOUNT_UNITS, Math.max(configured, before));
  }

  boolean take(double units, long nowMicros) {
    if (!budget.take(units, nowMicros)) {
      return false;
    }
    peak.add(units, nowMicros);
    consumed += units;
    return true;
  }

  void putBack(double units, long nowMicros) {
    budget.putBack(units);
    peak.add(-units, nowMicros);
    consumed -= units;
  }

  /**
   * Counts refusals of requests that exceeded these limits; a negative number removes refusals
   * whose request is tried again.
   */
  void addRefusals(Set<LimitType> causes, int count) {
    refusals += count;
    causes.forEach(cause -> refusalsByCause.merge(cause, (long) count, Long::sum));
  }

  /** Counts units that other servers have admitted, since they are traffic of the whole. */
  void addTrafficOfOthers(double units, long nowMicros) {
    peak.add(units, nowMicros);
  }

  Budget budget() {
    return budget;
  }

  UnitKind kind() {
    return kind;
  }

  Limit limit() {
    return limit;
  }

  double consumed() {
    return consumed;
  }

  long refusals() {
    return refusals;
  }

  /** How often each limit was exceeded; limits that never were are missing. */
  Map<LimitType, Long> refusalsByCause() {
    var counted = new EnumMap<LimitType, Long>(LimitType.class);
    refusalsByCause.forEach((cause, count) -> {
      if (count > 0) {
        counted.put(cause, count);
      }
    });
    return counted;
  }
}
