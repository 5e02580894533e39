package dev.gramme.toolkit.schema;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A kind of item.
 *
 * @param name the name of its record, which is its value of the type attribute
 * @param keys the templates of the key attributes of the table and of the indexes that contain the
 *     item, such as {@code CUST#{email}}, by attribute name
 * @param indexes the names of the indexes that can contain it
 * @param attributes the components of its record
 * @param history whether each write of an item also writes a copy, which is kept as a version
 */
public record EntitySchema(
    String name,
    Map<String, String> keys,
    Set<String> indexes,
    List<AttributeSchema> attributes,
    boolean history) {

  public EntitySchema {
    keys = Map.copyOf(keys);
    indexes = Set.copyOf(indexes);
    attributes = List.copyOf(attributes);
  }

  /** A kind of item whose versions are not kept. */
  public EntitySchema(
      String name,
      Map<String, String> keys,
      Set<String> indexes,
      List<AttributeSchema> attributes) {
    this(name, keys, indexes, attributes, false);
  }

  /**
   * A component of an entity's record.
   *
   * @param name the component's name
   * @param attribute the name of the attribute that stores it
   * @param type the attribute's DynamoDB type, such as {@code S} or {@code M}
   * @param javaType the component's Java type
   * @param optional whether the attribute may be missing
   * @param roles its special roles
   */
  public record AttributeSchema(
      String name,
      String attribute,
      String type,
      String javaType,
      boolean optional,
      Set<Role> roles) {
    public AttributeSchema {
      roles = Set.copyOf(roles);
    }
  }

  /** The special roles of an attribute. */
  public enum Role {
    UNIQUE,
    VERSION,
    TIME_TO_LIVE,
    CREATED,
    UPDATED
  }
}
