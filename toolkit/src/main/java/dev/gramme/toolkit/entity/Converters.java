package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.key.TimeTexts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
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
      number(value -> BigDecimal.valueOf(value).toPlainString(), Double::valueOf);
  public static final Converter<Float> FLOAT =
      number(value -> new BigDecimal(Float.toString(value)).toPlainString(), Float::valueOf);
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
  public static final Converter<YearMonth> YEAR_MONTH =
      string(YearMonth::toString, YearMonth::parse);

  /** Writes all nine fractional digits, so that texts sort as the times do. */
  public static final Converter<LocalTime> LOCAL_TIME =
      string(TimeTexts::localTime, LocalTime::parse);

  /** Stores the moment in UTC and then the zone, so that texts sort by moment. */
  public static final Converter<ZonedDateTime> ZONED_DATE_TIME =
      string(Converters::zoned, Converters::zoned);

  /** Stores seconds with a fraction of up to nine digits. */
  public static final Converter<Duration> DURATION =
      number(
          value -> TimeTexts.seconds(value).toPlainString(),
          text -> TimeTexts.duration(new BigDecimal(text)));

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

  /** The attribute of a nested map that names its record, if a sealed interface permits several. */
  public static final String VARIANT = "TYPE";

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

  private static String zoned(ZonedDateTime value) {
    String moment = INSTANT.toAttribute(value.toInstant()).s();
    return moment + "[" + value.getZone().getId() + "]";
  }

  /** Reads the stored form, and ISO 8601 with an offset and an optional zone. */
  private static ZonedDateTime zoned(String text) {
    int zone = text.indexOf('[');
    if (zone < 0 || !text.endsWith("]")) {
      return ZonedDateTime.parse(text);
    }
    Instant moment = OffsetDateTime.parse(text.substring(0, zone)).toInstant();
    return moment.atZone(ZoneId.of(text.substring(zone + 1, text.length() - 1)));
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

  /** Stores a map whose keys are constants of an enum as a map with the constants' names. */
  public static <K extends Enum<K>, T> Converter<Map<K, T>> enumMap(
      Class<K> keys, Converter<T> element) {
    Converter<Map<String, T>> named = map(element);
    return of(
        values -> {
          var byName = new LinkedHashMap<String, T>();
          values.forEach((key, value) -> byName.put(key.name(), value));
          return named.toAttribute(byName);
        },
        attribute -> {
          var values = new EnumMap<K, T>(keys);
          named
              .fromAttribute(attribute)
              .forEach((name, value) -> values.put(Enum.valueOf(keys, name), value));
          return java.util.Collections.unmodifiableMap(values);
        });
  }

  /** Stores a set as a set of strings, numbers or binaries; an empty set is a missing attribute. */
  public static <T> Converter<Set<T>> set(Converter<T> element) {
    return new SetConverter<>(element);
  }

  /** This converter with a default value, which is stored as a string. */
  public static <T> Converter<T> defaultText(Converter<T> converter, String value) {
    return new DefaultConverter<>(converter, converter.fromAttribute(AttributeValue.fromS(value)));
  }

  /** This converter with a default value, which is stored as a number. */
  public static <T> Converter<T> defaultNumber(Converter<T> converter, String value) {
    return new DefaultConverter<>(converter, converter.fromAttribute(AttributeValue.fromN(value)));
  }

  /** This converter with a default value, which is true or false. */
  public static <T> Converter<T> defaultFlag(Converter<T> converter, boolean value) {
    return new DefaultConverter<>(
        converter, converter.fromAttribute(AttributeValue.fromBool(value)));
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

  /**
   * A record that a sealed interface permits.
   *
   * @param name the value of the type attribute
   */
  public record Variant<T>(String name, Class<T> type, Converter<T> converter) {
    private boolean holds(Object value) {
      return type.isInstance(value);
    }

    private AttributeValue write(Object value) {
      AttributeValue attribute = converter.toAttribute(type.cast(value));
      var attributes = new LinkedHashMap<String, AttributeValue>();
      attributes.put(VARIANT, AttributeValue.fromS(name));
      attributes.putAll(attribute.m());
      return AttributeValue.fromM(attributes);
    }
  }

  /** A record that a sealed interface permits, stored with this name. */
  public static <T> Variant<T> variant(String name, Class<T> type, Converter<T> converter) {
    return new Variant<>(name, type, converter);
  }

  /**
   * Stores a sealed interface of nested records as maps, whose {@link #VARIANT} names the record.
   */
  public static <T> Converter<T> sealed(List<Variant<? extends T>> variants) {
    List<Variant<? extends T>> all = List.copyOf(variants);
    return of(
        value ->
            all.stream()
                .filter(variant -> variant.holds(value))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a known record: " + value))
                .write(value),
        attribute -> {
          require(attribute.hasM(), "M", attribute);
          AttributeValue kind = attribute.m().get(VARIANT);
          if (kind == null || kind.s() == null) {
            throw new IllegalArgumentException("the map has no string " + VARIANT);
          }
          for (Variant<? extends T> variant : all) {
            if (variant.name().equals(kind.s())) {
              return variant.converter().fromAttribute(attribute);
            }
          }
          throw new IllegalArgumentException("the " + VARIANT + " " + kind.s() + " is not known");
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

  private record DefaultConverter<T>(Converter<T> converter, T value) implements Converter<T> {
    @Override
    public AttributeValue toAttribute(T written) {
      return converter.toAttribute(written);
    }

    @Override
    public T fromAttribute(AttributeValue attribute) {
      return converter.fromAttribute(attribute);
    }

    @Override
    public Optional<T> absent() {
      return Optional.of(value);
    }

    @Override
    public Optional<T> whenNull() {
      return Optional.of(value);
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
