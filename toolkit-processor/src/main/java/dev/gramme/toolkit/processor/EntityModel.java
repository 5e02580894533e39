package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * The annotation processor's model of one {@code @Entity} record: its key templates, components and
 * indexes. The code generators read it.
 *
 * @param upcasts the methods that convert items of older schema versions, starting with version 1
 * @param history whether all versions of an item are kept
 */
record EntityModel(
    TypeElement element,
    String type,
    Template pk,
    Optional<Template> sk,
    List<Index> indexes,
    List<ComponentModel> components,
    List<String> upcasts,
    boolean history) {

  /** An index of the entity. */
  record Index(
      String name,
      boolean global,
      List<Template> pk,
      List<Template> sk,
      String projection,
      List<String> include) {}

  /** A component of a record. */
  record ComponentModel(
      RecordComponentElement element,
      String name,
      String attribute,
      Conversion conversion,
      Set<Role> roles) {

    /** The component's type; for an {@code Optional<T>}, T. */
    TypeMirror valueType() {
      return conversion.valueType();
    }

    boolean is(Role role) {
      return roles.contains(role);
    }
  }

  /**
   * How values of a type are stored.
   *
   * @param source Java source of an expression that returns the converter
   * @param type the attribute's type, such as {@code S}
   * @param valueType the type, or the content type of an Optional
   * @param optional whether it is an Optional
   * @param keyType Java source of an expression that returns the {@code KeyType}; empty if values
   *     of the type cannot be part of a key
   */
  record Conversion(
      String source, String type, TypeMirror valueType, boolean optional, String keyType) {
    boolean inKeys() {
      return !keyType.isEmpty();
    }

    /** Whether a missing attribute stands for a default value. */
    boolean hasDefault() {
      return source.startsWith("Converters.default");
    }

    /** The converter for the content of an Optional; otherwise the converter itself. */
    String heldSource() {
      String wrapper = "Converters.optional(";
      return optional ? source.substring(wrapper.length(), source.length() - 1) : source;
    }
  }

  String simpleName() {
    return element.getSimpleName().toString();
  }

  String javaName() {
    return element.getQualifiedName().toString();
  }

  Optional<ComponentModel> component(String name) {
    return components.stream().filter(component -> component.name().equals(name)).findFirst();
  }

  Optional<Index> index(String name) {
    return indexes.stream().filter(index -> index.name().equals(name)).findFirst();
  }

  /** The components of the table's key. */
  Set<String> keyFields() {
    var fields = new LinkedHashSet<>(pk.fields());
    sk.ifPresent(template -> fields.addAll(template.fields()));
    return fields;
  }

  /** The templates of the partition key of the table, or of an index. */
  List<Template> partition(String index) {
    Optional<Index> found = index(index);
    return index.isEmpty() || (found.isPresent() && !found.get().global())
        ? List.of(pk)
        : found.map(Index::pk).orElse(List.of());
  }

  /** The templates of the sort key of the table, or of an index. */
  List<Template> sort(String index) {
    return index.isEmpty()
        ? sk.map(List::of).orElse(List.of())
        : index(index).map(Index::sk).orElse(List.of());
  }
}
