package dev.gramme.auth.identity;

import dev.gramme.wire.JsonValue;
import dev.gramme.wire.JsonValue.Elements;
import dev.gramme.wire.JsonValue.Members;
import dev.gramme.wire.JsonValue.Position;
import dev.gramme.wire.JsonValue.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON of identities, changed one identity at a time. Everything else is kept except the
 * layout. Identities are named by their ARN or, if they are users, by their name.
 */
public final class IdentitiesFile {
  private static final Position NOWHERE = new Position(1, 1);

  private final String account;
  private final List<Members> identities;

  private IdentitiesFile(String account, List<Members> identities) {
    this.account = account;
    this.identities = List.copyOf(identities);
  }

  /** A file without identities. */
  public static IdentitiesFile empty(String account) {
    return new IdentitiesFile(account, List.of());
  }

  /**
   * Reads identities.
   *
   * @throws IdentitiesException if a server would reject them
   */
  public static IdentitiesFile parse(String json, String account) throws IdentitiesException {
    var _ = Identities.parse(json, account);
    var identities = new ArrayList<Members>();
    if (JsonValue.parse(json).orElseThrow() instanceof Members document
        && document.values().get("identities") instanceof Elements list) {
      for (JsonValue one : list.values()) {
        identities.add((Members) one);
      }
    }
    return new IdentitiesFile(account, identities);
  }

  /** An access key without the other members of its identity. */
  public record Credentials(String id, String secret) {
    @Override
    public String toString() {
      return id;
    }
  }

  /**
   * A listed identity.
   *
   * @param keyIds oldest first
   * @param policies the number of its policies
   */
  public record Entry(String arn, List<String> keyIds, int policies) {
    public Entry {
      keyIds = List.copyOf(keyIds);
    }
  }

  /** All identities, in the order of the file. */
  public List<Entry> list() {
    return identities.stream()
        .map(one ->
            new Entry(
                arn(one),
                keys(one).stream().map(Credentials::id).toList(),
                one.values().get(Identities.POLICIES) instanceof Elements policies
                    ? policies.values().size()
                    : 0))
        .toList();
  }

  /**
   * Adds a user.
   *
   * @param policy the policy of the user; if empty, only policies of resources grant access
   * @throws IdentitiesException if the name is taken, or the name or the policy is invalid
   */
  public IdentitiesFile add(String name, Credentials key, Optional<String> policy)
      throws IdentitiesException {
    if (index(name).isPresent()) {
      throw new IdentitiesException("the identity " + name + " already exists");
    }
    var members = new LinkedHashMap<String, JsonValue>();
    members.put(Identities.ARN, text(arnOf(name)));
    members.put(Identities.KEYS, elements(List.of(members(key))));
    if (policy.isPresent()) {
      var document =
          JsonValue.parse(policy.get())
              .orElseThrow(() -> new IdentitiesException("the policy is not JSON"));
      members.put(Identities.POLICIES, elements(List.of(document)));
    }
    var all = new ArrayList<>(identities);
    all.add(new Members(NOWHERE, members));
    return checked(all);
  }

  /**
   * Adds a second key to an identity, so that its clients can migrate from the first.
   *
   * @throws IdentitiesException if the identity does not exist or has two keys already
   */
  public IdentitiesFile rotate(String name, Credentials key) throws IdentitiesException {
    int index = required(name);
    var keys = new ArrayList<>(keys(identities.get(index)));
    if (keys.size() >= Identities.MAX_KEYS) {
      throw new IdentitiesException(
          "%s has %d access keys: remove one that is not in use first, such as %s"
              .formatted(name, keys.size(), keys.getFirst().id()));
    }
    keys.add(key);
    return with(index, keys);
  }

  /**
   * Removes an identity.
   *
   * @throws IdentitiesException if it does not exist
   */
  public IdentitiesFile remove(String name) throws IdentitiesException {
    var all = new ArrayList<>(identities);
    all.remove(required(name));
    return checked(all);
  }

  /**
   * Removes one of the two keys of an identity.
   *
   * @throws IdentitiesException if the identity does not have this key, or has no other
   */
  public IdentitiesFile removeKey(String name, String keyId) throws IdentitiesException {
    int index = required(name);
    var keys = new ArrayList<>(keys(identities.get(index)));
    if (!keys.removeIf(key -> key.id().equals(keyId))) {
      throw new IdentitiesException(name + " has no access key " + keyId);
    }
    if (keys.isEmpty()) {
      throw new IdentitiesException(
          keyId + " is the only access key of " + name + ": remove the identity instead");
    }
    return with(index, keys);
  }

  private IdentitiesFile with(int index, List<Credentials> keys) throws IdentitiesException {
    var members = new LinkedHashMap<>(identities.get(index).values());
    if (members.containsKey(Identities.TOKEN)) {
      throw new IdentitiesException(
          "keys with a session token cannot be rotated: create a new identity");
    }
    members.remove(Identities.KEY_ID);
    members.remove(Identities.SECRET);
    members.put(Identities.KEYS, elements(keys.stream().map(IdentitiesFile::members).toList()));
    var all = new ArrayList<>(identities);
    all.set(index, new Members(NOWHERE, members));
    return checked(all);
  }

  private IdentitiesFile checked(List<Members> all) throws IdentitiesException {
    var file = new IdentitiesFile(account, all);
    var _ = Identities.parse(file.json(), account);
    return file;
  }

  private String arnOf(String name) {
    return name.startsWith("arn:") ? name : "arn:aws:iam::" + account + ":user/" + name;
  }

  private Optional<Integer> index(String name) {
    for (int i = 0; i < identities.size(); i++) {
      if (arn(identities.get(i)).equals(arnOf(name))) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private int required(String name) throws IdentitiesException {
    return index(name)
        .orElseThrow(() -> new IdentitiesException("there is no identity " + arnOf(name)));
  }

  private static String arn(Members identity) {
    return string(identity, Identities.ARN);
  }

  private static List<Credentials> keys(Members identity) {
    if (identity.values().get(Identities.KEYS) instanceof Elements list) {
      return list.values().stream().map(one -> key((Members) one)).toList();
    }
    return List.of(key(identity));
  }

  private static Credentials key(Members of) {
    return new Credentials(string(of, Identities.KEY_ID), string(of, Identities.SECRET));
  }

  private static String string(Members members, String name) {
    return members.values().get(name) instanceof Text text ? text.value() : "";
  }

  private static Members members(Credentials key) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put(Identities.KEY_ID, text(key.id()));
    members.put(Identities.SECRET, text(key.secret()));
    return new Members(NOWHERE, members);
  }

  private static Text text(String value) {
    return new Text(NOWHERE, value);
  }

  private static Elements elements(List<? extends JsonValue> values) {
    return new Elements(NOWHERE, List.copyOf(values));
  }

  /** The content of the file. */
  public String json() {
    var out = new StringBuilder();
    new JsonLayout(out).write(new Members(NOWHERE, Map.of("identities", elements(identities))), 0);
    return out.append('\n').toString();
  }
}
