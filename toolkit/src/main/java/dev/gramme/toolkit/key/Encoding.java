package dev.gramme.toolkit.key;

import java.util.function.Function;

/**
 * How the values of a type are written in a key. The texts sort as the values do (by their bytes in
 * UTF-8, the order of DynamoDB), also with a {@code #} and anything else behind them, and never
 * contain a {@code #}.
 */
interface Encoding<T> {
  /**
   * The text of a value.
   *
   * @param last whether nothing follows it in the key
   * @throws IllegalArgumentException if the value has no text
   */
  String encode(T value, boolean last);

  /**
   * The value of a text.
   *
   * @throws RuntimeException if it is the text of no value
   */
  T decode(String text);

  /**
   * Where the value that begins at an index of a key ends, or -1 if that can be told only by what
   * follows it.
   */
  default int end(String key, int begin) {
    return -1;
  }

  /** What the texts can look like. */
  Shape shape();

  /** Whether a text tells by itself where it ends, so that anything may follow it. */
  boolean selfDelimiting();

  /** The same texts for values of another type. */
  default <R> Encoding<R> map(Function<R, T> to, Function<T, R> from) {
    Encoding<T> original = this;
    return new Encoding<>() {
      @Override
      public String encode(R value, boolean last) {
        return original.encode(to.apply(value), last);
      }

      @Override
      public R decode(String text) {
        return from.apply(original.decode(text));
      }

      @Override
      public int end(String key, int begin) {
        return original.end(key, begin);
      }

      @Override
      public Shape shape() {
        return original.shape();
      }

      @Override
      public boolean selfDelimiting() {
        return original.selfDelimiting();
      }
    };
  }
}
