package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.ConditionCheck;
import dev.gramme.toolkit.Convert;
import dev.gramme.toolkit.Created;
import dev.gramme.toolkit.Default;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.Updated;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.MirroredTypeException;
import javax.lang.model.type.MirroredTypesException;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reads members of annotations. Members with classes are returned as types, since the processor
 * cannot load the classes.
 */
final class Annotations {
  private Annotations() {}

  /** The attribute name of a component. */
  static String attribute(RecordComponentElement component) {
    Attribute renamed = component.getAnnotation(Attribute.class);
    return renamed == null ? component.getSimpleName().toString() : renamed.value();
  }

  /** The converter in a component's annotation. */
  static Optional<TypeMirror> converter(RecordComponentElement component) {
    Convert convert = component.getAnnotation(Convert.class);
    return convert == null ? Optional.empty() : Optional.of(types(convert::value).get(0));
  }

  /** The entities in the annotation of an interface. */
  static List<? extends TypeMirror> entities(TypeElement element) {
    return types(element.getAnnotation(AccessPatterns.class)::entities);
  }

  /** The entity in the annotation of a read, an update, a deletion or a check. */
  static Optional<TypeMirror> target(Element element) {
    return Stream.of(
            target(element, Get.class, Get::value),
            target(element, Query.class, Query::value),
            target(element, Scan.class, Scan::value),
            target(element, Update.class, Update::value),
            target(element, Delete.class, Delete::value),
            target(element, ConditionCheck.class, ConditionCheck::value))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static <A extends Annotation> Optional<TypeMirror> target(
      Element element, Class<A> annotation, Function<A, Class<?>> member) {
    A found = element.getAnnotation(annotation);
    if (found == null) {
      return Optional.empty();
    }
    TypeMirror type = types(() -> member.apply(found)).get(0);
    return type.getKind() == TypeKind.VOID ? Optional.empty() : Optional.of(type);
  }

  /** The annotations that have an effect only on components of entities. */
  private static final List<Class<? extends Annotation>> OF_ENTITIES =
      List.of(Created.class, Updated.class);

  /** Refuses time stamps in a record that is not an entity. */
  static void refuseStamps(RecordComponentElement component, Element where) {
    for (Class<? extends Annotation> annotation : OF_ENTITIES) {
      if (component.getAnnotation(annotation) != null) {
        throw new Problem(
            where,
            "@"
                + annotation.getSimpleName()
                + " on "
                + component.getSimpleName()
                + " has an effect only in a record with @Entity");
      }
    }
  }

  /** Refuses time stamps and defaults in a record whose components are those of an entity. */
  static void refuseStored(RecordComponentElement component, Element where) {
    refuseStamps(component, where);
    if (component.getAnnotation(Default.class) != null) {
      throw new Problem(
          where,
          "@Default on "
              + component.getSimpleName()
              + " has an effect only in a record with @Entity, or one nested in it");
    }
  }

  private static List<? extends TypeMirror> types(Supplier<?> member) {
    try {
      Object loaded = member.get();
      if (loaded instanceof Class<?>[] none && none.length == 0) {
        return List.of();
      }
      throw new IllegalStateException("the compiler has loaded a class of an annotation");
    } catch (MirroredTypeException e) {
      return List.of(e.getTypeMirror());
    } catch (MirroredTypesException e) {
      return e.getTypeMirrors();
    }
  }
}
