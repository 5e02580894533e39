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
 * A seeded source of random values: the same seed gives the same sequence for ever. Half of what it
 * gives is small and plain so that values meet and repeat; the rest looks for trouble (empty and
 * long strings, NUL, surrogate pairs, numbers at the limits of range and precision).
 *
 * <p>{@link #forAll} runs a property many times, each time with a seed of its own, and names the
 * seed of the run that failed; {@code -Dgramme.seed=<n>} runs that one again.
 */
public final class Gen {
  /** The system property that names the one seed to run with. */
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

  /** What a property does with one source of random values. */
  @FunctionalInterface
  public interface Property {
    /** Holds for what the source gives, or throws. */
    void check(Gen gen) throws Exception;
  }

  /**
   * Checks a property with this many seeds, or with the one that {@link #SEED_PROPERTY} names.
   *
   * @throws AssertionError naming the seed of the first run that failed
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

  /** Any 64 bits. */
  public long nextLong() {
    return random.nextLong();
  }

  /** True in the given share of cases, in percent. */
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

  /** A list of some elements. */
  public <T> List<T> listOf(int from, int to, Supplier<? extends T> element) {
    int size = between(from, to);
    var list = new ArrayList<T>(size);
    for (int i = 0; i < size; i++) {
      list.add(element.get());
    }
    return list;
  }

  /** A list without repeats, of at most {@code to} elements and at least one. */
  public <T> List<T> distinct(int to, Supplier<? extends T> element) {
    return List.copyOf(new LinkedHashSet<>(listOf(1, to, element)));
  }

  /** Bytes of this count. */
  public byte[] bytes(int count) {
    var bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Well-formed Unicode of up to about this many units: plain, awkward, or both. */
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

  /** Any string. */
  public String string() {
    return string(4000);
  }

  /** A string that is not empty, of up to about this many units. */
  public String nonEmptyString(int maxLength) {
    String text = string(maxLength);
    return text.isEmpty() ? word(1) : text;
  }

  /** One to this many of a few small letters, so that repeats are likely. */
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

  /** An attribute name: mostly one of a few, never empty. */
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
   * One of the texts by which a client may send this number: with an exponent, with needless zeros
   * or signs, or canonical.
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

  /** A binary of up to this many bytes, often of equal beginnings. */
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

  /** A value of this type, its contents nested at most this deep. */
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

  /** An item of from..to attributes (fewer if names repeat), nested at most this deep. */
  public Item item(int from, int to, int depth) {
    int size = between(from, to);
    var builder = Item.builder(size);
    for (int i = 0; i < size; i++) {
      builder.put(attributeName(), value(depth));
    }
    return builder.build();
  }

  /** An item of up to eight attributes, without keys of any table. */
  public Item item() {
    return item(0, 8, 3);
  }

  /** A legal value of a key attribute of a type S, N or B: not empty, within the size limit. */
  public AttributeValue keyValue(AttributeType type, int maxBytes) {
    return switch (type) {
      case S -> new S(nonEmptyString(maxBytes / 4));
      case N -> new N(number());
      case B -> {
        Binary binary = binary(maxBytes);
        yield new B(binary.length() == 0 ? Binary.copyOf(new byte[1]) : binary);
      }
      case SS, NS, BS, BOOL, NULL, L, M ->
          throw new IllegalArgumentException(type + " is no type of a key");
    };
  }

  /** A legal key of a partition key attribute alone. */
  public Item key(String partitionName, AttributeType partitionType) {
    return Item.of(partitionName, keyValue(partitionType, 2048));
  }

  /** A legal key of a partition key and a sort key attribute. */
  public Item key(
      String partitionName, AttributeType partitionType, String sortName, AttributeType sortType) {
    return Item.of(
        partitionName, keyValue(partitionType, 2048), sortName, keyValue(sortType, 1024));
  }
}
