package dev.gramme.auth.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One thing that a request wants to do. A request may want several, and then must be allowed all of
 * them: a transaction has one for each of its actions.
 *
 * @param action the name behind {@code dynamodb:}, such as {@code GetItem}
 * @param resource an ARN, or {@code *} where the action is on none
 * @param keys the values of its condition keys, whose names are in lower case
 * @param part the number of the part of the request that fails alone if this is not allowed, {@link
 *     #WHOLE} if the whole request fails
 */
public record Access(String action, String resource, Map<String, List<String>> keys, int part) {
  /** Said of an access that the whole request depends on. */
  public static final int WHOLE = -1;

  /** The resource of actions that have none. */
  public static final String NO_RESOURCE = "*";

  private static final String SERVICE = "dynamodb:";

  public Access {
    var lower = new HashMap<String, List<String>>();
    keys.forEach((name, values) -> lower.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
    keys = Map.copyOf(lower);
  }

  /** An access that the whole request depends on. */
  public Access(String action, String resource, Map<String, List<String>> keys) {
    this(action, resource, keys, WHOLE);
  }

  /** The access of one part of a request. */
  public Access ofPart(int number) {
    return new Access(action, resource, keys, number);
  }

  /** An access without condition keys. */
  public static Access of(String action, String resource) {
    return new Access(action, resource, Map.of());
  }

  /** The action as policies name it, such as {@code dynamodb:GetItem}. */
  public String qualifiedAction() {
    return SERVICE + action;
  }
}
