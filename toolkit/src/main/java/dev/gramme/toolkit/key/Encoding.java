package dev.gramme.toolkit.key;

import java.util.function.Function;

/**
 * The encoding of a type's values in keys. The texts have the order of the values (compared by
 * UTF-8 bytes, as DynamoDB does), even if a {@code #} and further text follows, and never contain a
 * {@code #}.
 */
interface Encoding<T> {
  /**
   * Encodes a value.
   *
   * @param last whether this is the last part of the key
   * @throws IllegalArgumentException if the value cannot be encoded
   */
  String encode(T value, boolean last);

  /**
   * Decodes a text.
   *
   * @throws RuntimeException if it is not an encoded value
   */
  T decode(String text);

  /**
   * The end of the value that starts at an index of a key, or -1 if only the following text
   * determines it.
   */
  default int end(String key, int begin) {
    return -1;
  }

  /** The form of the texts. */
  Shape shape();

  /** Whether a text determines its own end, so that anything may follow it. */
  boolean selfDelimiting();

  /** The same encoding for values of another type. */
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
