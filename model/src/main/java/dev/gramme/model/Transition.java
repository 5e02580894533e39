package dev.gramme.model;

import java.time.Instant;

/**
 * A change of a table or index that takes its time, while it is under way.
 *
 * @param subject what the kind needs to tell: the name of an index, the new table class, the label
 *     of a stream with {@code ENABLE} or {@code DISABLE} behind a blank, the ARN of the key for
 *     encryption; else empty
 * @param due when it is over
 */
public record Transition(Kind kind, String subject, Instant due) {
  /** What changes. */
  public enum Kind {
    /** The table comes, with the indexes that it was created with. */
    CREATION,
    /** The table goes. */
    DELETION,
    /** Provisioned units of the table or of indexes. */
    THROUGHPUT,
    BILLING_MODE,
    /** Ceilings of on-demand throughput. */
    CEILINGS,
    WARM_THROUGHPUT,
    STREAM,
    TABLE_CLASS,
    /** The key of encryption at rest; the table stays ACTIVE meanwhile. */
    ENCRYPTION,
    /** The first part of an index's creation, in which nothing can be done with it. */
    INDEX_ALLOCATION,
    /** The second part; the table is ACTIVE meanwhile. */
    INDEX_BACKFILL,
    /** Throughput of an index. */
    INDEX_UPDATE,
    INDEX_DELETION
  }

  /** The state in which a table is shown meanwhile. */
  public TableDefinition.Status status() {
    return switch (kind) {
      case CREATION -> TableDefinition.Status.CREATING;
      case DELETION -> TableDefinition.Status.DELETING;
      case ENCRYPTION, INDEX_BACKFILL -> TableDefinition.Status.ACTIVE;
      case THROUGHPUT,
          BILLING_MODE,
          CEILINGS,
          WARM_THROUGHPUT,
          STREAM,
          TABLE_CLASS,
          INDEX_ALLOCATION,
          INDEX_UPDATE,
          INDEX_DELETION ->
          TableDefinition.Status.UPDATING;
    };
  }
}
