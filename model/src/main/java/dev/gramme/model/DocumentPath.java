package dev.gramme.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document path: an attribute name, then names within maps and positions within lists. It has at
 * least one element, and the first is a name.
 */
public record DocumentPath(List<Element> elements) {

  /** One step of a path. */
  public sealed interface Element {
    /** The value that this step leads to, null if there is none. */
    @Nullable AttributeValue in(AttributeValue value);

    /** A name within a map, or of a top-level attribute. */
    record Name(String name) implements Element {
      @Override
      public @Nullable AttributeValue in(AttributeValue value) {
        return value instanceof AttributeValue.M map ? map.entries().get(name) : null;
      }

      @Override
      public String toString() {
        return name;
      }
    }

    /** A position within a list, from 0. */
    record Index(int position) implements Element {
      @Override
      public @Nullable AttributeValue in(AttributeValue value) {
        return value instanceof AttributeValue.L list && position < list.elements().size()
            ? list.elements().get(position)
            : null;
      }

      @Override
      public String toString() {
        return "[" + position + "]";
      }
    }
  }

  public DocumentPath {
    elements = List.copyOf(elements);
    if (elements.isEmpty() || !(elements.get(0) instanceof Element.Name)) {
      throw new IllegalArgumentException("a path must begin with an attribute name");
    }
  }

  /** The path of a top-level attribute. The name is literal: dots do not separate elements. */
  public static DocumentPath of(String attribute) {
    return new DocumentPath(List.of(new Element.Name(attribute)));
  }

  /** This path with one more element. */
  public DocumentPath then(Element next) {
    var longer = new ArrayList<>(elements);
    longer.add(next);
    return new DocumentPath(longer);
  }

  /** The name of the top-level attribute. */
  public String attribute() {
    return ((Element.Name) elements.get(0)).name();
  }

  /** Whether this is the path of a top-level attribute. */
  public boolean isTopLevel() {
    return elements.size() == 1;
  }

  /**
   * The value at the path. Null if a step is applied to a value of the wrong type, to a map without
   * the name, or to a list that is too short.
   */
  public @Nullable AttributeValue in(Item item) {
    AttributeValue value = item.get(attribute());
    for (int i = 1; i < elements.size() && value != null; i++) {
      value = elements.get(i).in(value);
    }
    return value;
  }

  /** The form of the service's messages: {@code [a, [1], b]}. */
  @Override
  public String toString() {
    return elements.toString();
  }
}
