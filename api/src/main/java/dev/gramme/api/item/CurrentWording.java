package dev.gramme.api.item;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import java.util.Set;
import java.util.function.Supplier;

/**
 * In the current wording PutItem, UpdateItem and DeleteItem, and a few rules of Query, report an
 * invalid request with the prefix of a violated constraint (October 2026).
 */
public final class CurrentWording {
  private static final String PREFIX = "1 validation error detected: ";

  /** Texts that never get the prefix, even as a part of another text. */
  private static final Set<String> NEVER_WRAPPED =
      Set.of(
          "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
          "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
              + " supported datatypes",
          "Item size has exceeded the maximum allowed size",
          "Item size to update has exceeded the maximum allowed size",
          "typeSet: ALLOWED_FOR_ADD_OPERAND");

  /** Requests with values nested deeper than this are answered in the classic wording. */
  private static final int DEEPEST = 62;

  private CurrentWording() {}

  /** The wording of a write: the caller's, unless the request nests its values too deep for it. */
  public static Wording unlessDeep(Wording configured, Structure input) {
    return input.valueLevels() > DEEPEST ? Wording.CLASSIC : configured;
  }

  /** Runs the rules of a request; in the current wording their errors get the prefix. */
  public static <T> T wrapped(Wording wording, Supplier<T> rules) {
    if (wording == Wording.CLASSIC) {
      return rules.get();
    }
    try {
      return rules.get();
    } catch (ApiError error) {
      String text = error.text().orElse("");
      throw error.type() != ErrorType.VALIDATION
              || NEVER_WRAPPED.stream().anyMatch(text::contains)
              || text.startsWith(PREFIX)
          ? error
          : error.withText(PREFIX + text);
    }
  }
}
