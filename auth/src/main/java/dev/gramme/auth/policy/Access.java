package dev.gramme.auth.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An action on a resource that a request needs permission for. A request may need several, and all
 * of them must be allowed: a transaction needs one for each of its actions.
 *
 * @param action the name after {@code dynamodb:}, such as {@code GetItem}
 * @param resource an ARN, or {@code *} for actions without a resource
 * @param keys the values of its condition keys, by their names in lower case
 * @param part the number of the part of the request that fails alone if this is denied, or {@link
 *     #WHOLE} if the whole request fails
 */
public record Access(String action, String resource, Map<String, List<String>> keys, int part) {
  /** The value of {@code part} if the whole request depends on the access. */
  public static final int WHOLE = -1;

  /** The resource of actions that have none. */
  public static final String NO_RESOURCE = "*";

  private static final String SERVICE = "dynamodb:";

  public Access {
    var lower = new HashMap<String, List<String>>();
    keys.forEach((name, values) -> lower.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
    keys = Map.copyOf(lower);
  }

  /** An access on which the whole request depends. */
  public Access(String action, String resource, Map<String, List<String>> keys) {
    this(action, resource, keys, WHOLE);
  }

  /** The same access for one part of a request. */
  public Access ofPart(int number) {
    return new Access(action, resource, keys, number);
  }

  /** An access without condition keys. */
  public static Access of(String action, String resource) {
    return new Access(action, resource, Map.of());
  }

  /** The action in the form that policies use, such as {@code dynamodb:GetItem}. */
  public String qualifiedAction() {
    return SERVICE + action;
  }
}
