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

  /** The value of a member, null if it is absent or null in JSON. */
  @SuppressWarnings("unchecked") // The decoder calls set() with a value of the member's type.
  public <T> @Nullable T get(Member<T> member) {
    return (T) values[member.indexIn(shape)];
  }

  /** The value of a required member, whose presence {@link Constraints} has checked. */
  public <T> T require(Member<T> member) {
    T value = get(member);
    if (value == null) {
      throw new IllegalStateException("absent member " + shape.name() + "." + member);
    }
    return value;
  }

  /** The value of a member, or the default if it is absent. */
  public <T> T getOrDefault(Member<T> member, T defaultValue) {
    T value = get(member);
    return value == null ? defaultValue : value;
  }

  /**
   * The value of the string member with this name. Empty if the shape has no such member, or if the
   * member is absent or not a string.
   */
  public Optional<String> text(String name) {
    Member<?> member = shape.member(name);
    return member != null && values[member.indexIn(shape)] instanceof String text
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Whether the member is present. */
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
   * The maximum nesting level of lists and maps in the attribute values of a decoded request; 0 if
   * there are none. Only the top-level structure of a request has this number.
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

  /**
   * The form of the service's messages: {@code KeySchemaElement(attributeName=pk, keyType=HASH)}.
   */
  @Override
  public String toString() {
    return Echo.of(this);
  }
}
