package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.ConditionCheck;
import dev.gramme.toolkit.Convert;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Update;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
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
    return convert == null ? Optional.empty() : Optional.of(types(convert::value).getFirst());
  }

  /** The entities in the annotation of an interface. */
  static List<? extends TypeMirror> entities(TypeElement element) {
    return types(element.getAnnotation(AccessPatterns.class)::entities);
  }

  /** The entity in the annotation of an update, a deletion or a check. */
  static Optional<TypeMirror> target(Element element) {
    Update update = element.getAnnotation(Update.class);
    Delete delete = element.getAnnotation(Delete.class);
    ConditionCheck check = element.getAnnotation(ConditionCheck.class);
    if (update == null && delete == null && check == null) {
      return Optional.empty();
    }
    TypeMirror type =
        types(() ->
                update != null ? update.value() : delete != null ? delete.value() : check.value())
            .getFirst();
    return type.getKind() == TypeKind.VOID ? Optional.empty() : Optional.of(type);
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
