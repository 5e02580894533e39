package dev.gramme.toolkit.key;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A fixed set of values with a word for each: booleans and enums. */
final class WordsEncoding<T> implements Encoding<T> {
  private final Map<T, String> words;
  private final Map<String, T> values = new HashMap<>();

  WordsEncoding(Map<T, String> words) {
    this.words = new LinkedHashMap<>(words);
    words.forEach((value, word) -> values.put(word, value));
  }

  @Override
  public String encode(T value, boolean last) {
    String word = words.get(value);
    if (word == null) {
      throw new IllegalArgumentException("a key cannot hold " + value + ", only " + words.keySet());
    }
    return word;
  }

  @Override
  public T decode(String text) {
    T value = values.get(text);
    if (value == null) {
      throw new IllegalArgumentException("not one of " + values.keySet() + ": " + text);
    }
    return value;
  }

  @Override
  public Shape shape() {
    return Shape.anyOf(List.copyOf(words.values()));
  }

  @Override
  public boolean selfDelimiting() {
    return false;
  }
}
