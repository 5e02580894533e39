package dev.gramme.auth.policy;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Compares values of a request with values of a policy, without quantifier and {@code IfExists}. An
 * operator whose name contains Not holds if no value of the policy matches.
 */
enum ConditionOperator {
  STRING_EQUALS(Kind.TEXT, false),
  STRING_NOT_EQUALS(Kind.TEXT, true),
  STRING_EQUALS_IGNORE_CASE(Kind.TEXT_IGNORING_CASE, false),
  STRING_NOT_EQUALS_IGNORE_CASE(Kind.TEXT_IGNORING_CASE, true),
  STRING_LIKE(Kind.PATTERN, false),
  STRING_NOT_LIKE(Kind.PATTERN, true),
  NUMERIC_EQUALS(Kind.NUMBER, false, order -> order == 0),
  NUMERIC_NOT_EQUALS(Kind.NUMBER, true, order -> order == 0),
  NUMERIC_LESS_THAN(Kind.NUMBER, false, order -> order < 0),
  NUMERIC_LESS_THAN_EQUALS(Kind.NUMBER, false, order -> order <= 0),
  NUMERIC_GREATER_THAN(Kind.NUMBER, false, order -> order > 0),
  NUMERIC_GREATER_THAN_EQUALS(Kind.NUMBER, false, order -> order >= 0),
  DATE_EQUALS(Kind.DATE, false, order -> order == 0),
  DATE_NOT_EQUALS(Kind.DATE, true, order -> order == 0),
  DATE_LESS_THAN(Kind.DATE, false, order -> order < 0),
  DATE_LESS_THAN_EQUALS(Kind.DATE, false, order -> order <= 0),
  DATE_GREATER_THAN(Kind.DATE, false, order -> order > 0),
  DATE_GREATER_THAN_EQUALS(Kind.DATE, false, order -> order >= 0),
  BOOL(Kind.TEXT_IGNORING_CASE, false),
  IP_ADDRESS(Kind.ADDRESS, false),
  NOT_IP_ADDRESS(Kind.ADDRESS, true),
  ARN_EQUALS(Kind.ARN, false),
  ARN_LIKE(Kind.ARN, false),
  ARN_NOT_EQUALS(Kind.ARN, true),
  ARN_NOT_LIKE(Kind.ARN, true),
  NULL(Kind.TEXT_IGNORING_CASE, false);

  private enum Kind {
    TEXT,
    TEXT_IGNORING_CASE,
    PATTERN,
    NUMBER,
    DATE,
    ADDRESS,
    ARN
  }

  private static final Map<String, ConditionOperator> BY_NAME = byName();

  private final Kind kind;
  private final boolean negated;

  // Safe: the predicates capture nothing.
  @SuppressWarnings("ImmutableEnumChecker")
  private final transient IntPredicate accepted;

  ConditionOperator(Kind kind, boolean negated) {
    this(kind, negated, order -> order == 0);
  }

  /**
   * An operator on ordered values; {@code accepted} tests the result of comparing the request's
   * value with the policy's.
   */
  ConditionOperator(Kind kind, boolean negated, IntPredicate accepted) {
    this.kind = kind;
    this.negated = negated;
    this.accepted = accepted;
  }

  private static Map<String, ConditionOperator> byName() {
    var names = new java.util.HashMap<String, ConditionOperator>();
    for (ConditionOperator operator : values()) {
      names.put(operator.name().replace("_", "").toLowerCase(Locale.ROOT), operator);
    }
    return names;
  }

  /** The operator with a name; case does not matter. */
  static Optional<ConditionOperator> named(String name) {
    return name.contains("_")
        ? Optional.empty()
        : Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
  }

  /** Whether the operator holds if nothing matches. */
  boolean isNegated() {
    return negated;
  }

  /** A parsed value of a policy. */
  interface Value {
    /** Whether a value of the request matches. */
    boolean matches(String given, Context context);

    /** Whether it contains a variable without a value. */
    boolean isUnresolved(Context context);
  }

  /** Parses a value of a policy. */
  Value value(String text, boolean variables) throws PolicyException {
    return switch (kind) {
      case TEXT -> {
        var pattern = TextPattern.parse(text, false, variables);
        yield value(pattern, pattern::matches);
      }
      case TEXT_IGNORING_CASE -> {
        if ((this == BOOL || this == NULL) && !text.matches("(?i)true|false")) {
          throw new PolicyException("\"" + text + "\" is neither true nor false");
        }
        var pattern = TextPattern.parse(text, false, variables);
        yield value(pattern, pattern::matchesIgnoringCase);
      }
      case PATTERN -> {
        var pattern = TextPattern.parse(text, true, variables);
        yield value(pattern, pattern::matches);
      }
      case ARN -> arn(ArnPattern.parse(text, variables));
      case NUMBER -> {
        BigDecimal bound = number(text).orElseThrow(() -> wrong(text, "number"));
        yield constant(
            given -> number(given).filter(n -> accepted.test(n.compareTo(bound))).isPresent());
      }
      case DATE -> {
        Instant bound = date(text).orElseThrow(() -> wrong(text, "date"));
        yield constant(
            given -> date(given).filter(d -> accepted.test(d.compareTo(bound))).isPresent());
      }
      case ADDRESS -> constant(IpRange.parse(text)::contains);
    };
  }

  private static PolicyException wrong(String text, String what) {
    return new PolicyException("\"" + text + "\" is no " + what);
  }

  private interface Match {
    boolean test(String given, Context context);
  }

  private static Value value(TextPattern pattern, Match match) {
    return new Value() {
      @Override
      public boolean matches(String given, Context context) {
        return match.test(given, context);
      }

      @Override
      public boolean isUnresolved(Context context) {
        return pattern.isUnresolved(context);
      }
    };
  }

  private static Value arn(ArnPattern pattern) {
    return new Value() {
      @Override
      public boolean matches(String given, Context context) {
        return pattern.matches(given, context);
      }

      @Override
      public boolean isUnresolved(Context context) {
        return pattern.isUnresolved(context);
      }
    };
  }

  private static Value constant(java.util.function.Predicate<String> match) {
    return new Value() {
      @Override
      public boolean matches(String given, Context context) {
        return match.test(given);
      }

      @Override
      public boolean isUnresolved(Context context) {
        return false;
      }
    };
  }

  private static Optional<BigDecimal> number(String text) {
    try {
      // The limit on the length also limits the work of a comparison.
      return text.matches("[-+]?[0-9]{1,40}([.][0-9]{1,40})?")
          ? Optional.of(new BigDecimal(text))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A day, a time with its offset, or seconds since 1970. */
  private static Optional<Instant> date(String text) {
    try {
      if (text.matches("[0-9]{5,12}([.][0-9]+)?")) {
        return Optional.of(Instant.ofEpochSecond(new BigDecimal(text).longValue()));
      }
      return Optional.of(
          text.contains("T")
              ? OffsetDateTime.parse(text).toInstant()
              : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
