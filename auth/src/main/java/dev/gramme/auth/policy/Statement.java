package dev.gramme.auth.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a policy.
 *
 * @param principals null in a policy of an identity, which applies to that identity
 * @param conditions null if the statement cannot be evaluated: then it never allows, and it denies
 *     as if it had no conditions and named all resources
 */
record Statement(
    Effect effect,
    @Nullable PrincipalElement principals,
    Actions actions,
    Resources resources,
    @Nullable List<Condition> conditions) {

  /** {@code Action} or {@code NotAction}. */
  record Actions(List<TextPattern> patterns, boolean negated) {
    Actions {
      patterns = List.copyOf(patterns);
    }

    boolean cover(Access access, Context context) {
      String action = access.qualifiedAction();
      return patterns.stream().anyMatch(pattern -> pattern.matchesIgnoringCase(action, context))
          != negated;
    }
  }

  /** {@code Resource} or {@code NotResource}. */
  record Resources(List<ArnPattern> patterns, boolean negated) {
    Resources {
      patterns = List.copyOf(patterns);
    }

    boolean cover(Access access, Context context, Effect effect) {
      if (negated
          && effect == Effect.ALLOW
          && patterns.stream().anyMatch(pattern -> pattern.isUnresolved(context))) {
        return false;
      }
      return patterns.stream().anyMatch(pattern -> pattern.matches(access.resource(), context))
          != negated;
    }
  }

  /** Whether the statement has its effect on an access. */
  boolean applies(Principal principal, Access access, Context context) {
    return (principals == null || principals.isAbout(principal, effect))
        && actions.cover(access, context)
        && resources.cover(access, context, effect)
        && (conditions == null
            ? effect == Effect.DENY
            : conditions.stream().allMatch(condition -> condition.holds(context, effect)));
  }
}
