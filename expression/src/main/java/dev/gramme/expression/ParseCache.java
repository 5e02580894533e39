package dev.gramme.expression;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;

/**
 * A cache of parsed expressions by their text, since clients send the same few texts with changing
 * values. {@link ExpressionLimits} bounds the number of texts and their total length.
 *
 * @param <T> the parsed form
 */
final class ParseCache<T> {
  /**
   * A shorter text has this weight. The maximum weight therefore bounds the number of texts, too.
   */
  private static final int LEAST_WEIGHT =
      ExpressionLimits.PARSE_CACHE_CHARACTERS / ExpressionLimits.PARSE_CACHE_ENTRIES;

  private final Cache<String, T> cache =
      Caffeine.newBuilder()
          .maximumWeight(ExpressionLimits.PARSE_CACHE_CHARACTERS)
          .weigher((String text, T parsed) -> Math.max(text.length(), LEAST_WEIGHT))
          .executor(Runnable::run)
          .build();

  /** The parsed form of the text. Errors of the parser are not cached. */
  T get(String text, Function<String, T> parser) {
    return text.length() > ExpressionLimits.PARSE_CACHE_MAX_LENGTH
        ? parser.apply(text)
        : cache.get(text, parser);
  }
}
