package dev.gramme.api.item;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.Binary;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Utf8;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A digest of a transaction's parameters. It does not depend on the order of a JSON map's members,
 * because in many languages maps have no order.
 */
public final class RequestDigest {
  private final MessageDigest sha256;

  /** Starts an empty digest. */
  public RequestDigest() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** Adds an action, its item and its expressions. */
  public void add(String kind, Item item, @Nullable String condition, @Nullable String update) {
    add(kind);
    add(ItemCodec.encode(sorted(item)));
    add(condition == null ? "" : condition);
    add(update == null ? "" : update);
  }

  /** Adds the placeholders of an action. */
  public void add(@Nullable Map<String, String> names, Item values) {
    add(new TreeMap<>(names == null ? Map.of() : names).toString());
    add(ItemCodec.encode(sorted(values)));
  }

  /** Adds a text. */
  public void add(String text) {
    add(Utf8.bytes(text));
  }

  /** The digest of all added values. */
  public Binary value() {
    return Binary.copyOf(sha256.digest());
  }

  /** Adds bytes with their length, so that different sequences of values have different digests. */
  private void add(byte[] bytes) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      sha256.update((byte) (bytes.length >>> shift));
    }
    sha256.update(bytes);
  }

  private static Item sorted(Item item) {
    var sorted = Item.builder(item.size());
    new TreeMap<>(item.attributes()).forEach((name, value) -> sorted.put(name, sorted(value)));
    return sorted.build();
  }

  private static AttributeValue sorted(AttributeValue value) {
    return switch (value) {
      case AttributeValue.M map -> new AttributeValue.M(sorted(map.entries()));
      case AttributeValue.L list ->
          new AttributeValue.L(list.elements().stream().map(RequestDigest::sorted).toList());
      default -> value;
    };
  }
}
