package dev.gramme.toolkit.processor;

import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Queries about types. */
final class Types {
  private final ProcessingEnvironment environment;

  Types(ProcessingEnvironment environment) {
    this.environment = environment;
  }

  /** The wrapper class of a primitive type; other types unchanged. */
  TypeMirror boxed(TypeMirror type) {
    return type instanceof PrimitiveType primitive
        ? environment.getTypeUtils().boxedClass(primitive).asType()
        : type;
  }

  /** Whether two types are equal, ignoring boxing and type annotations. */
  boolean same(TypeMirror one, TypeMirror two) {
    return environment.getTypeUtils().isSameType(boxed(one), boxed(two));
  }

  /** The type argument, if the type is this generic type with one parameter. */
  Optional<TypeMirror> argument(TypeMirror type, String name) {
    return type instanceof DeclaredType declared
            && declared.getTypeArguments().size() == 1
            && name(type).equals(name)
        ? Optional.of(declared.getTypeArguments().getFirst())
        : Optional.empty();
  }

  /** The qualified name of a class or interface without its arguments; empty for other types. */
  String name(TypeMirror type) {
    return element(type).map(element -> element.getQualifiedName().toString()).orElse("");
  }

  /** The class or interface of a type. */
  Optional<TypeElement> element(TypeMirror type) {
    return type.getKind() == TypeKind.DECLARED
        ? Optional.of((TypeElement) ((DeclaredType) type).asElement())
        : Optional.empty();
  }

  /** A type as source, without annotations. */
  String source(TypeMirror type) {
    return switch (type) {
      case DeclaredType declared when declared.getTypeArguments().isEmpty() -> name(type);
      case DeclaredType declared ->
          name(type)
              + declared.getTypeArguments().stream()
                  .map(this::source)
                  .collect(java.util.stream.Collectors.joining(", ", "<", ">"));
      case javax.lang.model.type.ArrayType array -> source(array.getComponentType()) + "[]";
      case PrimitiveType primitive ->
          primitive.getKind().toString().toLowerCase(java.util.Locale.ROOT);
      default -> type.toString();
    };
  }
}
