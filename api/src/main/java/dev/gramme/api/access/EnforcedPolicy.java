package dev.gramme.api.access;

import dev.gramme.auth.policy.Policy;
import dev.gramme.auth.policy.PolicyException;
import dev.gramme.model.ApiError;

/** The rule that what a policy of a resource says must be supported where policies count. */
public final class EnforcedPolicy {
  private EnforcedPolicy() {}

  /**
   * Refuses a policy that would not do what it says. What is no policy at all is left to the
   * operation, which has the service's texts for it.
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
