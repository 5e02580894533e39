package dev.gramme.apps.patterns;

import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads attributes that an item always has, because its pattern wrote them. */
public final class Attributes {
  private Attributes() {}

  /** The attribute with a name. */
  public static AttributeValue in(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), name);
  }
}
