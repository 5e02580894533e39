package dev.gramme.storage.cassandra.placement;

import dev.gramme.storage.cassandra.row.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The mark of a bucket, or of the directory, when it was read. Every transaction that writes there
 * changes the mark; so an equal mark proves that nothing was written in between.
 *
 * @param id the id of the transaction that wrote last, null if none has
 */
public record WriteMark(@Nullable Bytes id) {}
