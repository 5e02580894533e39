package dev.gramme.toolkit.key;

import java.util.function.Function;

/**
 * Values whose texts have equal length and the order of the values: dates, UUIDs, KSUIDs.
 *
 * @param alphabet the significant characters, in order
 * @param punctuation other characters in the texts, always at the same positions
 */
record FixedEncoding<T>(
    int length,
    String alphabet,
    String punctuation,
    Function<T, String> write,
    Function<String, T> read,
    boolean descending)
    implements Encoding<T> {

  @Override
  public String encode(T value, boolean last) {
    String text = write.apply(value);
    if (text.length() != length) {
      throw new IllegalArgumentException("a key cannot hold " + value);
    }
    return descending ? Complement.of(text, alphabet) : text;
  }

  @Override
  public T decode(String text) {
    return read.apply(descending ? Complement.of(text, alphabet) : text);
  }

  @Override
  public int end(String key, int begin) {
    return begin + length;
  }

  @Override
  public Shape shape() {
    return Shape.of(alphabet + punctuation, length, length);
  }

  @Override
  public boolean selfDelimiting() {
    return true;
  }
}
