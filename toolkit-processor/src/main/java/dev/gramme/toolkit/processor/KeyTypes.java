package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.key.KeyTemplate;
import dev.gramme.toolkit.key.KeyType;
import dev.gramme.toolkit.key.Ranked;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** The runtime templates of an entity, for checks that need no values. */
final class KeyTypes {
  private static final Map<String, KeyType<?>> KNOWN =
      Map.ofEntries(
          Map.entry("KeyType.STRING", KeyType.STRING),
          Map.entry("KeyType.BOOLEAN", KeyType.BOOLEAN),
          Map.entry("KeyType.INT", KeyType.INT),
          Map.entry("KeyType.LONG", KeyType.LONG),
          Map.entry("KeyType.BIG_INTEGER", KeyType.BIG_INTEGER),
          Map.entry("KeyType.BIG_DECIMAL", KeyType.BIG_DECIMAL),
          Map.entry("KeyType.INSTANT", KeyType.INSTANT),
          Map.entry("KeyType.LOCAL_DATE", KeyType.LOCAL_DATE),
          Map.entry("KeyType.LOCAL_TIME", KeyType.LOCAL_TIME),
          Map.entry("KeyType.YEAR_MONTH", KeyType.YEAR_MONTH),
          Map.entry("KeyType.DURATION", KeyType.DURATION),
          Map.entry("KeyType.UUID", KeyType.UUID),
          Map.entry("KeyType.KSUID", KeyType.KSUID),
          Map.entry("KeyType.BYTES", KeyType.BYTES));

  private KeyTypes() {}

  /** The runtime template of a key attribute. */
  static KeyTemplate template(EntityModel entity, Template template, String scalar) {
    var types = new HashMap<String, KeyType<?>>();
    for (Template.Part part : template.parts()) {
      if (part instanceof Template.Field field) {
        checkCase(entity, template, field);
      }
    }
    for (String field : template.fields()) {
      types.put(field, type(entity.component(field).orElseThrow()));
    }
    try {
      return KeyTemplate.of(template.text(), ScalarType.valueOf(scalar), types);
    } catch (IllegalArgumentException e) {
      throw new Problem(entity.element(), String.valueOf(e.getMessage()));
    }
  }

  /** Only strings have a lower and an upper case; names of enums stand for themselves. */
  private static void checkCase(EntityModel entity, Template template, Template.Field field) {
    boolean folded = field.form().startsWith("lower") || field.form().startsWith("upper");
    ComponentModel component = entity.component(field.name()).orElseThrow();
    if (folded && !component.conversion().keyType().equals("KeyType.STRING")) {
      throw new Problem(
          entity.element(),
          template.text(),
          "in \""
              + template.text()
              + "\" "
              + field.name()
              + " is of type "
              + component.valueType()
              + "; only a String has a lower and an upper case");
    }
  }

  private static KeyType<?> type(ComponentModel component) {
    KeyType<?> known = KNOWN.get(component.conversion().keyType());
    if (known != null) {
      return known;
    }
    TypeElement type = (TypeElement) ((DeclaredType) component.valueType()).asElement();
    List<String> names =
        type.getEnclosedElements().stream()
            .filter(inside -> inside.getKind() == ElementKind.ENUM_CONSTANT)
            .map(inside -> inside.getSimpleName().toString())
            .toList();
    // Ranks are known only at run time; strings stand in for them.
    return isRanked(type) ? KeyType.STRING : KeyType.oneOf(names);
  }

  /** Whether a component is an enum that sorts by rank. */
  static boolean isRanked(ComponentModel component) {
    return component.valueType() instanceof DeclaredType declared
        && isRanked((TypeElement) declared.asElement());
  }

  private static boolean isRanked(TypeElement type) {
    for (TypeMirror implemented : type.getInterfaces()) {
      if (implemented.toString().equals(Ranked.class.getName())) {
        return true;
      }
    }
    return false;
  }
}
