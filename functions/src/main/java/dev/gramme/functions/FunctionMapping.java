package dev.gramme.functions;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a stream is handed to a function: the parameters of an event source mapping, with its
 * defaults and its limits.
 *
 * @param streamArn the stream
 * @param startingPosition where a function begins that has never run on the stream
 * @param batchSize the most records of a batch, 1 to 10,000; 6 MB of them at most
 * @param batchingWindow how long a batch that is not full waits for more, at most 5 minutes
 * @param parallelization how many batches of a shard are under way together, 1 to 10; changes of an
 *     item stay in order
 * @param retryAttempts how often a failed batch is repeated, -1 until its records expire
 * @param maximumRecordAge how old a record may be to be handed over, null for any age
 * @param bisect whether a failed batch is repeated in halves
 * @param reportItemFailures whether the function tells which records failed
 * @param tumblingWindow the length of windows with a state, zero for none, at most 15 minutes
 * @param onFailure where is told of batches that were given up: a folder, or an address to POST to
 * @param filters patterns of the records that are handed over, at most 10; none lets all pass
 * @param endpoint the address that events are POSTed to, null for a function in this process
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

  /** Where a function begins on a stream. */
  public enum StartingPosition {
    /** With the oldest records that there are. */
    TRIM_HORIZON,
    /** With what comes from then on. */
    LATEST
  }

  public FunctionMapping {
    filters = List.copyOf(filters);
  }

  /** A mapping of a stream with the defaults. */
  public static Builder of(String streamArn, StartingPosition startingPosition) {
    return new Builder(streamArn, startingPosition);
  }

  /** A mapping in the making. */
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

    /** The address of a function that is reached over HTTP. */
    public Builder endpoint(@Nullable URI address) {
      endpoint = address;
      return this;
    }

    /** The mapping; {@link Functions} checks it. */
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
