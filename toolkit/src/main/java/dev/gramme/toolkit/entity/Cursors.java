package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Cursor;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes cursors of the keys where pages end, and keys of cursors. */
public interface Cursors {
  /** The cursor of a key, for the same access pattern with the same arguments only. */
  Cursor seal(String pattern, Call call, Map<String, AttributeValue> key);

  /**
   * The key of the cursor of a call; empty for the start.
   *
   * @throws IllegalArgumentException if the cursor is not one of this access pattern with these arguments
   */
  Map<String, AttributeValue> open(String pattern, Call call);
}
