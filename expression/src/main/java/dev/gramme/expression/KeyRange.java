package dev.gramme.expression;

import dev.gramme.model.AttributeValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The range of a table or index that a query reads.
 *
 * @param hash the values of the HASH attributes, in the order of the schema
 * @param range the values of the leading RANGE attributes that must be equal
 * @param last the condition on the RANGE attribute after those, null if there is none; never EQ
 */
public record KeyRange(
    List<AttributeValue> hash, List<AttributeValue> range, KeyCondition.@Nullable Term last) {
  public KeyRange {
    hash = List.copyOf(hash);
    range = List.copyOf(range);
  }

  /** The range that covers a whole partition. */
  public static KeyRange partition(List<AttributeValue> hash) {
    return new KeyRange(hash, List.of(), null);
  }
}
