package dev.gramme.functions;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a function on a stream: the parameters of an event source mapping of AWS
 * Lambda, with Lambda's defaults and limits.
 *
 * @param streamArn the stream
 * @param startingPosition where a function starts when it has no stored position on the stream
 * @param batchSize the maximum number of records in a batch, 1 to 10,000; a batch has at most 6 MB
 * @param batchingWindow how long an incomplete batch waits for more records, at most 5 minutes
 * @param parallelization how many batches of a shard are processed concurrently, 1 to 10; changes
 *     of an item stay in order
 * @param retryAttempts how often a failed batch is retried; -1 to retry until its records expire
 * @param maximumRecordAge the age after which records are discarded; null for no limit
 * @param bisect whether a failed batch is retried in halves
 * @param reportItemFailures whether the function reports which records failed
 * @param tumblingWindow the length of the windows within which each call receives the previous
 *     call's state, at most 15 minutes; zero for none
 * @param onFailure where discarded batches are reported: a folder, or an address for POST requests
 * @param filters patterns that select records, at most 10; empty to select all
 * @param endpoint the address to which events are POSTed; null for a function in this process
 */
public record FunctionMapping(
    String streamArn,
    StartingPosition startingPosition,
    int batchSize,
    Duration batchingWindow,
    int parallelization,
    int retryAttempts,
    @Nullable Duration maximumRecordAge,
    boolean bisect,
    boolean reportItemFailures,
    Duration tumblingWindow,
    @Nullable String onFailure,
    List<String> filters,
    @Nullable URI endpoint) {

  /** Where a function starts on a stream. */
  public enum StartingPosition {
    /** At the oldest available record. */
    TRIM_HORIZON,
    /** After the latest record. */
    LATEST
  }

  public FunctionMapping {
    filters = List.copyOf(filters);
  }

  /** A builder with the default values. */
  public static Builder of(String streamArn, StartingPosition startingPosition) {
    return new Builder(streamArn, startingPosition);
  }

  /** Builds a mapping. Each method's comment names the parameter of AWS Lambda that it sets. */
  public static final class Builder {
    private final String streamArn;
    private final StartingPosition startingPosition;
    private int batchSize = 100;
    private Duration batchingWindow = Duration.ZERO;
    private int parallelization = 1;
    private int retryAttempts = -1;
    private @Nullable Duration maximumRecordAge;
    private boolean bisect;
    private boolean reportItemFailures;
    private Duration tumblingWindow = Duration.ZERO;
    private @Nullable String onFailure;
    private List<String> filters = List.of();
    private @Nullable URI endpoint;

    private Builder(String streamArn, StartingPosition startingPosition) {
      this.streamArn = streamArn;
      this.startingPosition = startingPosition;
    }

    /** {@code BatchSize}. */
    public Builder batchSize(int records) {
      batchSize = records;
      return this;
    }

    /** {@code MaximumBatchingWindowInSeconds}. */
    public Builder batchingWindow(Duration window) {
      batchingWindow = window;
      return this;
    }

    /** {@code ParallelizationFactor}. */
    public Builder parallelization(int factor) {
      parallelization = factor;
      return this;
    }

    /** {@code MaximumRetryAttempts}. */
    public Builder retryAttempts(int attempts) {
      retryAttempts = attempts;
      return this;
    }

    /** {@code MaximumRecordAgeInSeconds}. */
    public Builder maximumRecordAge(@Nullable Duration age) {
      maximumRecordAge = age;
      return this;
    }

    /** {@code BisectBatchOnFunctionError}. */
    public Builder bisect(boolean inHalves) {
      bisect = inHalves;
      return this;
    }

    /** {@code FunctionResponseTypes} with {@code ReportBatchItemFailures}. */
    public Builder reportItemFailures(boolean report) {
      reportItemFailures = report;
      return this;
    }

    /** {@code TumblingWindowInSeconds}. */
    public Builder tumblingWindow(Duration window) {
      tumblingWindow = window;
      return this;
    }

    /** {@code DestinationConfig.OnFailure}. */
    public Builder onFailure(@Nullable String folderOrAddress) {
      onFailure = folderOrAddress;
      return this;
    }

    /** {@code FilterCriteria}. */
    public Builder filters(List<String> patterns) {
      filters = List.copyOf(patterns);
      return this;
    }

    /** The address of a function that is called over HTTP. */
    public Builder endpoint(@Nullable URI address) {
      endpoint = address;
      return this;
    }

    /** Builds the mapping; {@link Functions} validates it. */
    public FunctionMapping build() {
      return new FunctionMapping(
          streamArn,
          startingPosition,
          batchSize,
          batchingWindow,
          parallelization,
          retryAttempts,
          maximumRecordAge,
          bisect,
          reportItemFailures,
          tumblingWindow,
          onFailure,
          filters,
          endpoint);
    }
  }
}
