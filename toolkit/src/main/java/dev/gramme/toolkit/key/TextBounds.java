package dev.gramme.toolkit.key;

import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Range.Bound;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The range of keys of a range of values. */
final class TextBounds {
  /** Above all characters that are written for anything but strings. */
  private static final String ABOVE_PLAIN = "\u007F";

  private TextBounds() {}

  /**
   * The condition for keys that begin with a prefix and go on with a text in a range.
   *
   * @param texts the range, of texts with the prefix, in the order of texts
   * @param after what follows a text's separator in the order of characters, if the field is not the last one
   */
  static SortCondition of(
      String prefix, Range<String> texts, Optional<String> after, KeyType<?> type) {
    if (texts.from() == null && texts.to() == null) {
      return SortCondition.beginsWith(prefix);
    }
    boolean plain = type.javaType() != String.class || type.isDescending();
    String low = texts.from() == null ? prefix : low(texts.from(), after);
    Optional<String> high = high(prefix, texts.to(), after, plain);
    if (high.isEmpty()) {
      return SortCondition.none();
    }
    return low.isEmpty()
        ? SortCondition.atMost(AttributeValue.fromS(high.get()))
        : SortCondition.between(AttributeValue.fromS(low), AttributeValue.fromS(high.get()));
  }

  private static String low(Bound<String> from, Optional<String> after) {
    if (from.inclusive()) {
      return from.value();
    }
    return after.map(above -> from.value() + above).orElseGet(() -> Neighbours.after(from.value()));
  }

  private static Optional<String> high(
      String prefix, @Nullable Bound<String> to, Optional<String> after, boolean plain) {
    if (to == null) {
      return Optional.of(plain ? prefix + ABOVE_PLAIN : Neighbours.greatest(prefix));
    }
    if (after.isPresent()) {
      return Optional.of(to.inclusive() ? to.value() + after.get() : to.value());
    }
    if (to.inclusive()) {
      return Optional.of(to.value());
    }
    return plain && !to.value().isEmpty()
        ? Optional.of(beforePlain(to.value()))
        : Neighbours.before(to.value());
  }

  /** A text above all plain ones that are less than this one, which is not empty. */
  private static String beforePlain(String text) {
    int last = text.length() - 1;
    return text.substring(0, last) + (char) (text.charAt(last) - 1) + ABOVE_PLAIN;
  }
}
