package dev.gramme.apps.patterns;

import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.embedded.Gramme;

/** The identities of {@link Surroundings#SECURED}. */
final class Tenants {
  private static final String OWN_PARTITION =
      """
      {"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow",
         "Action": ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:DeleteItem"],
         "Resource": "arn:aws:dynamodb:*:*:table/photos",
         "Condition": {"ForAllValues:StringEquals": {
           "dynamodb:LeadingKeys": ["${aws:PrincipalTag/tenant}"]}}}]}\
      """;

  private Tenants() {}

  /** The owner of the database and two tenants, each with access to one partition. */
  static Identities all() {
    String json =
        """
        {"identities": [%s, %s, %s]}\
        """
            .formatted(
                identity("OWNER", "iam::000000000000:root", ""), tenantOf("ana"), tenantOf("ben"));
    try {
      return Identities.parse(json, Gramme.ACCOUNT);
    } catch (IdentitiesException e) {
      throw new IllegalStateException("the identities are invalid", e);
    }
  }

  private static String tenantOf(String name) {
    return identity(name, "sts::000000000000:assumed-role/tenant/" + name, OWN_PARTITION);
  }

  private static String identity(String name, String arn, String policy) {
    return """
    {"accessKeyId": "%1$s", "secretAccessKey": "%1$s", "arn": "arn:aws:%2$s",
     "tags": {"tenant": "%1$s"}, "policies": [%3$s]}\
    """
        .formatted(name, arn, policy);
  }
}
