package dev.gramme.testkit;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A seeded source of random values: the same seed always gives the same sequence. Half of the
 * values are small and plain, so that they collide and repeat; the others are edge cases (empty and
 * long strings, NUL, surrogate pairs, numbers at the limits of range and precision).
 *
 * <p>{@link #forAll} runs a property many times, each time with another seed, and reports the seed
 * of a failed run; {@code -Dgramme.seed=<n>} repeats that run.
 */
public final class Gen {
  /** The system property with the only seed to run. */
  public static final String SEED_PROPERTY = "gramme.seed";

  private static final String[] AWKWARD = {
    "",
    "\0",
    "a\0b",
    "\uFFFF",
    "\uE000",
    "\uD83D\uDE00",
    "\uD800\uDC00",
    "\uDBFF\uDFFF",
    "e\u0301",
    "\u00e9",
    "\u007f",
    "\u0080",
    "\u07ff",
    "\u0800",
    "\"\\/\b\f\n\r\t",
    "\u2028\u2029",
    "\u0001\u001f",
    " ",
    "#:.[0]",
    "NULL",
    "1e3",
  };

  private static final String[] EDGE_NUMBERS = {
    "0",
    "1",
    "-1",
    "10",
    "100",
    "0.1",
    "-0.01",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "1E125",
    "-1E125",
    "1E-130",
    "-1E-130",
    "9.9999999999999999999999999999999999999E125",
    "-9.9999999999999999999999999999999999999E125",
    "99999999999999999999999999999999999999",
    "0.00000000000000000000000000000000000001",
    "1.2345678901234567890123456789012345678",
    "1E37",
    "1E38",
  };

  private final long seed;
  private final SplittableRandom random;

  public Gen(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  /** A property that must hold for all values of a source. */
  @FunctionalInterface
  public interface Property {
    /** Returns if the property holds for the values of this source, and throws if not. */
    void check(Gen gen) throws Exception;
  }

  /**
   * Checks a property with this many seeds, or only with the seed in {@link #SEED_PROPERTY}.
   *
   * @throws AssertionError names the seed of the first failed run
   */
  public static void forAll(int runs, Property property) {
    Long given = Long.getLong(SEED_PROPERTY);
    long first = given == null ? System.nanoTime() : given;
    for (int run = 0; run < (given == null ? runs : 1); run++) {
      long seed = first + run;
      try {
        property.check(new Gen(seed));
      } catch (Exception | AssertionError | StackOverflowError failure) {
        throw new AssertionError(
            "failed with -D" + SEED_PROPERTY + "=" + seed + ": " + failure, failure);
      }
    }
  }

  /** The seed of this source. */
  public long seed() {
    return seed;
  }

  /** A number from 0 to bound - 1. */
  public int nextInt(int bound) {
    return random.nextInt(bound);
  }

  /** A number from one bound to the other, both included. */
  public int between(int from, int to) {
    return random.nextInt(from, to + 1);
  }

  /** Any 64 bits, as a number. */
  public long nextLong() {
    return random.nextLong();
  }

  /** True with this probability, in percent. */
  public boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** One of the elements. */
  public <T> T oneOf(List<T> elements) {
    return elements.get(random.nextInt(elements.size()));
  }

  /** One of the elements. */
  @SafeVarargs
  public final <T> T oneOf(T... elements) {
    return elements[random.nextInt(elements.length)];
  }

  /** A list of {@code from} to {@code to} elements. */
  public <T> List<T> listOf(int from, int to, Supplier<? extends T> element) {
    int size = between(from, to);
    var list = new ArrayList<T>(size);
    for (int i = 0; i < size; i++) {
      list.add(element.get());
    }
    return list;
  }

  /** A list of one to {@code to} elements without duplicates. */
  public <T> List<T> distinct(int to, Supplier<? extends T> element) {
    return List.copyOf(new LinkedHashSet<>(listOf(1, to, element)));
  }

  /** This many random bytes. */
  public byte[] bytes(int count) {
    var bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Well-formed Unicode of at most about this many UTF-16 units: plain, awkward, or both. */
  public String string(int maxLength) {
    if (maxLength > 0 && chance(50)) {
      return word(Math.min(maxLength, 3));
    }
    var text = new StringBuilder();
    int parts = between(0, 3);
    for (int i = 0; i < parts; i++) {
      text.append(chance(60) ? oneOf(AWKWARD) : codePoints(4));
    }
    if (chance(2)) {
      text.append(word(1).repeat(between(200, 2000)));
    }
    int end = Math.min(text.length(), maxLength);
    if (end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end);
  }

  /** A string of at most about 4,000 UTF-16 units. */
  public String string() {
    return string(4000);
  }

  /** A non-empty string of at most about this many UTF-16 units. */
  public String nonEmptyString(int maxLength) {
    String text = string(maxLength);
    return text.isEmpty() ? word(1) : text;
  }

  /** One to this many of a few lower-case letters, so that repeats are likely. */
  public String word(int maxLength) {
    int length = between(1, maxLength);
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(5)));
    }
    return text.toString();
  }

  private String codePoints(int max) {
    var text = new StringBuilder();
    int count = between(1, max);
    for (int i = 0; i < count; i++) {
      int point = random.nextInt(chance(50) ? 0x80 : chance(50) ? 0x10000 : 0x110000);
      text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'x' : point);
    }
    return text.toString();
  }

  /** A non-empty attribute name, mostly one of a few. */
  public String attributeName() {
    return chance(80) ? word(2) : nonEmptyString(255);
  }

  /** A number that the service accepts, in canonical form. */
  public BigDecimal number() {
    return switch (random.nextInt(4)) {
      case 0 -> DynamoNumber.canonical(BigDecimal.valueOf(between(-20, 20)));
      case 1 -> DynamoNumber.parse(oneOf(EDGE_NUMBERS));
      case 2 -> DynamoNumber.canonical(BigDecimal.valueOf(nextLong(), between(-3, 20)));
      default -> wideNumber();
    };
  }

  private BigDecimal wideNumber() {
    int digits = between(1, DynamoNumber.MAX_PRECISION);
    var text = new StringBuilder().append((char) ('1' + random.nextInt(9)));
    while (text.length() < digits) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    int exponent = between(DynamoNumber.MIN_EXPONENT, DynamoNumber.MAX_EXPONENT);
    var unscaled = new BigInteger(text.toString());
    return DynamoNumber.canonical(
        new BigDecimal(chance(50) ? unscaled : unscaled.negate(), digits - 1 - exponent));
  }

  /**
   * One of the notations in which a client may send this number: with an exponent, with redundant
   * zeros or signs, or canonical.
   */
  public String numberText(BigDecimal value) {
    String plain = DynamoNumber.format(value);
    return switch (random.nextInt(4)) {
      case 0 -> value.toString();
      case 1 -> plain.startsWith("-") ? "-00" + plain.substring(1) : "+0" + plain;
      case 2 -> plain.contains(".") ? plain + "00" : plain + ".0";
      default -> plain;
    };
  }

  /** A binary of at most this many bytes, often with a common prefix. */
  public Binary binary(int maxLength) {
    byte[] bytes = bytes(between(0, Math.min(maxLength, chance(95) ? 4 : 500)));
    if (chance(50)) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (bytes[i] & 1 - (bytes[i] & 2));
      }
    }
    return Binary.copyOf(bytes);
  }

  /** A value of any type, nested at most this deep (0: no lists or maps). */
  public AttributeValue value(int depth) {
    AttributeType[] types = AttributeType.values();
    // Lists and maps are the last two types.
    return value(types[random.nextInt(depth > 0 ? types.length : types.length - 2)], depth);
  }

  /** A value of any type. */
  public AttributeValue value() {
    return value(3);
  }

  /** A value of this type, with contents nested at most this deep. */
  public AttributeValue value(AttributeType type, int depth) {
    return switch (type) {
      case S -> new S(string());
      case N -> new N(number());
      case B -> new B(binary(4000));
      case BOOL -> Bool.of(chance(50));
      case NULL -> Null.NULL;
      case SS -> new SS(distinct(5, () -> string(20)));
      case NS -> new NS(distinct(5, this::number));
      case BS -> new BS(distinct(5, () -> binary(20)));
      case L -> new L(listOf(0, 4, () -> value(depth - 1)));
      case M -> new M(item(0, 4, depth - 1));
    };
  }

  /**
   * An item of {@code from} to {@code to} attributes (fewer if names repeat), nested at most this
   * deep.
   */
  public Item item(int from, int to, int depth) {
    int size = between(from, to);
    var builder = Item.builder(size);
    for (int i = 0; i < size; i++) {
      builder.put(attributeName(), value(depth));
    }
    return builder.build();
  }

  /** An item of up to eight attributes, which need not include the keys of a table. */
  public Item item() {
    return item(0, 8, 3);
  }

  /** A valid value for a key attribute of type S, N or B: not empty and within the size limit. */
  public AttributeValue keyValue(AttributeType type, int maxBytes) {
    return switch (type) {
      case S -> new S(nonEmptyString(maxBytes / 4));
      case N -> new N(number());
      case B -> {
        Binary binary = binary(maxBytes);
        yield new B(binary.length() == 0 ? Binary.copyOf(new byte[1]) : binary);
      }
      case SS, NS, BS, BOOL, NULL, L, M ->
          throw new IllegalArgumentException(type + " is not a type of a key attribute");
    };
  }

  /** A valid key that consists of a partition key. */
  public Item key(String partitionName, AttributeType partitionType) {
    return Item.of(partitionName, keyValue(partitionType, 2048));
  }

  /** A valid key that consists of a partition key and a sort key. */
  public Item key(
      String partitionName, AttributeType partitionType, String sortName, AttributeType sortType) {
    return Item.of(
        partitionName, keyValue(partitionType, 2048), sortName, keyValue(sortType, 1024));
  }
}
