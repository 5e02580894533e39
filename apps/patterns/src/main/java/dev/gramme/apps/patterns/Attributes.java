package dev.gramme.apps.patterns;

import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Attributes that an item has for certain, since its pattern gave it them. */
public final class Attributes {
  private Attributes() {}

  /** The attribute of a name. */
  public static AttributeValue in(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), name);
  }
}
