package dev.gramme.api;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.RequestRate;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Duration;
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

  private static final String RATE_EXCEEDED = "Rate exceeded";

  private final Catalog catalog;
  private final InstantSource clock;

  ControlPlaneRates(Catalog catalog, InstantSource clock) {
    this.catalog = catalog;
    this.clock = clock;
  }

  /** Wraps the operations so that they refuse requests above their rate. */
  List<Operation> limit(List<Operation> operations) {
    var mutations = perSecond("mutations", 1);
    var tagging = perSecond("tagging", 5);
    return operations.stream()
        .<Operation>map(operation ->
            switch (operation.name()) {
              case "CreateTable", "UpdateTable", "DeleteTable" ->
                  new Limited(
                      operation,
                      mutations,
                      "The rate of control plane requests made by this account is too high");
              case "TagResource", "UntagResource" -> new Limited(operation, tagging, RATE_EXCEEDED);
              case "ListTagsOfResource", "DescribeTable", "ListTables" ->
                  new Limited(operation, perSecond(operation.name(), 10), RATE_EXCEEDED);
              case "DescribeLimits" ->
                  new Limited(
                      operation,
                      catalog.requestRate(operation.name(), Duration.ofMinutes(1), 1),
                      RATE_EXCEEDED);
              default -> operation;
            })
        .toList();
  }

  private RequestRate perSecond(String name, int rate) {
    return catalog.requestRate(name, SECOND.dividedBy(rate), rate * BURST_SECONDS);
  }

  private final class Limited implements Operation {
    private final Operation operation;
    private final RequestRate rate;
    private final String refusal;

    Limited(Operation operation, RequestRate rate, String refusal) {
      this.operation = operation;
      this.rate = rate;
      this.refusal = refusal;
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
          () ->
              rate.take(clock.instant())
                  ? request.execute()
                  : CompletableFuture.failedFuture(ApiError.of(ErrorType.THROTTLING, refusal)));
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
