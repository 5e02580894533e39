package dev.gramme.toolkit.key;

import dev.gramme.toolkit.Ksuid;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;

/** Random values of every key type, close to each other, with their expected order. */
record Tuples<T>(
    String name, KeyType<T> type, Function<SplittableRandom, T> random, Comparator<T> order) {
  enum Plain {
    B,
    A,
    AB
  }

  enum Level implements Ranked {
    HIGH(300),
    LOW(-5),
    NONE(0),
    MIDDLE(20);

    private final int rank;

    Level(int rank) {
      this.rank = rank;
    }

    @Override
    public int rank() {
      return rank;
    }
  }

  private static final int[] CODE_POINTS = {
    0, 1, 0x1F, ' ', '!', '"', '#', '$', '%', '-', '.', '0', '@', 'A', 'a', 'd', '~', 0x7F, 0x80,
    0xE9, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF
  };

  static final List<Tuples<?>> ALL =
      List.of(
          new Tuples<>("string", KeyType.STRING, Tuples::string, Tuples::compareUtf8),
          new Tuples<>(
              "lower",
              KeyType.STRING.lowerCase(),
              Tuples::string,
              Comparator.comparing(CaseFolding::lower, Tuples::compareUtf8)),
          new Tuples<>("int", KeyType.INT, r -> (int) number(r), Comparator.naturalOrder()),
          new Tuples<>("long", KeyType.LONG, Tuples::number, Comparator.naturalOrder()),
          new Tuples<>("big", KeyType.BIG_INTEGER, Tuples::big, Comparator.naturalOrder()),
          new Tuples<>(
              "padded", KeyType.INT.padded(3), r -> r.nextInt(1000), Comparator.naturalOrder()),
          new Tuples<>("decimal", KeyType.BIG_DECIMAL, Tuples::decimal, Comparator.naturalOrder()),
          new Tuples<>(
              "flag", KeyType.BOOLEAN, SplittableRandom::nextBoolean, Comparator.naturalOrder()),
          new Tuples<>("day", KeyType.LOCAL_DATE, Tuples::day, Comparator.naturalOrder()),
          new Tuples<>(
              "month",
              KeyType.YEAR_MONTH,
              r -> YearMonth.of(r.nextInt(10_000), 1 + r.nextInt(12)),
              Comparator.naturalOrder()),
          new Tuples<>(
              "time",
              KeyType.LOCAL_TIME,
              r -> LocalTime.ofNanoOfDay(r.nextLong(86_400_000_000_000L)),
              Comparator.naturalOrder()),
          new Tuples<>("took", KeyType.DURATION, Tuples::duration, Comparator.naturalOrder()),
          new Tuples<>("at", KeyType.INSTANT, Tuples::instant, Comparator.naturalOrder()),
          new Tuples<>("uuid", KeyType.UUID, Tuples::uuid, Comparator.comparing(UUID::toString)),
          new Tuples<>("ksuid", KeyType.KSUID, Tuples::ksuid, Comparator.naturalOrder()),
          new Tuples<>("bytes", KeyType.BYTES, Tuples::bytes, Arrays::compareUnsigned),
          new Tuples<>(
              "plain",
              KeyType.of(Plain.class),
              r -> any(r, Plain.values()),
              Comparator.comparing(Plain::name)),
          new Tuples<>(
              "level",
              KeyType.of(Level.class),
              r -> any(r, Level.values()),
              Comparator.comparingInt(Level::rank)));

  Tuples<T> descending() {
    return new Tuples<>(name + "Down", type.descending(), random, order.reversed());
  }

  int compare(Object one, Object other) {
    return order.compare(type.javaType().cast(one), type.javaType().cast(other));
  }

  boolean isSame(Object one, Object other) {
    return compare(one, other) == 0;
  }

  static int compareUtf8(String one, String other) {
    return Arrays.compareUnsigned(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  static String string(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  private static long number(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(-12, 13);
      case 1 -> random.nextInt(-1100, 1101);
      case 2 -> any(random, new Long[] {Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE + 1});
      default -> random.nextLong() >> random.nextInt(64);
    };
  }

  private static BigInteger big(SplittableRandom random) {
    BigInteger number = BigInteger.valueOf(number(random));
    return random.nextInt(3) > 0
        ? number
        : number.multiply(BigInteger.TEN.pow(random.nextInt(300)));
  }

  private static BigDecimal decimal(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> new BigDecimal(BigInteger.valueOf(random.nextInt(-30, 31)), random.nextInt(-3, 4));
      case 1 -> new BigDecimal(BigInteger.valueOf(number(random)), random.nextInt(-130, 130));
      default -> new BigDecimal(BigInteger.valueOf(number(random)), random.nextInt(0, 20));
    };
  }

  private static LocalDate day(SplittableRandom random) {
    return random.nextBoolean()
        ? LocalDate.of(2026, 1 + random.nextInt(12), 1 + random.nextInt(28))
        : LocalDate.of(random.nextInt(10_000), 12, 31);
  }

  private static Duration duration(SplittableRandom random) {
    return Duration.ofSeconds(
        random.nextLong(1_000_000_000_000L) >> random.nextInt(40),
        random.nextBoolean() ? 0 : random.nextInt(1_000_000_000));
  }

  private static Instant instant(SplittableRandom random) {
    Instant second = Instant.parse("2026-05-16T14:23:00Z").plusSeconds(random.nextInt(-2, 3));
    return switch (random.nextInt(3)) {
      case 0 -> second;
      case 1 -> second.plusMillis(random.nextInt(1000));
      default ->
          Instant.ofEpochSecond(
              random.nextLong(-62_167_219_200L, 253_402_300_800L), random.nextInt(1_000_000_000));
    };
  }

  private static UUID uuid(SplittableRandom random) {
    return new UUID(
        random.nextLong() >> random.nextInt(64), random.nextLong() >> random.nextInt(64));
  }

  private static Ksuid ksuid(SplittableRandom random) {
    byte[] bytes = new byte[Ksuid.BYTES];
    random.nextBytes(bytes);
    return Ksuid.of(bytes);
  }

  private static byte[] bytes(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(4)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = any(random, new Integer[] {0, 1, 127, 128, 254, 255}).byteValue();
    }
    return bytes;
  }

  private static <T> T any(SplittableRandom random, T[] values) {
    return values[random.nextInt(values.length)];
  }
}
