package dev.gramme.auth.policy;

import java.util.List;
import java.util.Set;

/**
 * The {@code Principal} or {@code NotPrincipal} of a statement in a resource's policy.
 *
 * @param names ARNs, accounts of twelve digits, or {@code *}
 * @param negated whether the statement applies to everyone else
 */
record PrincipalElement(Set<String> names, boolean negated) {
  static final String EVERYBODY = "*";

  PrincipalElement {
    names = Set.copyOf(names);
  }

  /**
   * Whether the statement applies to a principal. In a Deny an account includes all of its
   * identities. In an Allow it means only its root; other identities additionally need a policy of
   * their own.
   */
  boolean isAbout(Principal principal, Effect effect) {
    boolean named =
        names.contains(EVERYBODY)
            || names.contains(principal.arn())
            || names.contains(principal.identityArn());
    if (negated) {
      // An exempted principal must be listed itself; listing its account is not enough.
      return !named;
    }
    var account = List.of(principal.account(), "arn:aws:iam::" + principal.account() + ":root");
    return named
        || ((effect == Effect.DENY || principal.isRoot())
            && account.stream().anyMatch(names::contains));
  }
}
