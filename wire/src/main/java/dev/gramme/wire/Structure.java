package dev.gramme.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A decoded object: the values of the members of its shape. */
public final class Structure {
  private final StructureShape shape;
  private final @Nullable Object[] values;
  private int valueLevels;

  Structure(StructureShape shape) {
    this.shape = shape;
    this.values = new @Nullable Object[shape.members().size()];
  }

  /** The shape. */
  public StructureShape shape() {
    return shape;
  }

  /** The value of a member, null if it is absent (or null in JSON, which is the same). */
  @SuppressWarnings("unchecked") // set() is given what the member's shape was decoded to.
  public <T> @Nullable T get(Member<T> member) {
    return (T) values[member.indexIn(shape)];
  }

  /** The value of a member that {@link Constraints} found to be there. */
  public <T> T require(Member<T> member) {
    T value = get(member);
    if (value == null) {
      throw new IllegalStateException("absent member " + shape.name() + "." + member);
    }
    return value;
  }

  /** The value of a member, or another one if it is absent. */
  public <T> T getOrDefault(Member<T> member, T otherwise) {
    T value = get(member);
    return value == null ? otherwise : value;
  }

  /**
   * The text of the member of a name, whatever the shape; empty if the shape has no such member, or
   * it is absent or no text.
   */
  public Optional<String> text(String name) {
    Member<?> member = shape.member(name);
    return member != null && values[member.indexIn(shape)] instanceof String text
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Whether the member is there. */
  public boolean has(Member<?> member) {
    return values[member.indexIn(shape)] != null;
  }

  /** Whether it has no member. */
  public boolean isEmpty() {
    for (Object value : values) {
      if (value != null) {
        return false;
      }
    }
    return true;
  }

  /**
   * The levels of the deepest list or map among the attribute values of a decoded request, from 1;
   * 0 if it has neither. Known of the request itself only, not of structures within it.
   */
  public int valueLevels() {
    return valueLevels;
  }

  void setValueLevels(int levels) {
    valueLevels = levels;
  }

  void set(Member<?> member, @Nullable Object value) {
    values[member.indexIn(shape)] = value;
  }

  /** As the service shows it: {@code KeySchemaElement(attributeName=pk, keyType=HASH)}. */
  @Override
  public String toString() {
    return Echo.of(this);
  }
}
