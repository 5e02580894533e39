package dev.gramme.api.access;

import dev.gramme.auth.policy.Policy;
import dev.gramme.auth.policy.PolicyException;
import dev.gramme.model.ApiError;

/**
 * Checks that a resource policy contains only features that Gramme supports, if policies are
 * enforced.
 */
public final class EnforcedPolicy {
  private EnforcedPolicy() {}

  /**
   * Refuses a policy that Gramme would not enforce as written. A document that is not a policy at
   * all is left to the operation, which has the service's texts for it.
   *
   * @throws ApiError a ValidationException
   */
  public static void check(String document) {
    try {
      Policy.attached(document);
    } catch (PolicyException noPolicy) {
      return;
    }
    try {
      Policy.ofResource(document);
    } catch (PolicyException unsupported) {
      throw ApiError.validation("Unsupported policy document: " + unsupported.line());
    }
  }
}
