package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.SchemaVersion;
import dev.gramme.toolkit.Upcast;
import java.util.List;
import java.util.TreeMap;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Finds the methods that convert items of older schema versions, one for each step. */
final class Upcasts {
  private static final String ITEM =
      "java.util.Map<java.lang.String,software.amazon.awssdk.services.dynamodb.model.AttributeValue>";

  private Upcasts() {}

  /** The names of the methods, starting with that for version 1. */
  static List<String> of(TypeElement record) {
    SchemaVersion version = record.getAnnotation(SchemaVersion.class);
    int current = version == null ? 1 : version.value();
    var steps = new TreeMap<Integer, String>();
    for (Element inside : record.getEnclosedElements()) {
      Upcast upcast = inside.getAnnotation(Upcast.class);
      if (upcast != null && inside instanceof ExecutableElement method) {
        check(method, upcast, current);
        if (steps.put(upcast.from(), method.getSimpleName().toString()) != null) {
          throw new Problem(method, "another method converts items of version " + upcast.from());
        }
      }
    }
    for (int from = 1; from < current; from++) {
      if (!steps.containsKey(from)) {
        throw new Problem(
            record,
            "items of version "
                + from
                + " cannot be read; write a static method with @Upcast(from = "
                + from
                + ")");
      }
    }
    return List.copyOf(steps.values());
  }

  private static void check(ExecutableElement method, Upcast upcast, int current) {
    if (upcast.from() < 1 || upcast.from() >= current) {
      throw new Problem(
          method,
          "the version of the schema is " + current + ", which is not greater than this one");
    }
    boolean fits =
        method.getModifiers().contains(Modifier.STATIC)
            && !method.getModifiers().contains(Modifier.PRIVATE)
            && method.getParameters().size() == 1
            && plain(method.getParameters().get(0).asType().toString())
            && plain(method.getReturnType().toString());
    if (!fits) {
      throw new Problem(
          method,
          "an upcast must be a non-private static method from Map<String, AttributeValue> to the"
              + " same");
    }
  }

  private static boolean plain(String type) {
    return type.equals(ITEM);
  }
}
