package dev.gramme.api.item;

import dev.gramme.expression.Placeholders;
import dev.gramme.model.ApiError;
import dev.gramme.model.Wording;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules about which parameters go together, and the way from {@code ExpressionAttributeNames}
 * and {@code ExpressionAttributeValues} to placeholders.
 */
public final class ExpressionParameters {

  private ExpressionParameters() {}

  /**
   * Refuses a request that has both expressions and the parameters from before there were
   * expressions.
   *
   * @param legacy the non-expression parameters, in the order in which the message lists them
   * @param expressions likewise
   */
  public static void refuseMixing(
      Structure input, List<Member<?>> legacy, List<Member<?>> expressions) {
    var without = present(input, legacy);
    var with = present(input, expressions);
    if (!without.isEmpty() && !with.isEmpty()) {
      throw mixed(without, with);
    }
  }

  /** The error for a mixture of these parameters. */
  public static ApiError mixed(List<String> legacy, List<String> expressions) {
    return ApiError.validation(
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {"
            + String.join(", ", legacy)
            + "} Expression parameters: {"
            + String.join(", ", expressions)
            + "}");
  }

  /** The names of those members that the request has. */
  public static List<String> present(Structure input, List<Member<?>> members) {
    var names = new ArrayList<String>(members.size());
    for (Member<?> member : members) {
      if (input.has(member)) {
        names.add(member.name());
      }
    }
    return names;
  }

  /**
   * Refuses names without any expression.
   *
   * @param expressions those that may use names
   */
  public static void refuseIdleNames(
      Structure input, Member<Map<String, String>> names, List<Member<?>> expressions) {
    if (input.has(names) && present(input, expressions).isEmpty()) {
      throw ApiError.validation(
          "ExpressionAttributeNames can only be specified when using expressions");
    }
  }

  /**
   * Refuses values without any expression.
   *
   * @param expressions those that may use values
   */
  public static void refuseIdleValues(
      Structure input, Member<WireItem> values, List<Member<?>> expressions, Wording wording) {
    if (input.has(values) && present(input, expressions).isEmpty()) {
      var members = String.join(" and ", expressions.stream().map(Member::name).toList());
      throw ApiError.validation(
          "ExpressionAttributeValues can only be specified when using expressions"
              + (wording == Wording.CURRENT
                  ? ""
                  : ": " + members + (expressions.size() == 1 ? " is" : " are") + " null"));
    }
  }

  /** The placeholders, after the rules for names and then for values. */
  public static Placeholders placeholders(
      @Nullable Map<String, String> names, @Nullable WireItem values, Wording wording) {
    if (names != null) {
      Placeholders.checkNames(names);
    }
    if (values != null) {
      Placeholders.checkValueKeys(values.names());
      if (values.hasFault()) {
        for (String key : values.names()) {
          values
              .fault(key)
              .ifPresent(fault -> {
                // Older texts about numbers here were reported, but not by all ("A value provided
                // cannot be converted into a number"); ours are those of items (November 2026).
                throw wording == Wording.CURRENT
                    ? fault.error(wording)
                    : Placeholders.invalidValue(key, fault.text(wording));
              });
        }
      }
    }
    return new Placeholders(
        names == null ? Map.of() : names,
        values == null ? Map.of() : values.valid().attributes(),
        wording);
  }
}
