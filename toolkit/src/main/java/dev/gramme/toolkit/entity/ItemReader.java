package dev.gramme.toolkit.entity;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the components of a record from the attributes of an item. */
public final class ItemReader {
  private final Map<String, AttributeValue> attributes;

  ItemReader(Map<String, AttributeValue> attributes) {
    this.attributes = attributes;
  }

  /** An attribute of an item that the toolkit itself writes. */
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
   * @throws ItemUnreadable if the attribute is missing or cannot be converted
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
