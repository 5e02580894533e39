package dev.gramme.toolkit.key;

import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Range.Bound;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Computes the range of keys for a range of values. */
final class TextBounds {
  /** Sorts after all characters in encodings other than that of strings. */
  private static final String ABOVE_PLAIN = "\u007F";

  private TextBounds() {}

  /**
   * The condition for keys with a prefix, followed by a text in a range.
   *
   * @param texts the range, of texts with the prefix, in the order of texts
   * @param follower the part after the text in the template; empty at the end of the key
   */
  static SortCondition of(
      String prefix, Range<String> texts, Optional<TemplatePart> follower, KeyType<?> type) {
    if (texts.from() == null && texts.to() == null) {
      return SortCondition.beginsWith(prefix);
    }
    boolean plain = isPlain(type);
    String low = texts.from() == null ? prefix : low(texts.from(), follower);
    Optional<String> high = high(prefix, texts.to(), follower, plain);
    if (high.isEmpty()) {
      return SortCondition.none();
    }
    return low.isEmpty()
        ? SortCondition.atMost(AttributeValue.fromS(high.get()))
        : SortCondition.between(AttributeValue.fromS(low), AttributeValue.fromS(high.get()));
  }

  private static String low(Bound<String> from, Optional<TemplatePart> follower) {
    if (from.inclusive()) {
      return from.value();
    }
    return follower
        .map(next -> above(from.value(), next))
        .orElseGet(() -> Neighbours.after(from.value()));
  }

  private static Optional<String> high(
      String prefix, @Nullable Bound<String> to, Optional<TemplatePart> follower, boolean plain) {
    if (to == null) {
      return Optional.of(plain ? prefix + ABOVE_PLAIN : Neighbours.greatest(prefix));
    }
    if (to.inclusive()) {
      return Optional.of(follower.map(next -> above(to.value(), next)).orElse(to.value()));
    }
    if (follower.isPresent() && follower.get() instanceof TemplatePart.Literal) {
      return Optional.of(to.value());
    }
    // The following part may be empty; then the key of the bound itself is not longer than the
    // bound.
    boolean plainToTheEnd =
        plain && follower.map(next -> isPlain(((TemplatePart.Field) next).type())).orElse(true);
    return plainToTheEnd && !to.value().isEmpty()
        ? Optional.of(beforePlain(to.value()))
        : Neighbours.before(to.value());
  }

  /**
   * A text after all keys that start with a text and continue according to the template, and before
   * keys of greater values.
   */
  private static String above(String text, TemplatePart follower) {
    if (follower instanceof TemplatePart.Literal literal && literal.text().charAt(0) < '~') {
      return text + (char) (literal.text().charAt(0) + 1);
    }
    if (follower instanceof TemplatePart.Field field && isPlain(field.type())) {
      return text + ABOVE_PLAIN;
    }
    return Neighbours.greatest(text);
  }

  private static boolean isPlain(KeyType<?> type) {
    return type.javaType() != String.class || type.isDescending();
  }

  /** A text after all plain texts that are smaller than this non-empty one. */
  private static String beforePlain(String text) {
    int last = text.length() - 1;
    return text.substring(0, last) + (char) (text.charAt(last) - 1) + ABOVE_PLAIN;
  }
}
