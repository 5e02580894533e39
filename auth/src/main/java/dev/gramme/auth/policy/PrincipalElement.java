package dev.gramme.auth.policy;

import java.util.List;
import java.util.Set;

/**
 * Whom a statement of a resource's policy is about.
 *
 * @param names ARNs, accounts of twelve digits, or {@code *}
 * @param negated whether it is about all others
 */
record PrincipalElement(Set<String> names, boolean negated) {
  static final String EVERYBODY = "*";

  PrincipalElement {
    names = Set.copyOf(names);
  }

  /**
   * Whether it is about a principal. To deny, an account stands for all that is in it. To allow, it
   * stands only for its root: the others need a policy of their own then.
   */
  boolean isAbout(Principal principal, Effect effect) {
    boolean named =
        names.contains(EVERYBODY)
            || names.contains(principal.arn())
            || names.contains(principal.identityArn());
    if (negated) {
      // Whoever is meant to be spared must be named, which naming the account does not do.
      return !named;
    }
    var account = List.of(principal.account(), "arn:aws:iam::" + principal.account() + ":root");
    return named
        || ((effect == Effect.DENY || principal.isRoot())
            && account.stream().anyMatch(names::contains));
  }
}
