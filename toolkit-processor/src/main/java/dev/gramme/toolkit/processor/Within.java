package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.processor.EntityModel.Conversion;
import java.util.Optional;
import java.util.function.Function;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Finds the parts of nested records and maps by their names. */
final class Within {
  private final Types types;
  private final Conversions conversions;
  private final Element where;
  private final Function<String, Problem> refusal;

  /**
   * For a path at a place in the source.
   *
   * @param refusal makes the problem of a reason
   */
  Within(Types types, Conversions conversions, Element where, Function<String, Problem> refusal) {
    this.types = types;
    this.conversions = conversions;
    this.where = where;
    this.refusal = refusal;
  }

  /** A part with the name of its attribute in the map that contains it. */
  record Part(String attribute, Conversion conversion) {}

  /**
   * The part of a nested record or map.
   *
   * @param owner the name of what contains it, for errors
   * @param at the conversion of what contains it
   */
  Part part(String owner, Conversion at, String name) {
    Optional<TypeElement> record = types.element(at.valueType()).filter(Conversions::isRecord);
    if (at.type().equals("M") && record.isPresent()) {
      return component(record.get(), name)
          .orElseThrow(
              () -> refusal.apply(name + " is not a component of " + record.get().getSimpleName()));
    }
    Optional<TypeMirror> value = valueOfMap(at, types);
    if (value.isEmpty() || name.isEmpty()) {
      throw refusal.apply(owner + " is neither a record nor a Map");
    }
    checkConstant(owner, at, name);
    return new Part(name, conversions.of(value.get(), where));
  }

  /** The component of a nested record. */
  Optional<Part> component(TypeElement record, String name) {
    for (RecordComponentElement part : record.getRecordComponents()) {
      if (part.getSimpleName().contentEquals(name)) {
        Conversion conversion =
            Annotations.converter(part)
                .map(converter -> conversions.custom(converter, part))
                .orElseGet(() -> conversions.of(part.asType(), part));
        return Optional.of(new Part(Annotations.attribute(part), conversion));
      }
    }
    return Optional.empty();
  }

  /** The type of the values, if a conversion is that of a Map. */
  static Optional<TypeMirror> valueOfMap(Conversion conversion, Types types) {
    return conversion.type().equals("M")
            && types.name(conversion.valueType()).equals("java.util.Map")
            && conversion.valueType() instanceof DeclaredType map
        ? Optional.of(map.getTypeArguments().get(1))
        : Optional.empty();
  }

  /** A path into a map that is keyed by an enum names one of its constants. */
  private void checkConstant(String owner, Conversion at, String name) {
    Element key =
        ((DeclaredType) ((DeclaredType) at.valueType()).getTypeArguments().get(0)).asElement();
    boolean known =
        key.getKind() != ElementKind.ENUM
            || key.getEnclosedElements().stream()
                .anyMatch(inside ->
                    inside.getKind() == ElementKind.ENUM_CONSTANT
                        && inside.getSimpleName().contentEquals(name));
    if (!known) {
      throw refusal.apply(
          name
              + " is not a constant of "
              + key.getSimpleName()
              + ", the type of the keys of "
              + owner);
    }
  }
}
