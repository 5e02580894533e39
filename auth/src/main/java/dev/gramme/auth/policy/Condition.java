package dev.gramme.auth.policy;

import dev.gramme.auth.policy.ConditionOperator.Value;
import java.util.List;
import java.util.Locale;

/**
 * One line of a statement's {@code Condition}: a key and the values to compare it with.
 *
 * <p>Two cases that IAM leaves open are decided against the requester. First, if a key has several
 * values and the operator has no quantifier, all of them must match to allow and one of them
 * suffices to deny. Second, a value that contains a variable without a value prevents an allowing
 * statement from applying, whatever the operator.
 */
final class Condition {
  private enum Quantifier {
    ALL,
    ANY,
    NONE
  }

  private static final String FOR_ALL = "forallvalues:";
  private static final String FOR_ANY = "foranyvalue:";
  private static final String IF_EXISTS = "ifexists";

  private final Quantifier quantifier;
  private final ConditionOperator operator;
  private final boolean ifExists;
  private final String key;
  private final List<Value> values;

  private Condition(
      Quantifier quantifier,
      ConditionOperator operator,
      boolean ifExists,
      String key,
      List<Value> values) {
    this.quantifier = quantifier;
    this.operator = operator;
    this.ifExists = ifExists;
    this.key = key;
    this.values = List.copyOf(values);
  }

  /**
   * Parses a condition.
   *
   * @param name the operator with its prefix and suffix, such as {@code
   *     ForAllValues:StringLikeIfExists}
   */
  static Condition parse(String name, String key, List<String> texts, boolean variables)
      throws PolicyException {
    String rest = name.toLowerCase(Locale.ROOT);
    var quantifier = Quantifier.NONE;
    if (rest.startsWith(FOR_ALL)) {
      quantifier = Quantifier.ALL;
      rest = rest.substring(FOR_ALL.length());
    } else if (rest.startsWith(FOR_ANY)) {
      quantifier = Quantifier.ANY;
      rest = rest.substring(FOR_ANY.length());
    }
    boolean ifExists = rest.endsWith(IF_EXISTS);
    if (ifExists) {
      rest = rest.substring(0, rest.length() - IF_EXISTS.length());
    }
    ConditionOperator operator =
        ConditionOperator.named(rest)
            .orElseThrow(
                () -> new PolicyException("the condition operator " + name + " is not supported"));
    if (operator == ConditionOperator.NULL && (ifExists || quantifier != Quantifier.NONE)) {
      throw new PolicyException("the condition operator " + name + " is not supported");
    }
    var values = new java.util.ArrayList<Value>(texts.size());
    for (String text : texts) {
      values.add(operator.value(text, variables));
    }
    return new Condition(quantifier, operator, ifExists, ConditionKeys.known(key), values);
  }

  /** Whether the condition holds for a request. */
  boolean holds(Context context, Effect effect) {
    List<String> given = context.values(key);
    if (operator == ConditionOperator.NULL) {
      return matchesAny(Boolean.toString(given.isEmpty()), context);
    }
    if (effect == Effect.ALLOW && values.stream().anyMatch(value -> value.isUnresolved(context))) {
      return false;
    }
    if (given.isEmpty()) {
      return ifExists
          || switch (quantifier) {
            case ALL -> true;
            case ANY -> false;
            case NONE -> operator.isNegated();
          };
    }
    boolean all =
        switch (quantifier) {
          case ALL -> true;
          case ANY -> false;
          case NONE -> effect == Effect.ALLOW;
        };
    return all
        ? given.stream().allMatch(value -> holdsFor(value, context))
        : given.stream().anyMatch(value -> holdsFor(value, context));
  }

  private boolean holdsFor(String given, Context context) {
    return matchesAny(given, context) != operator.isNegated();
  }

  private boolean matchesAny(String given, Context context) {
    for (Value value : values) {
      if (value.matches(given, context)) {
        return true;
      }
    }
    return false;
  }
}
