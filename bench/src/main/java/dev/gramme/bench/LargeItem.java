package dev.gramme.bench;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The items of the large load, 100 bytes each by the rules of the service. Their JSON has a fixed
 * width, so that a request is made by overwriting the digits and the text of the previous one.
 */
final class LargeItem {
  /** The number of items with the same partition key. */
  static final int PER_PARTITION = 20;

  /** The length of the text, which cannot be compressed by LZ4. */
  static final int TEXT = 66;

  private static final int PARTITION_DIGITS = 8;
  private static final int SORT_DIGITS = 2;
  private static final int COUNT_DIGITS = 9;

  /** The most items for which the digits suffice. */
  static final int MOST = 1_000_000_000;

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private static final String BEFORE_PARTITION = "{\"pk\":{\"S\":\"user#";
  private static final String BEFORE_SORT = "\"},\"sk\":{\"S\":\"";
  private static final String BEFORE_COUNT = "\"},\"count\":{\"N\":\"";
  private static final String BEFORE_TEXT = "\"},\"text\":{\"S\":\"";
  private static final String END = "\"}}";

  private static final int PARTITION_AT = BEFORE_PARTITION.length();
  private static final int SORT_AT = PARTITION_AT + PARTITION_DIGITS + BEFORE_SORT.length();
  private static final int COUNT_AT = SORT_AT + SORT_DIGITS + BEFORE_COUNT.length();
  private static final int TEXT_AT = COUNT_AT + COUNT_DIGITS + BEFORE_TEXT.length();

  /** The item's JSON with zeros for digits and text. */
  static final String JSON =
      BEFORE_PARTITION
          + "0".repeat(PARTITION_DIGITS)
          + BEFORE_SORT
          + "0".repeat(SORT_DIGITS)
          + BEFORE_COUNT
          + "0".repeat(COUNT_DIGITS)
          + BEFORE_TEXT
          + "0".repeat(TEXT)
          + END;

  /** The same as a pattern of the number of the partition, of the sort key and item, and a text. */
  static final String PATTERN =
      BEFORE_PARTITION
          + "%08d"
          + BEFORE_SORT
          + "%02d"
          + BEFORE_COUNT
          + "%09d"
          + BEFORE_TEXT
          + "%s"
          + END;

  /** The partition key of an item. */
  static String partitionKey(long number) {
    return "user#" + digits(number / PER_PARTITION, PARTITION_DIGITS);
  }

  /** The sort key of an item. */
  static String sortKey(long number) {
    return digits(number % PER_PARTITION, SORT_DIGITS);
  }

  /** The key of an item. */
  static Item key(long number) {
    return Item.of(
        "pk",
        new AttributeValue.S(partitionKey(number)),
        "sk",
        new AttributeValue.S(sortKey(number)));
  }

  private LargeItem() {}

  private static String digits(long value, int width) {
    var digits = new byte[width];
    putDigits(digits, 0, width, value);
    return new String(digits, StandardCharsets.US_ASCII);
  }

  /** Overwrites the item whose JSON begins at a position. */
  static void put(byte[] json, int at, long number, Texts texts) {
    putDigits(json, at + PARTITION_AT, PARTITION_DIGITS, number / PER_PARTITION);
    putDigits(json, at + SORT_AT, SORT_DIGITS, number % PER_PARTITION);
    putDigits(json, at + COUNT_AT, COUNT_DIGITS, number);
    texts.put(json, at + TEXT_AT);
  }

  private static void putDigits(byte[] json, int at, int width, long value) {
    long rest = value;
    for (int i = at + width - 1; i >= at; i--) {
      json[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /** Parts of a long random text. Not thread-safe. */
  static final class Texts {
    private static final int POOL = 1 << 20;

    private final byte[] pool;
    private final SplittableRandom random;

    Texts(SplittableRandom random) {
      this.random = random;
      pool = randomText(POOL, random).getBytes(StandardCharsets.US_ASCII);
    }

    private void put(byte[] to, int at) {
      System.arraycopy(pool, random.nextInt(POOL - TEXT), to, at, TEXT);
    }
  }

  /** A text of random letters and digits. */
  static String randomText(int length, SplittableRandom random) {
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }
}
