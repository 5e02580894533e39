package dev.gramme.auth.policy;

import dev.gramme.wire.JsonValue;
import java.util.List;

/**
 * A policy of an identity or of a resource.
 *
 * <p>Policies are parsed strictly: an unknown element is an error and not ignored, since ignoring a
 * condition would grant access that the condition was meant to prevent.
 */
public final class Policy {
  private final List<Statement> statements;

  Policy(List<Statement> statements) {
    this.statements = List.copyOf(statements);
  }

  /**
   * Parses the policy of an identity.
   *
   * @throws PolicyException if it is invalid or contains something unsupported
   */
  public static Policy ofIdentity(JsonValue document) throws PolicyException {
    return new PolicyReader(false, true).read(document);
  }

  /**
   * Parses the policy of a resource.
   *
   * @throws PolicyException if it is invalid or contains something unsupported
   */
  public static Policy ofResource(String text) throws PolicyException {
    return new PolicyReader(true, true).read(json(text));
  }

  /**
   * Parses a policy that is already attached to a resource. Statements with unsupported elements
   * count against the requester: they allow nothing, and deny everything that they name.
   *
   * @throws PolicyException if it is not a policy
   */
  public static Policy attached(String text) throws PolicyException {
    return new PolicyReader(true, false).read(json(text));
  }

  private static JsonValue json(String text) throws PolicyException {
    return JsonValue.parse(text).orElseThrow(() -> new PolicyException("it is no JSON"));
  }

  /** Whether one of the statements has this effect on an access. */
  boolean has(Effect effect, Principal principal, Access access, Context context) {
    for (Statement statement : statements) {
      if (statement.effect() == effect && statement.applies(principal, access, context)) {
        return true;
      }
    }
    return false;
  }
}
