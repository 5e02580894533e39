package dev.gramme.expression;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The expressions parsed lately, by their text: clients send the same few texts with changing
 * values. A table of fixed size in which a text has one place, and the text parsed last holds it; a
 * reader pays one hash and one comparison, there are no locks and nothing to tune. When the texts
 * are too long together, it begins anew.
 *
 * @param <T> the parsed form
 */
final class ParseCache<T> {
  private record Entry<T>(String text, T parsed) {}

  private final AtomicReferenceArray<@Nullable Entry<T>> entries =
      new AtomicReferenceArray<>(ExpressionLimits.PARSE_CACHE_SLOTS);

  private final AtomicInteger characters = new AtomicInteger();

  /** The parsed form of the text; errors of the parser are not kept. */
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

  /** The length of the texts that are kept. */
  int characters() {
    return characters.get();
  }
}
