package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.row.Bytes;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A precondition of a commit statement: a column must have the expected value.
 *
 * @param alias the name of the LET clause that reads the row
 * @param expected the expected value, null if the column must be null
 * @param key the key or bucket that transactions should lock after a conflict, null if locks would
 *     not help
 * @param onMismatch receives the actual value if it differs, before the {@link Conflict} is thrown
 */
record ColumnPrecondition(
    String alias,
    String column,
    @Nullable Bytes expected,
    @Nullable Bytes key,
    Consumer<@Nullable Bytes> onMismatch) {
  ColumnPrecondition(String alias, String column, @Nullable Bytes expected, @Nullable Bytes key) {
    this(alias, column, expected, key, actual -> {});
  }
}
