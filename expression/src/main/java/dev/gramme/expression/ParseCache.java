package dev.gramme.expression;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cache of parsed expressions by their text, since clients send the same few texts with changing
 * values. It is a direct-mapped table of fixed size: each text has one slot, and a new text
 * replaces the previous one of its slot. A lookup costs one hash and one comparison. The cache is
 * lock-free and needs no tuning. It is cleared when the total length of the texts exceeds {@link
 * ExpressionLimits#PARSE_CACHE_CHARACTERS}.
 *
 * @param <T> the parsed form
 */
final class ParseCache<T> {
  private record Entry<T>(String text, T parsed) {}

  private final AtomicReferenceArray<@Nullable Entry<T>> entries =
      new AtomicReferenceArray<>(ExpressionLimits.PARSE_CACHE_SLOTS);

  private final AtomicInteger characters = new AtomicInteger();

  /** The parsed form of the text. Errors of the parser are not cached. */
  T get(String text, Function<String, T> parser) {
    if (text.length() > ExpressionLimits.PARSE_CACHE_MAX_LENGTH) {
      return parser.apply(text);
    }
    int hash = text.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (ExpressionLimits.PARSE_CACHE_SLOTS - 1);
    Entry<T> entry = entries.get(slot);
    if (entry != null && entry.text.equals(text)) {
      return entry.parsed;
    }
    T parsed = parser.apply(text);
    Entry<T> replaced = entries.getAndSet(slot, new Entry<>(text, parsed));
    int more = text.length() - (replaced == null ? 0 : replaced.text.length());
    if (characters.addAndGet(more) > ExpressionLimits.PARSE_CACHE_CHARACTERS) {
      clear();
    }
    return parsed;
  }

  private void clear() {
    for (int slot = 0; slot < entries.length(); slot++) {
      Entry<T> removed = entries.getAndSet(slot, null);
      if (removed != null) {
        characters.addAndGet(-removed.text.length());
      }
    }
  }

  /** The total length of the cached texts. */
  int characters() {
    return characters.get();
  }
}
