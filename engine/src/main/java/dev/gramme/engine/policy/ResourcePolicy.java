package dev.gramme.engine.policy;

import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;

/**
 * A policy that is attached to a table or a stream.
 *
 * @param document JSON in the normalized form in which policies are compared
 * @param revision when it was attached, in epoch milliseconds as text
 */
public record ResourcePolicy(String document, String revision) {
  private static final String DOCUMENT = "Document";
  private static final String REVISION = "Revision";

  Item encode() {
    return Item.of(DOCUMENT, new S(document), REVISION, new S(revision));
  }

  static ResourcePolicy decode(Item item) {
    return new ResourcePolicy(text(item, DOCUMENT), text(item, REVISION));
  }

  private static String text(Item item, String name) {
    return item.get(name) instanceof S text ? text.value() : "";
  }
}
