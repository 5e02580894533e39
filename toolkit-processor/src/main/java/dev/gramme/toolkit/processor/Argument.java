package dev.gramme.toolkit.processor;

import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * A value that a call passes: a parameter of the method, or a component of a parameter that is a
 * record.
 *
 * @param element the parameter or component, with its annotations
 * @param type its type
 * @param source the expression of the value in generated code
 */
record Argument(Element element, TypeMirror type, String source) {
  /** The parameters of a method. */
  static List<Argument> of(ExecutableElement method) {
    return method.getParameters().stream()
        .map(parameter ->
            new Argument(parameter, parameter.asType(), parameter.getSimpleName().toString()))
        .toList();
  }

  /** The components of a parameter that is a record. */
  static List<Argument> componentsOf(VariableElement parameter, Types types) {
    TypeElement record =
        types
            .element(parameter.asType())
            .filter(Conversions::isRecord)
            .orElseThrow(() ->
                new Problem(
                    parameter,
                    parameter.getSimpleName()
                        + " must be an entity, or a record with the key of one; "
                        + types.source(parameter.asType())
                        + " is not a record"));
    return componentsOf(record, parameter.getSimpleName().toString(), parameter);
  }

  /**
   * The components of a record.
   *
   * @param source the expression of the record
   */
  static List<Argument> componentsOf(TypeElement record, String source, Element where) {
    if (record.getModifiers().contains(Modifier.PRIVATE)) {
      throw new Problem(
          where, record.getQualifiedName() + " is private; generated code must have access to it");
    }
    record.getRecordComponents().forEach(part -> Annotations.refuseStored(part, where));
    return record.getRecordComponents().stream()
        .map(component ->
            new Argument(
                component, component.asType(), source + "." + component.getSimpleName() + "()"))
        .toList();
  }

  String name() {
    return element.getSimpleName().toString();
  }
}
