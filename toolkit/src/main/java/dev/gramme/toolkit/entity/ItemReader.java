package dev.gramme.toolkit.entity;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Gives the components of a record from the attributes of an item. */
public final class ItemReader {
  private final Map<String, AttributeValue> attributes;

  ItemReader(Map<String, AttributeValue> attributes) {
    this.attributes = attributes;
  }

  /** An attribute that an item of the toolkit's own making has. */
  static AttributeValue required(Map<String, AttributeValue> item, String attribute) {
    @Nullable AttributeValue value = item.get(attribute);
    if (value == null) {
      throw new ItemUnreadable(attribute, "is missing", null);
    }
    return value;
  }

  /**
   * A component's value.
   *
   * @throws ItemUnreadable if the item has no such attribute, or one that cannot be the value
   */
  public <C> C value(Component<?, C> component) {
    @Nullable AttributeValue attribute = attributes.get(component.attribute());
    if (attribute == null) {
      return component
          .converter()
          .absent()
          .orElseThrow(() -> new ItemUnreadable(component.attribute(), "is missing", null));
    }
    try {
      return component.converter().fromAttribute(attribute);
    } catch (IllegalArgumentException | ArithmeticException | java.time.DateTimeException e) {
      throw new ItemUnreadable(component.attribute(), String.valueOf(e.getMessage()), e);
    }
  }
}
