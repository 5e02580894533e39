package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.ReplicaCodec;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.ReplicaSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message about a table from one region to another.
 *
 * @param from the region that sends it
 * @param body the members of the kind
 */
public record Message(Kind kind, String table, String from, Item body) {
  private static final String REGION = "Region";
  private static final String CHANGES = "Changes";
  private static final String ANYWAY = "Anyway";
  private static final String SETTINGS = "Settings";
  private static final String KNOWN = "Known";
  private static final String TIME = "Time";

  /** The number of digits of whole numbers that always fit a long. */
  private static final int LONG_DIGITS = 18;

  /** The kinds of messages. */
  public enum Kind {
    /** Asks whether the receiver has a table of this name. Changes nothing. */
    LOOK,
    /** Create the table as a replica that clients cannot see yet. Body: the definition. */
    CREATE,
    /** Another region becomes a replica, copied by the sender. Body: its name. */
    JOIN,
    /** Items have changed. Body: the changes. */
    CHANGE,
    /** A replica has all items and opens to clients. Body: its region. */
    OPEN,
    /** A region no longer has a replica. Body: its name. */
    LEAVE,
    /**
     * Delete the receiver's replica. Body: whether to do so as soon as the sender has all of its
     * changes, although other regions may not have them.
     */
    DROP,
    /**
     * The receiver executes no more writes of a strongly consistent table: the region executes them
     * when it has all changes. Body: the region.
     */
    HAND_OVER,
    /** Settings shared by all replicas have changed. Body: the settings and their version. */
    SHARE,
    /** The settings of the sender's replica. Body: the settings and their time. */
    OWN,
    /**
     * Change the settings of the receiver's replica. Body: the known and the requested settings.
     */
    UPDATE
  }

  /**
   * A change of an item.
   *
   * @param item the item, or the key of a deleted item
   */
  public record Change(Item item, boolean deleted, ItemVersion version) {
    private Item encode() {
      return Item.builder(4)
          .put(deleted ? "Key" : "Item", new M(item))
          .put(TIME, N.of(version.time()))
          .put(REGION, new S(version.region()))
          .build();
    }

    private static Change decode(Item in) {
      boolean deleted = in.has("Key");
      return new Change(
          map(in, deleted ? "Key" : "Item"),
          deleted,
          new ItemVersion(number(in, TIME), text(in, REGION)));
    }
  }

  static Message probe(String table, String from) {
    return new Message(Kind.LOOK, table, from, Item.empty());
  }

  static Message create(String table, String from, Item definition) {
    return new Message(Kind.CREATE, table, from, definition);
  }

  static Message changes(String table, String from, List<Change> changes) {
    var list = new L(changes.stream().<AttributeValue>map(c -> new M(c.encode())).toList());
    return new Message(Kind.CHANGE, table, from, Item.of(CHANGES, list));
  }

  static Message drop(String table, String from, boolean anyway) {
    return new Message(Kind.DROP, table, from, Item.of(ANYWAY, Bool.of(anyway)));
  }

  static Message share(String table, String from, SharedSettings settings, ItemVersion version) {
    return new Message(
        Kind.SHARE,
        table,
        from,
        Item.builder(3)
            .put(SETTINGS, new M(settings.document()))
            .put(TIME, N.of(version.time()))
            .put(REGION, new S(version.region()))
            .build());
  }

  static Message own(String table, String from, ReplicaSettings settings, long time) {
    return new Message(
        Kind.OWN,
        table,
        from,
        Item.builder(2).put(SETTINGS, settings(settings)).put(TIME, N.of(time)).build());
  }

  static Message update(
      String table, String from, ReplicaSettings known, ReplicaSettings requested, long time) {
    return new Message(
        Kind.UPDATE,
        table,
        from,
        Item.builder(3)
            .put(KNOWN, settings(known))
            .put(SETTINGS, settings(requested))
            .put(TIME, N.of(time))
            .build());
  }

  private static M settings(ReplicaSettings settings) {
    return new M(ReplicaCodec.encode(settings));
  }

  /** A message about a region: JOIN, OPEN, LEAVE, HAND_OVER. */
  static Message about(Kind kind, String table, String from, String region) {
    return new Message(kind, table, from, Item.of(REGION, new S(region)));
  }

  String region() {
    return text(body, REGION);
  }

  List<Change> changes() {
    if (body.get(CHANGES) instanceof L(var elements)) {
      return elements.stream()
          .map(element -> {
            if (element instanceof M(var change)) {
              return Change.decode(change);
            }
            throw damaged("change");
          })
          .toList();
    }
    throw damaged(CHANGES);
  }

  SharedSettings settings() {
    return new SharedSettings(map(body, SETTINGS));
  }

  ItemVersion version() {
    return new ItemVersion(number(body, TIME), text(body, REGION));
  }

  /** The settings of a replica: current or requested ones. */
  ReplicaSettings own() {
    return ReplicaCodec.settings(map(body, SETTINGS));
  }

  /** The settings that the sender expects the replica to have. */
  ReplicaSettings known() {
    return ReplicaCodec.settings(map(body, KNOWN));
  }

  long time() {
    return number(body, TIME);
  }

  boolean anyway() {
    return body.get(ANYWAY) == Bool.TRUE;
  }

  /** The message as bytes. */
  public byte[] encode() {
    return ItemCodec.encode(
        Item.builder(4)
            .put("Kind", new S(kind.name()))
            .put("Table", new S(table))
            .put("From", new S(from))
            .put("Body", new M(body))
            .build());
  }

  /**
   * Decodes a message. The bytes may come from an untrusted source: the members of the kind are
   * checked here, and the memory used is bounded by the number of bytes.
   *
   * @throws IllegalStateException if the bytes are not a message
   */
  public static Message decode(byte[] bytes) {
    Item in = ItemCodec.decode(bytes);
    var message = new Message(kind(in), text(in, "Table"), text(in, "From"), map(in, "Body"));
    message.check();
    return message;
  }

  private void check() {
    switch (kind) {
      case LOOK, CREATE, DROP -> {}
      case JOIN, OPEN, LEAVE, HAND_OVER -> region();
      case CHANGE -> changes();
      case SHARE -> {
        settings();
        version();
      }
      case OWN -> {
        own();
        time();
      }
      case UPDATE -> {
        own();
        known();
        time();
      }
    }
  }

  private static Kind kind(Item in) {
    Kind kind = null;
    for (Kind known : Kind.values()) {
      if (known.name().equals(text(in, "Kind"))) {
        kind = known;
      }
    }
    if (kind == null) {
      throw damaged("known kind");
    }
    return kind;
  }

  static String text(Item in, String name) {
    if (in.get(name) instanceof S(var value)) {
      return value;
    }
    throw damaged(name);
  }

  static long number(Item in, String name) {
    if (in.get(name) instanceof N(var value)
        && value.scale() <= 0
        && value.precision() - value.scale() <= LONG_DIGITS) {
      return value.longValue();
    }
    throw damaged(name);
  }

  private static Item map(Item in, String name) {
    @Nullable AttributeValue value = in.get(name);
    if (value instanceof M(var entries)) {
      return entries;
    }
    throw damaged(name);
  }

  private static IllegalStateException damaged(String what) {
    return new IllegalStateException("damaged message: no " + what);
  }
}
