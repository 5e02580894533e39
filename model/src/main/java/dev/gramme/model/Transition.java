package dev.gramme.model;

import java.time.Instant;

/**
 * A change of a table or index that takes some time and is in progress.
 *
 * @param subject a detail that depends on the kind: the name of an index, the new table class, the
 *     label of a stream followed by a space and {@code ENABLE} or {@code DISABLE}, the ARN of the
 *     encryption key; else empty
 * @param due when it ends; unused if it is not timed
 */
public record Transition(Kind kind, String subject, Instant due) {
  /** The kinds of changes. */
  public enum Kind {
    /** The creation of the table with its initial indexes. */
    CREATION,
    /** The deletion of the table. */
    DELETION,
    /**
     * The first phase of the deletion of a replica by a client of its region: its last changes are
     * sent to the other regions. It is not timed. {@link #DELETION} follows.
     */
    REPLICA_DELETION,
    /** A change of the provisioned units of the table or its indexes. */
    THROUGHPUT,
    BILLING_MODE,
    /** A change of the maximum on-demand throughput. */
    CEILINGS,
    WARM_THROUGHPUT,
    STREAM,
    TABLE_CLASS,
    /** A change of the encryption key. The table stays ACTIVE. */
    ENCRYPTION,
    /** The first phase of the creation of an index. The index cannot be used or deleted. */
    INDEX_ALLOCATION,
    /** The second phase of the creation of an index. The table is ACTIVE. */
    INDEX_BACKFILL,
    /** A change of the throughput of an index. */
    INDEX_UPDATE,
    INDEX_DELETION,
    /** What a replica has of its own; the subject is its region. */
    REPLICA_UPDATE,
    /**
     * The removal of the versions of the items, after the last replica in another region is gone.
     * It is not timed. The table stays ACTIVE.
     */
    VERSION_REMOVAL
  }

  /** The state that DescribeTable shows for the table during the change. */
  public TableDefinition.Status status() {
    return switch (kind) {
      case CREATION -> TableDefinition.Status.CREATING;
      case DELETION, REPLICA_DELETION -> TableDefinition.Status.DELETING;
      case ENCRYPTION, INDEX_BACKFILL, VERSION_REMOVAL -> TableDefinition.Status.ACTIVE;
      case THROUGHPUT,
          BILLING_MODE,
          CEILINGS,
          WARM_THROUGHPUT,
          STREAM,
          TABLE_CLASS,
          INDEX_ALLOCATION,
          INDEX_UPDATE,
          INDEX_DELETION,
          REPLICA_UPDATE ->
          TableDefinition.Status.UPDATING;
    };
  }

  /** Whether the change ends at a time, and not when its work is done. */
  public boolean isTimed() {
    return kind != Kind.REPLICA_DELETION && kind != Kind.VERSION_REMOVAL;
  }
}
