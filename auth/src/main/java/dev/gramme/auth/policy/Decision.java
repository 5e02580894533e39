package dev.gramme.auth.policy;

/** The result of evaluating the policies for an access. */
public enum Decision {
  ALLOWED(""),
  NOT_ALLOWED("because no identity-based policy allows the %s action"),
  DENIED_BY_IDENTITY_POLICY("with an explicit deny in an identity-based policy"),
  DENIED_BY_RESOURCE_POLICY("with an explicit deny in a resource-based policy");

  private final String reason;

  Decision(String reason) {
    this.reason = reason;
  }

  /** The service's error message for a denied access (2026). */
  public String text(Principal principal, Access access) {
    String action = access.qualifiedAction();
    return "User: "
        + principal.arn()
        + " is not authorized to perform: "
        + action
        + " on resource: "
        + access.resource()
        + " "
        + reason.formatted(action);
  }
}
