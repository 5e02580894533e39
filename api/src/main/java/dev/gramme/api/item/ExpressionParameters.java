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
 * The rules about which parameters exclude each other, and the conversion of {@code
 * ExpressionAttributeNames} and {@code ExpressionAttributeValues} to placeholders.
 */
public final class ExpressionParameters {

  private ExpressionParameters() {}

  /**
   * Refuses a request that combines expressions with the legacy parameters.
   *
   * @param legacy the legacy parameters, in the order in which the message lists them
   * @param expressions the expression parameters, in the order in which the message lists them
   */
  public static void refuseMixing(
      Structure input, List<Member<?>> legacy, List<Member<?>> expressions) {
    var without = present(input, legacy);
    var with = present(input, expressions);
    if (!without.isEmpty() && !with.isEmpty()) {
      throw mixed(without, with);
    }
  }

  /** The error for a combination of these parameters. */
  public static ApiError mixed(List<String> legacy, List<String> expressions) {
    return ApiError.validation(
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {"
            + String.join(", ", legacy)
            + "} Expression parameters: {"
            + String.join(", ", expressions)
            + "}");
  }

  /** The names of those members that the request contains. */
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
   * Refuses names if there is no expression.
   *
   * @param expressions the members that may use names
   */
  public static void refuseIdleNames(
      Structure input, Member<Map<String, String>> names, List<Member<?>> expressions) {
    if (input.has(names) && present(input, expressions).isEmpty()) {
      throw ApiError.validation(
          "ExpressionAttributeNames can only be specified when using expressions");
    }
  }

  /**
   * Refuses values if there is no expression.
   *
   * @param expressions the members that may use values
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

  /** Checks the names, then the values, and returns the placeholders. */
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
                // Older texts for numbers were reported here, but not by all sources ("A value
                // provided cannot be converted into a number"); these are the texts for items
                // (November 2026).
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
