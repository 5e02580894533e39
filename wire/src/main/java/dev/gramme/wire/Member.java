package dev.gramme.wire;

import org.jspecify.annotations.Nullable;

/**
 * A member of a structure: its name and its shape. It is also the handle with which {@link
 * Structure#get} returns the value. A member belongs to exactly one {@link StructureShape}, the
 * first that lists it.
 *
 * @param <T> the type of the value
 */
public final class Member<T> {
  private final String name;
  private final String pathName;
  private final Shape<T> shape;
  private final boolean required;
  private @Nullable StructureShape owner;
  private int index;

  private Member(String name, Shape<T> shape, boolean required) {
    this.name = name;
    this.pathName = Character.toLowerCase(name.charAt(0)) + name.substring(1);
    this.shape = shape;
    this.required = required;
  }

  /** A member that may be absent. */
  public static <T> Member<T> optional(String name, Shape<T> shape) {
    return new Member<>(name, shape, false);
  }

  /** A required member. If it is absent, the error is {@code Member must not be null}. */
  public static <T> Member<T> required(String name, Shape<T> shape) {
    return new Member<>(name, shape, true);
  }

  /** The name in JSON, such as {@code TableName}. */
  public String name() {
    return name;
  }

  /** The name in messages, such as {@code tableName}. */
  public String pathName() {
    return pathName;
  }

  /** The shape of its value. */
  public Shape<T> shape() {
    return shape;
  }

  /** Whether the member is required. */
  public boolean isRequired() {
    return required;
  }

  void bind(StructureShape owner, int index) {
    if (this.owner != null) {
      throw new IllegalArgumentException(
          "member " + name + " already belongs to " + this.owner.name());
    }
    this.owner = owner;
    this.index = index;
  }

  /** The position among the members of the structure's shape. */
  int indexIn(StructureShape structure) {
    if (owner != structure) {
      throw new IllegalArgumentException(structure.name() + " has no such member: " + name);
    }
    return index;
  }

  @Override
  public String toString() {
    return name;
  }
}
