package dev.gramme.toolkit.estimate;

import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Range;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import software.amazon.awssdk.core.SdkBytes;

/** Makes values of the types of components: equal seeds give equal values of equal sizes. */
final class SampleValues {
  /** The time of the clock; all samples expire years later, also by the clock of the database. */
  static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  private SampleValues() {}

  /** Whether a type is that of numbers. */
  static boolean isNumber(Type type) {
    return type instanceof Class<?> plain
        && (plain == int.class
            || plain == long.class
            || plain == float.class
            || plain == double.class
            || Number.class.isAssignableFrom(plain));
  }

  /** A value of a component's type. */
  interface OfComponent {
    Object value(RecordComponent component);
  }

  static Object of(Type type, int seed) {
    if (type instanceof ParameterizedType generic) {
      return generic(generic, seed);
    }
    if (type instanceof WildcardType wildcard) {
      return of(wildcard.getUpperBounds()[0], seed);
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isEnum()) {
      Object[] constants = plain.getEnumConstants();
      return constants[seed % constants.length];
    }
    if (plain.isRecord() && plain != Cursor.class) {
      return record(plain, component -> of(component.getGenericType(), seed));
    }
    if (plain.isSealed()) {
      return of(plain.getPermittedSubclasses()[0], seed);
    }
    Instant later = NOW.plusSeconds(100_000_000L + seed);
    return switch (plain.getName()) {
      case "java.lang.String" -> String.format(Locale.ROOT, "%02d", seed);
      case "boolean", "java.lang.Boolean" -> seed % 2 == 0;
      case "int", "java.lang.Integer" -> 10 + seed;
      case "long", "java.lang.Long" -> 10L + seed;
      case "double", "java.lang.Double" -> 10.0 + seed;
      case "float", "java.lang.Float" -> 10.0f + seed;
      case "java.math.BigInteger" -> BigInteger.valueOf(10 + seed);
      case "java.math.BigDecimal" -> BigDecimal.valueOf(10 + seed);
      case "java.time.Instant" -> later;
      case "java.time.LocalDate" -> LocalDate.of(2027, 1, 1).plusDays(seed);
      case "java.time.LocalTime" -> LocalTime.NOON.plusSeconds(seed);
      case "java.time.Duration" -> Duration.ofSeconds(10 + seed);
      case "java.time.ZonedDateTime" -> later.atZone(ZoneOffset.UTC);
      case "java.time.YearMonth" -> YearMonth.of(2027, 1).plusMonths(seed);
      case "java.util.UUID" -> new UUID(seed, seed);
      case "dev.gramme.toolkit.Ksuid" -> Ksuid.next(InstantSource.fixed(later), new Random(seed));
      case "dev.gramme.toolkit.Cursor" -> Cursor.start();
      case "software.amazon.awssdk.core.SdkBytes" ->
          SdkBytes.fromUtf8String(String.format(Locale.ROOT, "%02d", seed));
      case "[B" -> String.format(Locale.ROOT, "%02d", seed).getBytes(StandardCharsets.UTF_8);
      default -> throw new IllegalArgumentException("no sample of " + type);
    };
  }

  private static Object generic(ParameterizedType type, int seed) {
    Type[] arguments = type.getActualTypeArguments();
    return switch (((Class<?>) type.getRawType()).getSimpleName()) {
      case "Optional" -> Optional.of(of(arguments[0], seed));
      case "List" -> List.of(of(arguments[0], seed));
      case "Set" -> Set.of(of(arguments[0], seed));
      case "Map" ->
          Map.of(
              arguments[0] == String.class ? "key" : of(arguments[0], 0), of(arguments[1], seed));
      case "Range" -> Range.all();
      default -> throw new IllegalArgumentException("no sample of " + type);
    };
  }

  /** A record. */
  static Object record(Class<?> type, OfComponent values) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      Constructor<?> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(Arrays.stream(components).map(values::value).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a sample of " + type + " cannot be made", e);
    }
  }

  /** The value of a record's component. */
  static Object component(Object record, RecordComponent component) {
    try {
      var accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component + " cannot be read", e);
    }
  }
}
