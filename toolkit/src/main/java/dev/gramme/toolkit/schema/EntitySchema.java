package dev.gramme.toolkit.schema;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A kind of item.
 *
 * @param name the name of its record, which is the value of the attribute that tells the kinds
 *     apart
 * @param keys the templates of the table's key attributes and of those of the indexes that the item
 *     is in, such as {@code CUST#{email}}, by attribute name
 * @param indexes the names of the indexes that it can be in
 * @param attributes the components of its record
 */
public record EntitySchema(
    String name, Map<String, String> keys, Set<String> indexes, List<AttributeSchema> attributes) {

  public EntitySchema {
    keys = Map.copyOf(keys);
    indexes = Set.copyOf(indexes);
    attributes = List.copyOf(attributes);
  }

  /**
   * A component of an entity's record.
   *
   * @param name the component's name
   * @param attribute the name of the attribute that holds it
   * @param type the attribute's type by DynamoDB's name, such as {@code S} or {@code M}
   * @param javaType the component's type as Java writes it
   * @param optional whether an item can be without it
   * @param roles what it is beside data
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

  /** What an attribute is beside data. */
  public enum Role {
    UNIQUE,
    VERSION,
    TIME_TO_LIVE
  }
}
