package dev.gramme.engine.throttle;

/** The reads, or the writes, of a whole table or index: its limit, its peak and its counts. */
final class Lane {
  private final Direction direction;
  private final TrafficPeak peak = new TrafficPeak();
  private final TokenBucket bucket;
  private Resource resource;
  private Limit limit;
  private double reached;
  private double consumed;
  private long refusals;

  Lane(Direction direction, Resource resource, long nowMicros) {
    this.direction = direction;
    this.resource = resource;
    this.limit = limit(nowMicros);
    this.bucket = new TokenBucket(limit.unitsPerSecond(), limit.capacity(), nowMicros);
  }

  /** Goes by a definition that may have changed, and by what the traffic was. */
  void follow(Resource next, long nowMicros) {
    if (resource.isProvisioned() && !next.isProvisioned()) {
      reached = Math.max(reached, resource.provisionedUnits(direction));
    }
    // Units of the time between a change and the first request after it are of the new rate.
    long since =
        resource.isProvisioned() && next.isProvisioned() ? next.provisionedMicros() : nowMicros;
    resource = next;
    var wanted = limit(nowMicros);
    if (!wanted.equals(limit)) {
      limit = wanted;
      bucket.resize(limit.unitsPerSecond(), limit.capacity(), Math.min(since, nowMicros));
    }
  }

  private Limit limit(long nowMicros) {
    return resource.isProvisioned()
        ? Limit.provisioned(resource.provisionedUnits(direction))
        : Limit.onDemand(readyUnits(nowMicros), resource.maximumUnits(direction));
  }

  /**
   * What it is ready for if it is on demand: what a new one is, what was asked for ahead of time,
   * what it was provisioned with before, or twice what it once had; at most what the account has.
   */
  double readyUnits(long nowMicros) {
    double asked = Math.max(direction.initialUnits(), resource.warmUnits(direction));
    double before = Math.max(reached, 2 * peak.settled(nowMicros));
    return Math.min(Direction.ACCOUNT_UNITS, Math.max(asked, before));
  }

  boolean take(double units, long nowMicros) {
    if (!bucket.take(units, nowMicros)) {
      return false;
    }
    peak.add(units, nowMicros);
    consumed += units;
    return true;
  }

  void putBack(double units, long nowMicros) {
    bucket.putBack(units);
    peak.add(-units, nowMicros);
    consumed -= units;
  }

  void refused() {
    refusals++;
  }

  /** Takes back that a request was refused: another attempt of it decides. */
  void forgetRefusal() {
    refusals--;
  }

  Direction direction() {
    return direction;
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
}
