package dev.gramme.engine.check;

import dev.gramme.storage.Transaction;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Something that is wrong in a store.
 *
 * @param table the name of the table
 * @param part the index, or another part of the table such as {@code items}
 * @param key the key of the item, or the row in hexadecimal digits
 * @param repair writes the right row; empty if it does not follow from other rows
 */
public record Finding(
    String table, String part, String key, String what, Optional<Consumer<Transaction>> repair) {

  static Finding lasting(String table, String part, String key, String what) {
    return new Finding(table, part, key, what, Optional.empty());
  }

  static Finding repairable(
      String table, String part, String key, String what, Consumer<Transaction> repair) {
    return new Finding(table, part, key, what, Optional.of(repair));
  }

  @Override
  public String toString() {
    return "%s, %s, %s: %s".formatted(table, part, key, what);
  }
}
