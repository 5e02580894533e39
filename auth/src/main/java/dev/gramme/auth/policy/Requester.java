package dev.gramme.auth.policy;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The requester and the circumstances of a request that decide about an access.
 *
 * @param address the IP address that the request came from
 * @param region the region that the request was signed for; that of an access in another region is
 *     among the keys of the access
 * @param secure whether the request came over TLS
 * @param time when the request arrived
 */
public record Requester(
    Principal principal, String address, String region, boolean secure, Instant time) {

  /**
   * Evaluates the policies for an access. An explicit deny in any policy wins; otherwise an allow
   * in any policy allows it; otherwise it is denied.
   *
   * @param ofResource the policy of the resource, if it has one
   * @param resourceTags the tags of the resource
   */
  public Decision decide(
      Access access, Optional<Policy> ofResource, Map<String, String> resourceTags) {
    Context context = key -> values(key, access, resourceTags);
    if (hasIdentity(Effect.DENY, access, context)) {
      return Decision.DENIED_BY_IDENTITY_POLICY;
    }
    if (ofResource
        .filter(policy -> policy.has(Effect.DENY, principal, access, context))
        .isPresent()) {
      return Decision.DENIED_BY_RESOURCE_POLICY;
    }
    boolean allowed =
        principal.isRoot()
            || hasIdentity(Effect.ALLOW, access, context)
            || ofResource
                .filter(policy -> policy.has(Effect.ALLOW, principal, access, context))
                .isPresent();
    return allowed ? Decision.ALLOWED : Decision.NOT_ALLOWED;
  }

  private boolean hasIdentity(Effect effect, Access access, Context context) {
    for (Policy policy : principal.policies()) {
      if (policy.has(effect, principal, access, context)) {
        return true;
      }
    }
    return false;
  }

  private List<String> values(String key, Access access, Map<String, String> resourceTags) {
    if (key.startsWith(ConditionKeys.RESOURCE_TAG)) {
      return tag(resourceTags, key.substring(ConditionKeys.RESOURCE_TAG.length()));
    }
    return switch (key) {
      case ConditionKeys.SOURCE_IP -> List.of(address);
      case ConditionKeys.SECURE_TRANSPORT -> List.of(Boolean.toString(secure));
      case ConditionKeys.CURRENT_TIME -> List.of(time.toString());
      case ConditionKeys.EPOCH_TIME -> List.of(Long.toString(time.getEpochSecond()));
      case ConditionKeys.REQUESTED_REGION -> access.keys().getOrDefault(key, List.of(region));
      default -> {
        List<String> own = principal.keys().get(key);
        yield own != null ? own : access.keys().getOrDefault(key, List.of());
      }
    };
  }

  private static List<String> tag(Map<String, String> tags, String name) {
    for (Map.Entry<String, String> tag : tags.entrySet()) {
      if (tag.getKey().toLowerCase(Locale.ROOT).equals(name)) {
        return List.of(tag.getValue());
      }
    }
    return List.of();
  }
}
