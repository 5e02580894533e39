package dev.gramme.api;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The rates at which an account may call operations on tables (documented or observed in October
 * 2026). The service's burst size is not known; here it is the number of requests that ten seconds
 * allow, at least one.
 */
final class ControlPlaneRates {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int BURST_SECONDS = 10;

  private final Bucket mutations;
  private final InstantSource clock;

  ControlPlaneRates(InstantSource clock) {
    this.clock = clock;
    this.mutations =
        new Bucket(
            SECOND,
            BURST_SECONDS,
            "The rate of control plane requests made by this account is too high");
  }

  /** Wraps the operations so that they refuse requests above their rate. */
  List<Operation> limit(List<Operation> operations) {
    var tagging = perSecond(5);
    return operations.stream()
        .<Operation>map(operation ->
            switch (operation.name()) {
              case "CreateTable", "UpdateTable", "DeleteTable" -> new Limited(operation, mutations);
              case "TagResource", "UntagResource" -> new Limited(operation, tagging);
              case "ListTagsOfResource", "DescribeTable", "ListTables" ->
                  new Limited(operation, perSecond(10));
              case "DescribeLimits" ->
                  new Limited(operation, new Bucket(Duration.ofMinutes(1), 1, "Rate exceeded"));
              default -> operation;
            })
        .toList();
  }

  private static Bucket perSecond(int rate) {
    return new Bucket(SECOND.dividedBy(rate), rate * BURST_SECONDS, "Rate exceeded");
  }

  /** A token bucket: it gains one token per interval, up to its capacity. */
  private static final class Bucket {
    private final Duration interval;
    private final int size;
    private final String text;
    private Instant full = Instant.MIN;

    Bucket(Duration interval, int size, String text) {
      this.interval = interval;
      this.size = size;
      this.text = text;
    }

    /** Takes a token, which delays the moment at which the bucket is full by one interval. */
    synchronized void take(Instant now) {
      Instant start = full.isAfter(now) ? full : now;
      Instant after = start.plus(interval);
      if (after.isAfter(now.plus(interval.multipliedBy(size)))) {
        throw ApiError.of(ErrorType.THROTTLING, text);
      }
      full = after;
    }
  }

  private final class Limited implements Operation {
    private final Operation operation;
    private final Bucket bucket;

    Limited(Operation operation, Bucket bucket) {
      this.operation = operation;
      this.bucket = bucket;
    }

    @Override
    public String name() {
      return operation.name();
    }

    @Override
    public StructureShape input() {
      return operation.input();
    }

    @Override
    public PreparedRequest prepare(Structure input, Caller caller) {
      var request = operation.prepare(input, caller);
      return PreparedRequest.of(
          request::accesses,
          () -> {
            try {
              bucket.take(clock.instant());
            } catch (ApiError tooFast) {
              return CompletableFuture.failedFuture(tooFast);
            }
            return request.execute();
          });
    }

    @Override
    public Wording wording(Wording configured, Structure input) {
      return operation.wording(configured, input);
    }

    @Override
    public boolean isLong() {
      return operation.isLong();
    }
  }
}
