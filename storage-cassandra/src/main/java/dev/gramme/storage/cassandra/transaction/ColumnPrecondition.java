package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.row.Bytes;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A precondition of a commit statement: a column must have the expected value.
 *
 * @param alias the statement's name for the row that it reads
 * @param expected the expected value, null for none
 * @param key the key or bucket that transactions should lock after a conflict, null if locks would
 *     not help
 * @param onMismatch receives the actual value if it differs
 */
record Precondition(
    String alias,
    String column,
    @Nullable Bytes expected,
    @Nullable Bytes key,
    Consumer<@Nullable Bytes> onMismatch) {
  Precondition(String alias, String column, @Nullable Bytes expected, @Nullable Bytes key) {
    this(alias, column, expected, key, actual -> {});
  }
}
