package dev.gramme.model;

/**
 * An attribute of a primary key or an index key.
 *
 * @param name the attribute's name, 1 to 255 bytes
 * @param type S, N or B
 */
public record KeyAttribute(String name, AttributeType type) {
  public KeyAttribute {
    if (!type.isScalarKey()) {
      throw new IllegalArgumentException("a key attribute must have type S, N or B, not " + type);
    }
  }
}
