package dev.gramme.toolkit.entity;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Collects the components of a record as the attributes of an item. */
public final class ItemWriter {
  private final Map<String, AttributeValue> attributes = new LinkedHashMap<>();

  /**
   * Adds a component.
   *
   * @throws NullPointerException if its value is null and has no default
   */
  public <R, C> ItemWriter value(Component<R, C> component, R owner) {
    C value = component.of(owner);
    if (!component.converter().isAbsent(value)) {
      attributes.put(component.attribute(), component.converter().toAttribute(value));
    }
    return this;
  }

  void instant(String attribute, Instant value) {
    attributes.put(attribute, Converters.INSTANT.toAttribute(value));
  }

  Map<String, AttributeValue> item() {
    return attributes;
  }
}
