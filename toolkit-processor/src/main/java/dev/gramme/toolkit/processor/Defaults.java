package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import dev.gramme.toolkit.Convert;
import dev.gramme.toolkit.Default;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.entity.Converters;
import dev.gramme.toolkit.processor.EntityModel.Conversion;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.UUID;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Parses the default values of components, so that an invalid one is a compile error. */
final class Defaults {
  private final Types types;

  Defaults(Types types) {
    this.types = types;
  }

  /** The conversion of a component with its default, if it has one. */
  Conversion apply(RecordComponentElement component, Conversion conversion) {
    Default given = component.getAnnotation(Default.class);
    if (given == null) {
      return conversion;
    }
    if (conversion.optional()) {
      throw new Problem(
          component, "an Optional has no default; it is empty if the attribute is missing");
    }
    if (component.getAnnotation(Convert.class) != null) {
      throw new Problem(component, "a component with @Convert has no default");
    }
    return new Conversion(
        source(component, conversion, given.value()),
        conversion.type(),
        conversion.valueType(),
        false,
        conversion.keyType());
  }

  private String source(RecordComponentElement component, Conversion conversion, String text) {
    AttributeValue value;
    try {
      value = parse(component, conversion, text);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw new Problem(
          component,
          literal(text) + " is not a default of type " + types.source(conversion.valueType()));
    }
    String converter = "(" + conversion.source() + ", ";
    return switch (value.type()) {
      case S -> "Converters.defaultText" + converter + literal(value.s()) + ")";
      case N -> "Converters.defaultNumber" + converter + literal(value.n()) + ")";
      default -> "Converters.defaultFlag" + converter + value.bool() + ")";
    };
  }

  private AttributeValue parse(
      RecordComponentElement component, Conversion conversion, String text) {
    return switch (types.name(types.boxed(conversion.valueType()))) {
      case "java.lang.String" -> AttributeValue.fromS(text);
      case "java.lang.Boolean" -> AttributeValue.fromBool(flag(text));
      case "java.lang.Integer" -> Converters.INT.toAttribute(Integer.valueOf(text));
      case "java.lang.Long" -> Converters.LONG.toAttribute(Long.valueOf(text));
      case "java.lang.Float" -> Converters.FLOAT.toAttribute(Float.valueOf(text));
      case "java.lang.Double" -> Converters.DOUBLE.toAttribute(Double.valueOf(text));
      case "java.math.BigInteger" -> Converters.BIG_INTEGER.toAttribute(new BigInteger(text));
      case "java.math.BigDecimal" -> Converters.BIG_DECIMAL.toAttribute(new BigDecimal(text));
      case "java.time.Instant" -> Converters.INSTANT.toAttribute(Instant.parse(text));
      case "java.time.LocalDate" -> Converters.LOCAL_DATE.toAttribute(LocalDate.parse(text));
      case "java.time.LocalTime" -> Converters.LOCAL_TIME.toAttribute(LocalTime.parse(text));
      case "java.time.YearMonth" -> Converters.YEAR_MONTH.toAttribute(YearMonth.parse(text));
      case "java.time.ZonedDateTime" ->
          Converters.ZONED_DATE_TIME.toAttribute(ZonedDateTime.parse(text));
      case "java.time.Duration" -> Converters.DURATION.toAttribute(Duration.parse(text));
      case "java.util.UUID" -> Converters.UUID.toAttribute(UUID.fromString(text));
      case "dev.gramme.toolkit.Ksuid" -> Converters.KSUID.toAttribute(Ksuid.parse(text));
      default -> constant(component, conversion, text);
    };
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return text.equals("true");
  }

  private AttributeValue constant(
      RecordComponentElement component, Conversion conversion, String text) {
    TypeElement type =
        types
            .element(conversion.valueType())
            .filter(element -> element.getKind() == ElementKind.ENUM)
            .orElseThrow(() ->
                new Problem(
                    component,
                    "a component of type "
                        + types.source(conversion.valueType())
                        + " has no default; use an Optional, or add the value in an upcast"));
    boolean known =
        type.getEnclosedElements().stream()
            .anyMatch(inside ->
                inside.getKind() == ElementKind.ENUM_CONSTANT
                    && inside.getSimpleName().contentEquals(text));
    if (!known) {
      throw new IllegalArgumentException(text);
    }
    return AttributeValue.fromS(text);
  }
}
