package dev.gramme.auth.policy;

import dev.gramme.wire.JsonValue;
import java.util.List;

/**
 * A policy, of an identity or of a resource.
 *
 * <p>Policies are read strictly: what is not known here is an error of the policy and not passed
 * over, since a condition that is passed over opens what it was to close.
 */
public final class Policy {
  private final List<Statement> statements;

  Policy(List<Statement> statements) {
    this.statements = List.copyOf(statements);
  }

  /**
   * Reads the policy of an identity.
   *
   * @throws PolicyException if it is none, or says something that is not supported
   */
  public static Policy ofIdentity(JsonValue document) throws PolicyException {
    return new PolicyReader(false, true).read(document);
  }

  /**
   * Reads the policy of a resource.
   *
   * @throws PolicyException if it is none, or says something that is not supported
   */
  public static Policy ofResource(String text) throws PolicyException {
    return new PolicyReader(true, true).read(json(text));
  }

  /**
   * Reads the policy of a resource that is attached already. What its statements say that is not
   * supported counts against the requester: they allow nothing then, and deny all they name.
   *
   * @throws PolicyException if it is no policy at all
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
