package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Ksuid;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The converters for the types that the toolkit supports. */
public final class Converters {
  public static final Converter<String> STRING = string(text -> text, text -> text);
  public static final Converter<Integer> INT = number(String::valueOf, Integer::valueOf);
  public static final Converter<Long> LONG = number(String::valueOf, Long::valueOf);
  public static final Converter<Double> DOUBLE =
      number(value -> new BigDecimal(value).toPlainString(), Double::valueOf);
  public static final Converter<BigInteger> BIG_INTEGER =
      number(BigInteger::toString, text -> new BigDecimal(text).toBigIntegerExact());
  public static final Converter<BigDecimal> BIG_DECIMAL =
      number(BigDecimal::toString, BigDecimal::new);

  /**
   * Writes all nine fractional digits, so that texts sort chronologically in the years 0 to 9999:
   * otherwise 14:23:00.5Z would sort before 14:23:00Z.
   */
  public static final Converter<Instant> INSTANT =
      string(new DateTimeFormatterBuilder().appendInstant(9).toFormatter()::format, Instant::parse);

  public static final Converter<LocalDate> LOCAL_DATE =
      string(LocalDate::toString, LocalDate::parse);
  public static final Converter<UUID> UUID =
      string(java.util.UUID::toString, java.util.UUID::fromString);

  public static final Converter<Ksuid> KSUID = string(Ksuid::toString, Ksuid::parse);

  /** An instant for time to live: epoch seconds without fraction. */
  public static final Converter<Instant> EPOCH_SECONDS =
      number(
          value -> Long.toString(value.getEpochSecond()),
          text -> Instant.ofEpochSecond(Long.parseLong(text)));

  public static final Converter<Boolean> BOOLEAN =
      of(
          value -> AttributeValue.builder().bool(value).build(),
          attribute -> present(attribute.bool(), "BOOL", attribute));
  public static final Converter<SdkBytes> BYTES =
      of(
          value -> AttributeValue.builder().b(value).build(),
          attribute -> present(attribute.b(), "B", attribute));
  public static final Converter<byte[]> BYTE_ARRAY =
      of(
          value -> AttributeValue.builder().b(SdkBytes.fromByteArray(value)).build(),
          attribute -> BYTES.fromAttribute(attribute).asByteArray());

  private Converters() {}

  /** A converter for values that are stored as strings. */
  public static <T> Converter<T> string(Function<T, String> write, Function<String, T> read) {
    return of(
        value -> AttributeValue.builder().s(write.apply(value)).build(),
        attribute -> read.apply(present(attribute.s(), "S", attribute)));
  }

  /** A converter for values that are stored as numbers. */
  public static <T> Converter<T> number(Function<T, String> write, Function<String, T> read) {
    return of(
        value -> AttributeValue.builder().n(write.apply(value)).build(),
        attribute -> read.apply(present(attribute.n(), "N", attribute)));
  }

  /** Stores an enum by the names of its constants. */
  public static <T extends Enum<T>> Converter<T> enumeration(Class<T> type) {
    return string(Enum::name, name -> Enum.valueOf(type, name));
  }

  /** Stores a list as a list. */
  public static <T> Converter<List<T>> list(Converter<T> element) {
    return of(
        values ->
            AttributeValue.builder().l(values.stream().map(element::toAttribute).toList()).build(),
        attribute -> {
          require(attribute.hasL(), "L", attribute);
          return attribute.l().stream().map(element::fromAttribute).toList();
        });
  }

  /** Stores a map as a map. */
  public static <T> Converter<Map<String, T>> map(Converter<T> element) {
    return of(
        values -> {
          var attributes = new LinkedHashMap<String, AttributeValue>();
          values.forEach((name, value) -> attributes.put(name, element.toAttribute(value)));
          return AttributeValue.builder().m(attributes).build();
        },
        attribute -> {
          require(attribute.hasM(), "M", attribute);
          var values = new LinkedHashMap<String, T>();
          attribute.m().forEach((name, value) -> values.put(name, element.fromAttribute(value)));
          return java.util.Collections.unmodifiableMap(values);
        });
  }

  /** Stores a set as a set of strings, numbers or binaries; an empty set is a missing attribute. */
  public static <T> Converter<Set<T>> set(Converter<T> element) {
    return new SetConverter<>(element);
  }

  /** Stores an empty Optional as a missing attribute. */
  public static <T> Converter<Optional<T>> optional(Converter<T> value) {
    return new OptionalConverter<>(value);
  }

  /** Stores a nested record as a map. */
  public static <T> Converter<T> record(
      BiConsumer<T, ItemWriter> write, Function<ItemReader, T> read) {
    return of(
        value -> {
          var writer = new ItemWriter();
          write.accept(value, writer);
          return AttributeValue.builder().m(writer.item()).build();
        },
        attribute -> {
          require(attribute.hasM(), "M", attribute);
          return read.apply(new ItemReader(attribute.m()));
        });
  }

  private static <T> Converter<T> of(
      Function<T, AttributeValue> write, Function<AttributeValue, T> read) {
    return new Converter<>() {
      @Override
      public AttributeValue toAttribute(T value) {
        return write.apply(value);
      }

      @Override
      public T fromAttribute(AttributeValue attribute) {
        return read.apply(attribute);
      }
    };
  }

  private static <T> T present(
      @org.jspecify.annotations.Nullable T value, String type, AttributeValue attribute) {
    if (value == null) {
      throw new IllegalArgumentException("expected type " + type + ", not " + attribute.type());
    }
    return value;
  }

  private static void require(boolean right, String type, AttributeValue attribute) {
    if (!right) {
      throw new IllegalArgumentException("expected type " + type + ", not " + attribute.type());
    }
  }

  private record OptionalConverter<T>(Converter<T> value) implements Converter<Optional<T>> {
    @Override
    public AttributeValue toAttribute(Optional<T> optional) {
      return value.toAttribute(optional.orElseThrow());
    }

    @Override
    public Optional<T> fromAttribute(AttributeValue attribute) {
      return Boolean.TRUE.equals(attribute.nul())
          ? Optional.empty()
          : Optional.of(value.fromAttribute(attribute));
    }

    @Override
    public boolean isAbsent(Optional<T> optional) {
      return optional.isEmpty();
    }

    @Override
    public Optional<Optional<T>> absent() {
      return Optional.of(Optional.empty());
    }
  }

  private record SetConverter<T>(Converter<T> element) implements Converter<Set<T>> {
    @Override
    public AttributeValue toAttribute(Set<T> values) {
      var strings = new ArrayList<String>();
      var numbers = new ArrayList<String>();
      var binaries = new ArrayList<SdkBytes>();
      for (T value : values) {
        AttributeValue attribute = element.toAttribute(value);
        switch (attribute.type()) {
          case S -> strings.add(attribute.s());
          case N -> numbers.add(attribute.n());
          case B -> binaries.add(attribute.b());
          default -> throw new IllegalArgumentException("a set cannot hold " + attribute.type());
        }
      }
      var set = AttributeValue.builder();
      if (!numbers.isEmpty()) {
        return set.ns(numbers).build();
      }
      return binaries.isEmpty() ? set.ss(strings).build() : set.bs(binaries).build();
    }

    @Override
    public Set<T> fromAttribute(AttributeValue attribute) {
      var values = new LinkedHashSet<T>();
      switch (attribute.type()) {
        case SS -> attribute.ss().forEach(s -> values.add(read(AttributeValue.fromS(s))));
        case NS -> attribute.ns().forEach(n -> values.add(read(AttributeValue.fromN(n))));
        case BS -> attribute.bs().forEach(b -> values.add(read(AttributeValue.fromB(b))));
        default -> throw new IllegalArgumentException("not a set, but " + attribute.type());
      }
      return java.util.Collections.unmodifiableSet(values);
    }

    private T read(AttributeValue attribute) {
      return element.fromAttribute(attribute);
    }

    @Override
    public boolean isAbsent(Set<T> values) {
      return values.isEmpty();
    }

    @Override
    public Optional<Set<T>> absent() {
      return Optional.of(Set.of());
    }
  }
}
