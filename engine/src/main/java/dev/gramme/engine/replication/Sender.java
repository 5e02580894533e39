package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.LeaseLostException;
import dev.gramme.engine.catalog.TableCodec;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.replication.Message.Change;
import dev.gramme.engine.replication.Message.Kind;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.storage.BackOff;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the changes of one table to one region: first a copy of all items, if this region makes the
 * copy, then the changes of the log. Only changes that were made in this region are sent. The
 * position advances when the other region has stored the changes; after a crash some changes are
 * sent again, which has no effect.
 *
 * <p>One batch is in flight at a time, so that a slow or unreachable region does not accumulate
 * requests.
 *
 * <p>Each server on a shared store has a sender; the one that holds the {@link Lease} sends. A
 * server that was suspended may send a batch that another server has sent, too. It cannot store a
 * position: that requires the term of the lease.
 */
final class Sender {
  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

  private static final int BATCH_CHANGES = 200;
  private static final long BATCH_BYTES = 1L << 20;

  /** The polling interval for changes without a signal, such as the expiry of an item. */
  private static final Duration POLL = Duration.ofMillis(250);

  private static final BackOff BACK_OFF = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(5));

  /**
   * How often a region is asked to delete its replica before it does so although it has not sent
   * its changes to all other regions, but only to this one. This region counts all attempts, and
   * the other one those since its table refuses writes; both must have reached this number.
   */
  private static final int DROP_ATTEMPTS = 10;

  /**
   * The same on a shared store, where the region may first have to notice that the server that
   * sends its changes has ended: nearly a minute.
   */
  private static final int SHARED_DROP_ATTEMPTS = 18;

  private final Replication replication;
  private final Store store;
  private final String table;
  private final String to;
  private final Lease lease;

  /** The term in which the settings were last sent, which happens once in each term. */
  private Lease.@Nullable Term settingsSentIn;

  private int failures;

  /** How often the region was not yet ready to delete its replica. */
  private int dropAttempts;

  private volatile Duration latency = Duration.ZERO;

  Sender(Replication replication, Store store, String table, String to) {
    this.replication = replication;
    this.store = store;
    this.table = table;
    this.to = to;
    this.lease = new Lease(store, replication.clock(), "replication/%s/%s".formatted(table, to));
  }

  /** Renews the lease if this server holds it. A step can take longer than {@link Lease#LIFE}. */
  void renewLease() {
    lease.renew();
  }

  /** The delay between the last sent change and its arrival. */
  Duration latency() {
    return latency;
  }

  /**
   * Sends until the region is no longer a replica, or replication is closed. While the region
   * cannot be reached, waits and retries.
   *
   * @param job receives each step, and failures to reach the region
   */
  void run(BackgroundJob job) {
    sendAll(job);
    lease.release();
  }

  private void sendAll(BackgroundJob job) {
    while (!replication.isClosed()) {
      long seen = replication.signal().count();
      Optional<TableDefinition> definition = replication.find(table);
      Optional<Replica> replica = definition.flatMap(found -> found.features().replica(to));
      if (definition.isEmpty() || replica.isEmpty()) {
        return;
      }
      try {
        Optional<Lease.Term> term = lease.acquire();
        if (term.isEmpty()) {
          replication.pause(Lease.INTERVAL);
          continue;
        }
        boolean more = step(definition.get(), replica.get(), term.get());
        job.progressed();
        if (!more) {
          replication.signal().await(seen, POLL);
        }
        failures = 0;
      } catch (LeaseLostException e) {
        LOG.info("another server sends the changes of table {} to region {} now", table, to);
        replication.pause(Lease.INTERVAL);
      } catch (Peer.UnreachableException e) {
        LOG.debug("could not send changes of table {} to region {}", table, to, e);
        job.waitsFor(e);
        backOff();
      }
    }
  }

  private void backOff() {
    replication.pause(BACK_OFF.pause(++failures));
  }

  /** Does the next step; returns whether there may be more to do. */
  private boolean step(TableDefinition definition, Replica replica, Lease.Term term) {
    if (term != settingsSentIn) {
      // The server that changed them may have ended before it had sent them.
      replication.share(table, to);
      settingsSentIn = term;
    }
    return switch (replica.status()) {
      case DELETING -> {
        var strong = definition.features().strong();
        if (strong != null && !strong.home().equals(to)) {
          yield false; // Its home hands the table over first.
        }
        boolean done = strong == null ? drop(definition) : takeOver();
        if (!done) {
          // This region, too, may be about to be deleted, and must send its changes before.
          boolean _ = sendLog(definition, replica, term);
          // The pauses of a handover do not grow, because writes fail until it is complete.
          replication.pause(BACK_OFF.pause(strong == null ? ++dropAttempts : 1));
        }
        yield true;
      }
      case CREATING, UPDATING, ACTIVE -> {
        if (replica.isToBeCopied()) {
          if (mustWaitWithCopy(definition)) {
            yield false;
          }
          copy(definition, replica, term);
          yield true;
        }
        yield sendLog(definition, replica, term);
      }
    };
  }

  /**
   * Whether the region cannot be copied to yet: after another copy, so that each new replica is
   * informed of the other one, and after the removal of former versions, which could remove later
   * ones, too.
   */
  private boolean mustWaitWithCopy(TableDefinition definition) {
    return isPrecededByCopy(definition)
        || isBeingRemoved(definition)
        || FormerReplicas.hasFormerVersions(definition);
  }

  /** Whether another new replica comes first: replicas are created sequentially. */
  private boolean isPrecededByCopy(TableDefinition definition) {
    for (Replica other : definition.features().replicas()) {
      if (other.region().equals(to)) {
        return false;
      }
      if (other.isToBeCopied()) {
        return true;
      }
    }
    return false;
  }

  private Peer.Reply send(Message message) {
    return replication.send(to, message);
  }

  private void sendChecked(Message message) {
    Peer.Reply reply = send(message);
    if (reply != Peer.Reply.DONE) {
      throw new Peer.UnreachableException(
          "region " + to + " replied " + reply + " to " + message.kind() + " of table " + table);
    }
  }

  /**
   * Copies the table to a new replica. The position in the log is stored in a first pass, which
   * only informs the other regions; until then the whole log is kept. The second pass informs them
   * again and makes the copy.
   */
  private void copy(TableDefinition definition, Replica replica, Lease.Term term) {
    for (Replica other : definition.features().replicas()) {
      if (!other.region().equals(to) && other.status() == Replica.Status.ACTIVE) {
        replication.sendChecked(
            other.region(), Message.about(Kind.JOIN, table, replication.region(), to));
      }
    }
    if (!isUnchanged(definition)) {
      return; // The new replica must learn of a replica that another region has added meanwhile.
    }
    if (Position.read(store, definition.number(), to).isEmpty()) {
      // No region is deleting the previous replica any more. But one may still have it as ACTIVE,
      // and one that was informed before the end of that deletion may have forgotten the new one.
      long last = new LogReader(store).last(definition.number());
      write(definition, new Position(last, Map.of()), term);
      return;
    }
    var create = Message.create(table, replication.region(), asReplica(definition, replica));
    if (send(create) == Peer.Reply.REFUSED) {
      LOG.error("region {} rejected a replica of table {}: it has a table of this name", to, table);
      forget(definition);
      return;
    }
    sendChecked(create);
    copyItems(definition, term);
    copyDeletions(definition, term);
    if (!isStillToBeCopied(definition)) {
      return; // The copy ended early, or the items may have been removed before they were copied.
    }
    var open = Message.about(Kind.OPEN, table, replication.region(), to);
    sendChecked(open);
    for (Replica other : definition.features().replicas()) {
      if (!other.region().equals(to) && other.status() == Replica.Status.ACTIVE) {
        replication.sendChecked(other.region(), open);
      }
    }
    replication.opened(table, to);
  }

  /** Whether the table has the same replicas as a definition that was read before. */
  private boolean isUnchanged(TableDefinition before) {
    return replication
        .find(table)
        .filter(now -> now.features().replicas().equals(before.features().replicas()))
        .isPresent();
  }

  /** Whether the table of a definition still exists, and the region is still to be copied to. */
  private boolean isStillToBeCopied(TableDefinition before) {
    return replication
        .find(table)
        .filter(now -> now.number() == before.number() && !isBeingRemoved(now))
        .flatMap(now -> now.features().replica(to))
        .filter(Replica::isToBeCopied)
        .isPresent();
  }

  private static boolean isBeingRemoved(TableDefinition definition) {
    return definition.changes().find(Transition.Kind.DELETION).isPresent();
  }

  private Item asReplica(TableDefinition definition, Replica replica) {
    var replicas = new ArrayList<Replica>();
    var own = ReplicaSettings.of(definition);
    replicas.add(Replica.of(replication.region(), Replica.Status.ACTIVE).withSettings(own, 0));
    for (Replica other : definition.features().replicas()) {
      if (!other.region().equals(to) && !other.isToBeCopied()) {
        replicas.add(other.forOtherRegion());
      }
    }
    return TableCodec.encode(
        ReplicaDefinition.of(definition, replica).toBuilder().replicas(replicas).build());
  }

  private void copyItems(TableDefinition definition, Lease.Term term) {
    var batch = new Batch(term);
    byte[] from = RowKeys.tableStart(definition.number());
    byte[] end = RowKeys.tableStart(definition.number() + 1);
    while (!Arrays.equals(from, end) && !replication.isClosed() && isStillToBeCopied(definition)) {
      var rows = new ArrayList<byte[]>();
      from = nextItems(definition, from, end, rows);
      addItems(rows, batch);
    }
    batch.send();
    if (replication.isClosed()) {
      throw new Peer.UnreachableException("closed before all items were copied");
    }
  }

  /** Adds the keys of the next items to a list; returns where the items after them begin. */
  private byte[] nextItems(
      TableDefinition definition, byte[] from, byte[] end, List<byte[]> items) {
    long bytes = 0;
    int count = 0;
    try (Cursor rows = store.range(from, end, Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] row = rows.key();
        if (RowKeys.kindOf(row, definition.key().hash()) == RowKeys.ITEM) {
          items.add(row);
        }
        bytes += rows.value().length;
        if (++count == BATCH_CHANGES || bytes >= BATCH_BYTES) {
          return RowKeys.after(row);
        }
      }
    }
    return end;
  }

  /**
   * Reads items and adds them to a batch. There is no snapshot, which some stores keep for a short
   * time only, so an item may change meanwhile. Its version is read first: then a newer item is
   * sent with an older version, and the change in the log, which has the newer version, follows.
   */
  private void addItems(List<byte[]> rows, Batch batch) {
    List<ItemVersion> versions = VersionRows.of(store, rows);
    List<byte @Nullable []> items = store.getAll(rows);
    for (int i = 0; i < rows.size(); i++) {
      byte[] item = items.get(i);
      if (item != null) {
        var change = new Change(ItemCodec.decode(item), false, copied(versions.get(i)));
        batch.add(change, item.length);
      }
    }
  }

  /**
   * Makes the version of an unversioned item higher than {@link ItemVersion#NONE}, so that the
   * receiver writes the item.
   */
  private ItemVersion copied(ItemVersion version) {
    return version.equals(ItemVersion.NONE) ? new ItemVersion(0, replication.region()) : version;
  }

  private void copyDeletions(TableDefinition definition, Lease.Term term) {
    var batch = new Batch(term);
    VersionRows.deletions(
        store,
        definition.number(),
        deletion -> {
          var change = new Change(deletion.key(), true, deletion.version());
          boolean isFull = batch.add(change, deletion.key().sizeBytes());
          return !isFull || isStillToBeCopied(definition);
        });
    batch.send();
  }

  /** Collects changes and sends them when there are enough. */
  private final class Batch {
    private final Lease.Term term;
    private final List<Change> changes = new ArrayList<>();
    private long bytes;

    Batch(Lease.Term term) {
      this.term = term;
    }

    /** Adds a change; returns whether the batch was full and has been sent. */
    boolean add(Change change, long size) {
      changes.add(change);
      bytes += size;
      boolean isFull = changes.size() >= BATCH_CHANGES || bytes >= BATCH_BYTES;
      if (isFull) {
        send();
      }
      return isFull;
    }

    void send() {
      if (!changes.isEmpty()) {
        term.require();
        sendChecked(Message.changes(table, replication.region(), changes));
        changes.clear();
        bytes = 0;
      }
    }
  }

  /** Sends the changes in the log; returns whether there may be more. */
  private boolean sendLog(TableDefinition definition, Replica replica, Lease.Term term) {
    var log = new LogReader(store);
    long last = log.last(definition.number());
    Position position = Position.read(store, definition.number(), to).orElse(Position.BEGINNING);
    if (position.base() >= last) {
      return false; // Each poll of an idle table ends here, before it reads the log.
    }
    boolean all = true;
    boolean sent = false;
    for (LogShard shard : log.shards(definition.number(), 0, Integer.MAX_VALUE)) {
      boolean more = shard.end() > position.of(shard.number());
      while (more && !replication.isClosed()) {
        List<LoggedChange> changes =
            log.changes(
                definition.number(),
                shard.number(),
                position.of(shard.number()) + 1,
                BATCH_CHANGES,
                BATCH_BYTES);
        if (changes.isEmpty()) {
          break;
        }
        if (!send(replica, changes)) {
          return false;
        }
        sent = true;
        position = position.with(shard.number(), changes.getLast().sequence());
        write(definition, position, term);
        // A parent shard is sent completely before its children; an open shard sends one batch per
        // pass, so that it does not delay the other shards.
        more = !shard.isOpen();
        all &= !shard.isOpen();
      }
    }
    if (all && !replication.isClosed()) {
      write(definition, new Position(last, Map.of()), term);
    }
    return sent;
  }

  /** Sends the changes that were made in this region; returns whether they have arrived. */
  private boolean send(Replica replica, List<LoggedChange> changes) {
    var own = new ArrayList<Change>(changes.size());
    @Nullable Instant made = null;
    for (LoggedChange change : changes) {
      if (change.origin() != LoggedChange.Origin.REPLICA) {
        made = change.time();
        own.add(change(change));
      }
    }
    // An empty batch is sent, too: the reply shows whether the region still has the replica.
    Peer.Reply reply = send(Message.changes(table, replication.region(), own));
    return switch (reply) {
      case DONE -> {
        if (made != null) {
          Duration took = Duration.between(made, replication.now());
          latency = took.isNegative() ? Duration.ZERO : took;
        }
        yield true;
      }
      case NO_TABLE, NOT_A_REPLICA -> {
        if (replica.status() == Replica.Status.ACTIVE) {
          LOG.info("region {} no longer has a replica of table {}", to, table);
          replication.left(table, to);
        } else {
          backOff();
        }
        yield false;
      }
      case BUSY, REFUSED ->
          throw new Peer.UnreachableException("region " + to + " replied " + reply + " to changes");
    };
  }

  private Change change(LoggedChange change) {
    var version = new ItemVersion(change.sequence(), replication.region());
    Item after = change.after();
    return after != null
        ? new Change(after, false, version)
        : new Change(replication.key(table, change.either()), true, version);
  }

  /** How many attempts a replica has to send its last changes before it is deleted without. */
  static int maxDropAttempts(Store store) {
    return store.isShared() ? SHARED_DROP_ATTEMPTS : DROP_ATTEMPTS;
  }

  /**
   * Deletes the replica; returns whether it is deleted. If its region is not configured any more,
   * it is only removed from the definition.
   */
  private boolean drop(TableDefinition definition) {
    if (!replication.knows(to)) {
      forget(definition);
      LOG.warn("table {} no longer has a replica in region {}, which is not configured", table, to);
      return true;
    }
    boolean anyway = dropAttempts >= maxDropAttempts(store);
    Peer.Reply reply = send(Message.drop(table, replication.region(), anyway));
    if (reply == Peer.Reply.BUSY) {
      return false;
    }
    if (reply == Peer.Reply.REFUSED) {
      throw new Peer.UnreachableException(
          "region " + to + " rejected the deletion of its replica of table " + table);
    }
    if (reply == Peer.Reply.NOT_A_REPLICA && !replication.remains(table)) {
      return false; // It is this region that has left the table; the other replica remains.
    }
    forget(definition);
    return true;
  }

  /**
   * Makes this region execute the writes of a strongly consistent table in place of its home;
   * returns whether it does. A home that is not configured any more is not asked: this region then
   * continues with the writes that it has received.
   */
  private boolean takeOver() {
    if (!replication.knows(to)) {
      replication.handedOver(table, to);
      LOG.warn(
          "table {} may lack the last writes of its home {}, which is not configured", table, to);
      return true;
    }
    Peer.Reply reply =
        send(Message.about(Kind.HAND_OVER, table, replication.region(), replication.region()));
    return switch (reply) {
      case DONE, NO_TABLE -> {
        replication.handedOver(table, to);
        yield true;
      }
      case BUSY -> false;
      case NOT_A_REPLICA, REFUSED ->
          throw new Peer.UnreachableException(
              "region " + to + " replied " + reply + " to the handover of table " + table);
    };
  }

  /**
   * Removes the region's replica from the definition, here and in the other regions. Regions that
   * are not configured any more are not informed: they may be gone for good, too.
   */
  private void forget(TableDefinition definition) {
    for (Replica other : definition.features().replicas()) {
      if (!other.region().equals(to) && replication.knows(other.region())) {
        leave(other.region());
      }
    }
    replication.left(table, to);
  }

  /** Informs a region, unless it has no replica any more: several can be deleted at once. */
  private void leave(String other) {
    Peer.Reply reply =
        replication.send(other, Message.about(Kind.LEAVE, table, replication.region(), to));
    switch (reply) {
      case DONE, NO_TABLE, NOT_A_REPLICA -> {}
      case BUSY, REFUSED ->
          throw new Peer.UnreachableException(
              "region " + other + " replied " + reply + " to " + Kind.LEAVE);
    }
  }

  private void write(TableDefinition definition, Position position, Lease.Term term) {
    BlockingTransactions.transact(
        store,
        tx -> {
          term.require(tx);
          position.write(tx, definition.number(), to);
          return true;
        });
  }
}
