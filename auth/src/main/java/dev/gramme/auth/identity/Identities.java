package dev.gramme.auth.identity;

import dev.gramme.auth.policy.Policy;
import dev.gramme.auth.policy.PolicyException;
import dev.gramme.auth.policy.Principal;
import dev.gramme.wire.JsonValue;
import dev.gramme.wire.JsonValue.Elements;
import dev.gramme.wire.JsonValue.Members;
import dev.gramme.wire.JsonValue.Text;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All access keys, each with its principal, read from JSON:
 *
 * <pre>{@code
 * {"identities": [{
 *   "accessKeyId": "AKIDALICE", "secretAccessKey": "...", "arn": "arn:aws:iam::000000000000:user/alice",
 *   "sessionToken": "...", "expires": "2026-12-01T00:00:00Z", "userId": "AIDA...",
 *   "tags": {"tenant": "a"},
 *   "policies": [{"Version": "2012-10-17", "Statement": [...]}]
 * }]}
 * }</pre>
 *
 * The first three members are required. Instead of the first two there may be {@code "accessKeys":
 * [{"accessKeyId": "...", "secretAccessKey": "..."}, ...]} with one or two keys, so that clients
 * can migrate from one key to the other.
 */
public final class Identities {
  /** The maximum number of access keys of an identity. */
  static final int MAX_KEYS = 2;

  static final String KEYS = "accessKeys";
  static final String KEY_ID = "accessKeyId";
  static final String SECRET = "secretAccessKey";
  static final String ARN = "arn";
  static final String TOKEN = "sessionToken";
  private static final String EXPIRES = "expires";
  private static final String USER_ID = "userId";
  private static final String TAGS = "tags";
  static final String POLICIES = "policies";
  private static final Set<String> MEMBERS =
      Set.of(KEYS, KEY_ID, SECRET, ARN, TOKEN, EXPIRES, USER_ID, TAGS, POLICIES);

  private final Map<String, AccessKey> byId;

  private Identities(Map<String, AccessKey> byId) {
    this.byId = Map.copyOf(byId);
  }

  /**
   * Reads identities.
   *
   * @param account the account of all identities: access from other accounts is not supported
   */
  public static Identities parse(String json, String account) throws IdentitiesException {
    JsonValue document =
        JsonValue.parse(json)
            .orElseThrow(
                () -> new IdentitiesException("it is no JSON, or an object names a member twice"));
    if (!(document instanceof Members members)
        || members.values().size() != 1
        || !(members.values().get("identities") instanceof Elements list)) {
      throw new IdentitiesException("the file does not have the form {\"identities\": [...]}");
    }
    var keys = new HashMap<String, AccessKey>();
    int number = 0;
    for (JsonValue one : list.values()) {
      number++;
      for (AccessKey key : keys(one, number)) {
        if (!key.principal().account().equals(account)) {
          throw new IdentitiesException(
              "identity %d (%s) is not of the account %s".formatted(number, key.id(), account));
        }
        if (keys.put(key.id(), key) != null) {
          throw new IdentitiesException("the access key " + key.id() + " occurs twice");
        }
      }
    }
    return new Identities(keys);
  }

  private static List<AccessKey> keys(JsonValue value, int number) throws IdentitiesException {
    String what = "identity " + number;
    if (!(value instanceof Members members)) {
      throw new IdentitiesException(what + " is not an object");
    }
    for (String name : members.values().keySet()) {
      if (!MEMBERS.contains(name)) {
        throw new IdentitiesException(
            "%s has a member %s, which is not one of %s"
                .formatted(what, name, MEMBERS.stream().sorted().toList()));
      }
    }
    var keys = new ArrayList<AccessKey>();
    for (Members key : keyMembers(members, what)) {
      String id = required(key, KEY_ID, what);
      String known = what + " (" + id + ")";
      if (!id.matches("[\\w-]{1,128}")) {
        throw new IdentitiesException(
            known + " has an accessKeyId with characters that a request cannot contain");
      }
      keys.add(
          new AccessKey(
              id,
              required(key, SECRET, known),
              text(members, TOKEN, known),
              expiry(members, known),
              principal(members, known)));
    }
    return keys;
  }

  /** The objects with the keys: the identity itself, or the elements of its list. */
  private static List<Members> keyMembers(Members identity, String what)
      throws IdentitiesException {
    JsonValue given = identity.values().get(KEYS);
    if (given == null) {
      return List.of(identity);
    }
    if (identity.values().containsKey(KEY_ID) || identity.values().containsKey(SECRET)) {
      throw new IdentitiesException(what + " has both accessKeys and a single access key");
    }
    if (!(given instanceof Elements list)
        || list.values().isEmpty()
        || list.values().size() > MAX_KEYS) {
      throw new IdentitiesException(what + ": accessKeys is not a list of one or two keys");
    }
    var keys = new ArrayList<Members>();
    for (JsonValue one : list.values()) {
      if (!(one instanceof Members key) || !Set.of(KEY_ID, SECRET).equals(key.values().keySet())) {
        throw new IdentitiesException(
            what
                + ": an element of accessKeys is not an object with accessKeyId and secretAccessKey");
      }
      keys.add(key);
    }
    return keys;
  }

  private static Principal principal(Members members, String what) throws IdentitiesException {
    String arn = required(members, ARN, what);
    Optional<String> userId = Optional.ofNullable(text(members, USER_ID, what));
    Map<String, String> tags = tags(members, what);
    List<Policy> policies = policies(members, what);
    try {
      return Principal.of(arn, userId, tags, policies);
    } catch (PolicyException e) {
      throw new IdentitiesException(what + ": " + e.line());
    }
  }

  private static List<Policy> policies(Members members, String what) throws IdentitiesException {
    var policies = new ArrayList<Policy>();
    JsonValue given = members.values().get(POLICIES);
    if (given == null) {
      return policies;
    }
    Collection<JsonValue> all = given instanceof Elements list ? list.values() : List.of(given);
    for (JsonValue one : all) {
      try {
        policies.add(Policy.ofIdentity(one));
      } catch (PolicyException e) {
        throw new IdentitiesException(
            "%s, policy %d: %s".formatted(what, policies.size() + 1, e.line()));
      }
    }
    return policies;
  }

  private static Map<String, String> tags(Members members, String what) throws IdentitiesException {
    var tags = new LinkedHashMap<String, String>();
    JsonValue given = members.values().get(TAGS);
    if (given == null) {
      return tags;
    }
    if (!(given instanceof Members object)) {
      throw new IdentitiesException(what + ": tags is not an object");
    }
    for (String name : object.values().keySet()) {
      tags.put(name, required(object, name, what + ", tags"));
    }
    return tags;
  }

  private static @Nullable Instant expiry(Members members, String what) throws IdentitiesException {
    String text = text(members, EXPIRES, what);
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IdentitiesException(what + ": expires does not have the form 2026-12-01T00:00:00Z");
    }
  }

  private static String required(Members members, String name, String what)
      throws IdentitiesException {
    String text = text(members, name, what);
    if (text == null) {
      throw new IdentitiesException(what + ": " + name + " is missing");
    }
    return text;
  }

  private static @Nullable String text(Members members, String name, String what)
      throws IdentitiesException {
    JsonValue value = members.values().get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof Text text && !text.value().isEmpty()) {
      return text.value();
    }
    throw new IdentitiesException(what + ": " + name + " is empty or not a string");
  }

  /** The access key with an id. */
  public Optional<AccessKey> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The number of access keys. */
  public int size() {
    return byId.size();
  }
}
