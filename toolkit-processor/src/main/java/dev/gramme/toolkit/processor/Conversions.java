package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.entity.Converters;
import dev.gramme.toolkit.processor.EntityModel.Conversion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Finds the converters for component types, and collects nested records. */
final class Conversions {
  private static final Set<String> SETS = Set.of("S", "N", "B");

  private record Known(String source, String type, String keyType) {}

  private static final Map<String, Known> KNOWN =
      Map.ofEntries(
          known("java.lang.String", "STRING", "S", "STRING"),
          known("java.lang.Boolean", "BOOLEAN", "BOOL", "BOOLEAN"),
          known("java.lang.Integer", "INT", "N", "INT"),
          known("java.lang.Long", "LONG", "N", "LONG"),
          known("java.lang.Double", "DOUBLE", "N", ""),
          known("java.lang.Float", "FLOAT", "N", ""),
          known("java.math.BigInteger", "BIG_INTEGER", "N", "BIG_INTEGER"),
          known("java.math.BigDecimal", "BIG_DECIMAL", "N", "BIG_DECIMAL"),
          known("java.time.Instant", "INSTANT", "S", "INSTANT"),
          known("java.time.LocalDate", "LOCAL_DATE", "S", "LOCAL_DATE"),
          known("java.time.LocalTime", "LOCAL_TIME", "S", "LOCAL_TIME"),
          known("java.time.YearMonth", "YEAR_MONTH", "S", "YEAR_MONTH"),
          known("java.time.ZonedDateTime", "ZONED_DATE_TIME", "S", ""),
          known("java.time.Duration", "DURATION", "N", "DURATION"),
          known("java.util.UUID", "UUID", "S", "UUID"),
          known("dev.gramme.toolkit.Ksuid", "KSUID", "S", "KSUID"),
          known("software.amazon.awssdk.core.SdkBytes", "BYTES", "B", "BYTES"));

  private static Map.Entry<String, Known> known(
      String javaType, String constant, String type, String keyType) {
    return Map.entry(
        javaType,
        new Known("Converters." + constant, type, keyType.isEmpty() ? "" : "KeyType." + keyType));
  }

  /** A nested record, whose components have their own converters. */
  record Part(TypeElement element, String name, List<PartComponent> components) {}

  /** A component of a nested record. */
  record PartComponent(String name, String attribute, Conversion conversion) {}

  private final Types types;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final Deque<String> open = new ArrayDeque<>();

  Conversions(Types types) {
    this.types = types;
  }

  /** The nested records found so far. */
  List<Part> parts() {
    return List.copyOf(parts.values());
  }

  /**
   * The conversion for a type.
   *
   * @param where the component, for the error message if the type is not supported
   */
  Conversion of(TypeMirror type, Element where) {
    if (type.getKind().isPrimitive()) {
      return primitive(type, where);
    }
    if (type instanceof ArrayType array && array.getComponentType().getKind() == TypeKind.BYTE) {
      return new Conversion("Converters.BYTE_ARRAY", "B", type, false, "KeyType.BYTES");
    }
    if (!(type instanceof DeclaredType declared)) {
      throw unsupported(type, where);
    }
    TypeElement element = (TypeElement) declared.asElement();
    String name = element.getQualifiedName().toString();
    Known known = KNOWN.get(name);
    if (known != null) {
      return new Conversion(known.source(), known.type(), type, false, known.keyType());
    }
    if (!declared.getTypeArguments().isEmpty()) {
      return generic(declared, name, where);
    }
    return switch (element.getKind()) {
      case ENUM ->
          new Conversion(
              "Converters.enumeration(" + name + ".class)",
              "S",
              type,
              false,
              "KeyType.of(" + name + ".class)");
      case RECORD -> new Conversion(part(element, where) + ".CONVERTER", "M", type, false, "");
      case INTERFACE -> {
        if (!element.getModifiers().contains(Modifier.SEALED)) {
          throw unsupported(type, where);
        }
        yield new Conversion(variants(element, where), "M", type, false, "");
      }
      default -> throw unsupported(type, where);
    };
  }

  /** The converter of a sealed interface of records. */
  private String variants(TypeElement sealed, Element where) {
    String name = sealed.getQualifiedName().toString();
    if (open.contains(name)) {
      throw new Problem(where, name + " contains itself, which an item cannot");
    }
    open.push(name);
    var records = new LinkedHashMap<String, TypeElement>();
    permitted(sealed, where, records);
    String converters =
        records.entrySet().stream()
            .map(entry -> variant(entry.getKey(), entry.getValue(), where))
            .collect(Collectors.joining(", "));
    open.pop();
    return "Converters.<" + name + ">sealed(List.of(" + converters + "))";
  }

  private String variant(String name, TypeElement record, Element where) {
    String converter = part(record, where) + ".CONVERTER";
    for (RecordComponentElement component : record.getRecordComponents()) {
      if (Annotations.attribute(component).equals(Converters.VARIANT)) {
        throw new Problem(
            where,
            component.getSimpleName()
                + " of "
                + name
                + " is stored in "
                + Converters.VARIANT
                + ", which names the record in the map of a sealed interface; rename it");
      }
    }
    return "Converters.variant("
        + Source.literal(name)
        + ", "
        + record.getQualifiedName()
        + ".class, "
        + converter
        + ")";
  }

  /** Collects the records of a sealed interface, and of the sealed interfaces that it permits. */
  private static void permitted(
      TypeElement sealed, Element where, Map<String, TypeElement> records) {
    for (TypeMirror type : sealed.getPermittedSubclasses()) {
      TypeElement permitted = (TypeElement) ((DeclaredType) type).asElement();
      if (permitted.getKind() == ElementKind.INTERFACE
          && permitted.getModifiers().contains(Modifier.SEALED)) {
        permitted(permitted, where, records);
        continue;
      }
      if (!isRecord(permitted) || !permitted.getTypeParameters().isEmpty()) {
        throw new Problem(
            where,
            sealed.getSimpleName()
                + " permits "
                + permitted.getSimpleName()
                + ", which is not a record without type parameters; only records can be stored");
      }
      TypeElement other = records.put(permitted.getSimpleName().toString(), permitted);
      if (other != null && !other.equals(permitted)) {
        throw new Problem(
            where,
            sealed.getSimpleName()
                + " permits two records with the name "
                + permitted.getSimpleName()
                + "; the stored form of a value has only the name");
      }
    }
  }

  private Conversion primitive(TypeMirror type, Element where) {
    return switch (type.getKind()) {
      case BOOLEAN, INT, LONG, FLOAT, DOUBLE -> {
        Conversion boxed = of(types.boxed(type), where);
        yield new Conversion(boxed.source(), boxed.type(), type, false, boxed.keyType());
      }
      default -> throw unsupported(type, where);
    };
  }

  private Conversion generic(DeclaredType type, String name, Element where) {
    List<? extends TypeMirror> arguments = type.getTypeArguments();
    return switch (name) {
      case "java.util.Optional" -> {
        Conversion element = element(arguments.get(0), where);
        yield new Conversion(
            "Converters.optional(" + element.source() + ")",
            element.type(),
            element.valueType(),
            true,
            element.keyType());
      }
      case "java.util.List" -> {
        Conversion element = element(arguments.get(0), where);
        yield new Conversion("Converters.list(" + element.source() + ")", "L", type, false, "");
      }
      case "java.util.Set" -> {
        Conversion element = element(arguments.get(0), where);
        if (!SETS.contains(element.type())) {
          throw new Problem(
              where, "a Set holds strings, numbers or bytes, not " + arguments.get(0));
        }
        yield new Conversion(
            "Converters.set(" + element.source() + ")", element.type() + "S", type, false, "");
      }
      case "java.util.Map" -> {
        TypeMirror key = arguments.get(0);
        String enumeration =
            types
                .element(key)
                .filter(element -> element.getKind() == ElementKind.ENUM)
                .map(element -> element.getQualifiedName().toString())
                .orElse("");
        if (enumeration.isEmpty() && !"java.lang.String".equals(types.name(key))) {
          throw new Problem(
              where, "the keys of a Map are Strings or constants of an enum, not " + key);
        }
        Conversion element = element(arguments.get(1), where);
        String converter =
            enumeration.isEmpty()
                ? "Converters.map(" + element.source() + ")"
                : "Converters.enumMap(" + enumeration + ".class, " + element.source() + ")";
        yield new Conversion(converter, "M", type, false, "");
      }
      default -> throw unsupported(type, where);
    };
  }

  private Conversion element(TypeMirror type, Element where) {
    Conversion element = of(type, where);
    if (element.optional()) {
      throw new Problem(
          where, "only a whole component can be Optional, not a part of its type: " + type);
    }
    return element;
  }

  /** The name of the class that converts a nested record. */
  private String part(TypeElement record, Element where) {
    String name = record.getQualifiedName().toString();
    if (open.contains(name)) {
      throw new Problem(where, name + " contains itself, which an item cannot");
    }
    Part known = parts.get(name);
    if (known != null) {
      return known.name();
    }
    if (record.getModifiers().contains(Modifier.PRIVATE)) {
      throw new Problem(where, name + " is private; generated code must have access to it");
    }
    open.push(name);
    List<PartComponent> components =
        record.getRecordComponents().stream().map(this::partComponent).toList();
    open.pop();
    String partName = record.getSimpleName() + "Part" + (parts.isEmpty() ? "" : parts.size());
    parts.put(name, new Part(record, partName, components));
    return partName;
  }

  private PartComponent partComponent(RecordComponentElement component) {
    Annotations.refuseStamps(component, component);
    Conversion conversion =
        Annotations.converter(component)
            .map(c -> custom(c, component))
            .orElseGet(() -> of(component.asType(), component));
    return new PartComponent(
        component.getSimpleName().toString(),
        Annotations.attribute(component),
        new Defaults(types).apply(component, conversion));
  }

  /** A conversion with an explicit converter. */
  Conversion custom(TypeMirror converter, RecordComponentElement component) {
    return new Conversion("new " + converter + "()", "any", component.asType(), false, "");
  }

  private static Problem unsupported(TypeMirror type, Element where) {
    return new Problem(
        where,
        "values of type "
            + type
            + " are not supported; supported are String, boolean, int, long, float, double, BigInteger,"
            + " BigDecimal, Instant, LocalDate, LocalTime, YearMonth, ZonedDateTime, Duration, UUID,"
            + " Ksuid, byte[], SdkBytes, enums, records, sealed interfaces of records, and Optional,"
            + " List, Set and Map of them, or a converter in @Convert");
  }

  static boolean isRecord(Element element) {
    return element.getKind() == ElementKind.RECORD;
  }
}
