package dev.gramme.wire;

import dev.gramme.model.Wording;
import java.util.List;

/**
 * A list with bounds of its size.
 *
 * @param <E> the type of the elements
 */
public final class ListShape<E> implements Shape<List<E>> {
  private final Shape<E> element;
  private final Bounds size;

  ListShape(Shape<E> element, Bounds size) {
    this.element = element;
    this.size = size;
  }

  /** Sets the inclusive bounds of the size. */
  public ListShape<E> size(int min, int max) {
    return new ListShape<>(element, Bounds.of(min, max));
  }

  /** Sets the minimum size. */
  public ListShape<E> sizeAtLeast(int min) {
    return new ListShape<>(element, Bounds.of(min, Long.MAX_VALUE));
  }

  /** Sets the bounds of the size for {@link Wording#CURRENT}. */
  public ListShape<E> currentSize(int min, int max) {
    return new ListShape<>(element, size.withCurrent(min, max));
  }

  /** The shape of the elements. */
  public Shape<E> element() {
    return element;
  }

  /** The bounds of the size. */
  public Bounds size() {
    return size;
  }

  @Override
  public boolean isConstrained() {
    return !size.isNone() || element.isConstrained();
  }

  @Override
  public boolean isParameterized() {
    return true;
  }

  @Override
  public String typeName() {
    return "java.util.List<" + element.typeName() + ">";
  }
}
