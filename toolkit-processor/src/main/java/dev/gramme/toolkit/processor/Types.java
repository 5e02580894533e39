package dev.gramme.toolkit.processor;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/** Queries about types. */
final class Types {
  private static final String FUTURE = "java.util.concurrent.CompletableFuture";
  private static final String PUBLISHER = "java.util.concurrent.Flow.Publisher";

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

  /**
   * What a call of a method returns in the end: the content of a CompletableFuture, a Stream in
   * place of a Flow.Publisher, otherwise the return type. Wrapper classes become primitive types.
   */
  TypeMirror returned(ExecutableElement method) {
    TypeMirror type = method.getReturnType();
    Optional<TypeMirror> published = argument(type, PUBLISHER);
    if (published.isPresent()) {
      TypeElement stream = environment.getElementUtils().getTypeElement("java.util.stream.Stream");
      return environment.getTypeUtils().getDeclaredType(stream, published.get());
    }
    TypeMirror content = argument(type, FUTURE).orElse(type);
    return switch (name(content)) {
      case "java.lang.Void" -> environment.getTypeUtils().getNoType(TypeKind.VOID);
      case "java.lang.Boolean", "java.lang.Integer", "java.lang.Long" ->
          environment.getTypeUtils().unboxedType(content);
      default -> content;
    };
  }

  /** The method of the table that makes the calls of an asynchronous method; otherwise empty. */
  Optional<String> asynchronous(ExecutableElement method) {
    TypeMirror type = method.getReturnType();
    if (argument(type, PUBLISHER).isPresent()) {
      return Optional.of("publisher");
    }
    return argument(type, FUTURE)
        .map(content -> name(content).equals("java.lang.Void") ? "asyncRun" : "async");
  }

  /** The content type of an Optional; other types unchanged. */
  TypeMirror valueType(TypeMirror type) {
    return argument(type, "java.util.Optional").orElse(type);
  }

  /** The type argument, if the type is this generic type with one parameter. */
  Optional<TypeMirror> argument(TypeMirror type, String name) {
    return type instanceof DeclaredType declared
            && declared.getTypeArguments().size() == 1
            && name(type).equals(name)
        ? Optional.of(bound(declared.getTypeArguments().get(0)))
        : Optional.empty();
  }

  /** The type that a wildcard extends; other types unchanged. Kotlin makes such wildcards. */
  static TypeMirror bound(TypeMirror argument) {
    return argument instanceof WildcardType wildcard && wildcard.getExtendsBound() != null
        ? wildcard.getExtendsBound()
        : argument;
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
    if (type instanceof DeclaredType declared) {
      String arguments =
          declared.getTypeArguments().stream().map(this::source).collect(Collectors.joining(", "));
      return name(type) + (arguments.isEmpty() ? "" : "<" + arguments + ">");
    }
    if (type instanceof ArrayType array) {
      return source(array.getComponentType()) + "[]";
    }
    return type instanceof PrimitiveType primitive
        ? primitive.getKind().toString().toLowerCase(Locale.ROOT)
        : type.toString();
  }
}
