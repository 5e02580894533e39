package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.entity.Converters;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.EntityModel.Conversion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * A path in a filter: a component, and names and indexes within it. It is followed in each kind of
 * item, and must lead to the same attributes in all of them.
 */
final class FilterPath {
  /** The type of what a converter of the program makes. */
  private static final String UNKNOWN = "any";

  private final String text;
  private final Element where;
  private final Types types;
  private final Conversions conversions;
  private final Within within;
  private String name;
  private String attribute;

  /** The reached conversions, one for each kind; empty where the form of values is not known. */
  private List<Optional<Conversion>> at;

  /**
   * The path to a component.
   *
   * @param text the filter
   */
  FilterPath(
      String component,
      String text,
      List<EntityModel> entities,
      Element where,
      Types types,
      Conversions conversions) {
    this.text = text;
    this.where = where;
    this.types = types;
    this.conversions = conversions;
    this.within = new Within(types, conversions, where, this::refused);
    this.name = component;
    List<ComponentModel> found = entities.stream().map(this::component).toList();
    this.attribute = same(name, found.stream().map(ComponentModel::attribute).toList());
    this.at = found.stream().map(one -> Optional.of(one.conversion())).toList();
  }

  /** The attribute of the last name. */
  String attribute() {
    return attribute;
  }

  /** What a parameter beside the path is compared with; empty if its form is not known. */
  Optional<Filter.Compared> compared() {
    return at.get(at.size() - 1).map(conversion -> new Filter.Compared(name, conversion));
  }

  /** Continues with a name within the value that was reached. */
  void name(String next) {
    var attributes = new ArrayList<String>();
    var reached = new ArrayList<Optional<Conversion>>();
    for (Optional<Conversion> one : at) {
      Optional<Within.Part> part = one.flatMap(conversion -> part(conversion, next));
      attributes.add(part.map(Within.Part::attribute).orElse(next));
      reached.add(part.map(Within.Part::conversion));
    }
    name = next;
    attribute = same(next, attributes);
    at = reached;
  }

  /** Continues with an element of the list that was reached, for each index in brackets. */
  void elements(String indexes) {
    for (int i = 0; i < indexes.length(); i++) {
      if (indexes.charAt(i) == '[') {
        at = at.stream().map(one -> one.flatMap(this::element)).toList();
      }
    }
  }

  private Optional<Conversion> element(Conversion list) {
    if (list.type().equals(UNKNOWN)) {
      return Optional.empty();
    }
    return types
        .argument(list.valueType(), "java.util.List")
        .map(type -> conversions.of(type, where))
        .or(() -> {
          throw refused(name + " is not a list");
        });
  }

  private Optional<Within.Part> part(Conversion conversion, String next) {
    if (conversion.type().equals(UNKNOWN)) {
      return Optional.empty();
    }
    Optional<TypeElement> sealed =
        types
            .element(conversion.valueType())
            .filter(element -> element.getModifiers().contains(Modifier.SEALED));
    if (sealed.isEmpty()) {
      return Optional.of(within.part(name, conversion, next));
    }
    return next.equals(Converters.VARIANT)
        ? Optional.empty()
        : Optional.of(variant(sealed.get(), next));
  }

  /** The component of the records of a sealed interface. */
  private Within.Part variant(TypeElement sealed, String next) {
    var found = new ArrayList<Within.Part>();
    variants(sealed, next, found);
    if (found.isEmpty()) {
      throw refused(next + " is not a component of a record of " + sealed.getSimpleName());
    }
    String attribute = same(next, found.stream().map(Within.Part::attribute).toList());
    return new Within.Part(attribute, found.get(0).conversion());
  }

  private void variants(TypeElement sealed, String next, List<Within.Part> found) {
    for (TypeMirror type : sealed.getPermittedSubclasses()) {
      TypeElement permitted = (TypeElement) ((DeclaredType) type).asElement();
      if (Conversions.isRecord(permitted)) {
        within.component(permitted, next).ifPresent(found::add);
      } else {
        variants(permitted, next, found);
      }
    }
  }

  private ComponentModel component(EntityModel entity) {
    return entity
        .component(name)
        .orElseThrow(() ->
            new Problem(
                where,
                text,
                "\""
                    + text
                    + "\" names "
                    + name
                    + ", which is not a component of "
                    + entity.simpleName()));
  }

  /** The attribute in which a name is stored everywhere. */
  private String same(String named, List<String> attributes) {
    if (attributes.isEmpty()) {
      throw new Problem(where, text, "\"" + text + "\" has no entity to refer to");
    }
    String first = attributes.get(0);
    for (String other : attributes) {
      if (!other.equals(first)) {
        throw new Problem(
            where, text, named + " is stored in different attributes: " + first + " and " + other);
      }
    }
    return first;
  }

  private Problem refused(String reason) {
    return new Problem(where, text, "in \"" + text + "\": " + reason);
  }
}
