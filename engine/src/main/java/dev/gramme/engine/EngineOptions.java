package dev.gramme.engine;

import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.throttle.ThrottlingMode;
import dev.gramme.engine.write.TransactionConflicts;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The options of an engine. They are set with a {@link Builder}, so that each value is named.
 *
 * @param itemCollectionLimitBytes the maximum size of an item collection in tables with local
 *     indexes
 * @param transactionConflicts how a request for an item of a running transaction is handled
 * @param expiryDelay how long after its expiry an item is deleted
 * @param controlPlane the delays and rate limits of changes of tables
 * @param recoveryLag how far before the present the latest restorable time is
 * @param vectorMemoryBytes the maximum memory for the search structures of vector indexes
 * @param vectorGraphEntries partitions of vector indexes with fewer entries have no such structure;
 *     a search reads all of their rows
 * @param throttling whether throughput limits requests
 * @param account twelve digits, for the ARNs in errors
 * @param movableClock whether requests may move the clock; on a shared store, servers that may move
 *     the clock wait for one another
 */
public record EngineOptions(
    long itemCollectionLimitBytes,
    TransactionConflicts transactionConflicts,
    Duration expiryDelay,
    ControlPlaneProfile controlPlane,
    Duration recoveryLag,
    LongSupplier vectorMemoryBytes,
    int vectorGraphEntries,
    ThrottlingMode throttling,
    String account,
    boolean movableClock) {
  /**
   * The service's limit of 10 GB for item collections; requests wait for transactions; items are
   * deleted within two seconds of their expiry; tables change immediately and can be restored to
   * the present; a quarter of the heap for vectors, and graphs from 2,000 entries; no throttling.
   */
  public static final EngineOptions DEFAULT =
      new EngineOptions(
          10L << 30,
          TransactionConflicts.WAIT,
          Duration.ofSeconds(1),
          ControlPlaneProfile.IMMEDIATE,
          Duration.ZERO,
          () -> Runtime.getRuntime().maxMemory() / 4,
          2_000,
          ThrottlingMode.NONE,
          "000000000000",
          false);

  /** A builder that starts with {@link #DEFAULT}. */
  public static Builder builder() {
    return DEFAULT.toBuilder();
  }

  /** A builder that starts with these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Sets options by name. */
  public static final class Builder {
    private long itemCollectionLimitBytes;
    private TransactionConflicts transactionConflicts;
    private Duration expiryDelay;
    private ControlPlaneProfile controlPlane;
    private Duration recoveryLag;
    private LongSupplier vectorMemoryBytes;
    private int vectorGraphEntries;
    private ThrottlingMode throttling;
    private String account;
    private boolean movableClock;

    private Builder(EngineOptions from) {
      this.itemCollectionLimitBytes = from.itemCollectionLimitBytes;
      this.transactionConflicts = from.transactionConflicts;
      this.expiryDelay = from.expiryDelay;
      this.controlPlane = from.controlPlane;
      this.recoveryLag = from.recoveryLag;
      this.vectorMemoryBytes = from.vectorMemoryBytes;
      this.vectorGraphEntries = from.vectorGraphEntries;
      this.throttling = from.throttling;
      this.account = from.account;
      this.movableClock = from.movableClock;
    }

    /** The maximum size of an item collection in tables with local indexes. */
    public Builder itemCollectionLimitBytes(long value) {
      itemCollectionLimitBytes = value;
      return this;
    }

    /** How a request for an item of a running transaction is handled. */
    public Builder transactionConflicts(TransactionConflicts value) {
      transactionConflicts = value;
      return this;
    }

    /** How long after its expiry an item is deleted. */
    public Builder expiryDelay(Duration value) {
      expiryDelay = value;
      return this;
    }

    /** The delays and rate limits of changes of tables. */
    public Builder controlPlane(ControlPlaneProfile value) {
      controlPlane = value;
      return this;
    }

    /** How far before the present the latest restorable time is. */
    public Builder recoveryLag(Duration value) {
      recoveryLag = value;
      return this;
    }

    /** The maximum memory for the search structures of vector indexes. */
    public Builder vectorMemoryBytes(long value) {
      return vectorMemoryBytes(() -> value);
    }

    /** The same as a function, for a limit that depends on other uses of memory. */
    public Builder vectorMemoryBytes(LongSupplier value) {
      vectorMemoryBytes = value;
      return this;
    }

    /** The number of entries from which a partition of a vector index has a graph. */
    public Builder vectorGraphEntries(int value) {
      vectorGraphEntries = value;
      return this;
    }

    /** Whether throughput limits requests. */
    public Builder throttling(ThrottlingMode value) {
      throttling = value;
      return this;
    }

    /** The account in the ARNs of errors: twelve digits. */
    public Builder account(String value) {
      account = value;
      return this;
    }

    /** Whether requests may move the clock. */
    public Builder movableClock(boolean value) {
      movableClock = value;
      return this;
    }

    /** The options. */
    public EngineOptions build() {
      return new EngineOptions(
          itemCollectionLimitBytes,
          transactionConflicts,
          expiryDelay,
          controlPlane,
          recoveryLag,
          vectorMemoryBytes,
          vectorGraphEntries,
          throttling,
          account,
          movableClock);
    }
  }
}
