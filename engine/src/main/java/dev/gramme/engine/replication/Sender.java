package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.BlockingTransactions;
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
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the changes of one table to one region: first, if that is this region's part, all items
 * that there are, then what the log says. What was made in other regions is theirs to send. The
 * position moves when the other region has stored what was sent, so that a crash on either side
 * repeats some changes, which change nothing.
 *
 * <p>Sends one batch at a time and waits for its answer: a region that is slow, or down, is not
 * given more than that.
 */
final class Sender {
  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

  private static final int BATCH_CHANGES = 200;
  private static final long BATCH_BYTES = 1L << 20;

  /** How soon a change is seen that nobody told of, such as the expiry of an item. */
  private static final Duration POLL = Duration.ofMillis(250);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** How often a region is asked to give up its replica before it has sent all of its changes. */
  private static final int DROP_ATTEMPTS = 10;

  private final Replication replication;
  private final Store store;
  private final Peer peer;
  private final String table;
  private final String to;
  private Duration pause = FIRST_PAUSE;
  private int dropAttempts;
  private volatile long through = -1;
  private volatile Duration latency = Duration.ZERO;

  Sender(Replication replication, Store store, Peer peer, String table, String to) {
    this.replication = replication;
    this.store = store;
    this.peer = peer;
    this.table = table;
    this.to = to;
  }

  /** The sequence number up to which everything was sent when it last looked. */
  long through() {
    return through;
  }

  /** How long after it was made the last change arrived. */
  Duration latency() {
    return latency;
  }

  /**
   * Sends until the region is no replica any more, or replication is closed. Waits by itself while
   * the region cannot be reached.
   *
   * @param job is informed of each step, and of a region that cannot be reached
   */
  void run(BackgroundJob job) {
    while (!replication.isClosed()) {
      long seen = replication.signal().count();
      Optional<TableDefinition> definition = replication.find(table);
      Optional<Replica> replica = definition.flatMap(found -> found.replica(to));
      if (definition.isEmpty() || replica.isEmpty()) {
        return;
      }
      try {
        boolean more = step(definition.get(), replica.get());
        job.progressed();
        if (!more) {
          replication.signal().await(seen, POLL);
        }
        pause = FIRST_PAUSE;
      } catch (Peer.UnreachableException e) {
        LOG.debug("table {} does not reach region {}", table, to, e);
        job.waitsFor(e);
        waitLonger();
      }
    }
  }

  private void waitLonger() {
    replication.pause(pause);
    Duration twice = pause.multipliedBy(2);
    pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
  }

  /** Does the next thing; whether there may be more to do. */
  private boolean step(TableDefinition definition, Replica replica) {
    return switch (replica.status()) {
      case DELETING -> {
        drop(definition);
        yield true;
      }
      case CREATING, UPDATING, ACTIVE -> {
        if (replica.isToBeCopied()) {
          copy(definition, replica);
          yield true;
        }
        yield follow(definition, replica);
      }
    };
  }

  private void tell(Message message) {
    Peer.Reply reply = peer.tell(message);
    if (reply != Peer.Reply.DONE) {
      throw new Peer.UnreachableException(
          "region " + to + " says " + reply + " to " + message.kind() + " of table " + table);
    }
  }

  private void copy(TableDefinition definition, Replica replica) {
    if (Position.read(store, definition.number(), to).isEmpty()) {
      long last = new LogReader(store).last(definition.number());
      write(definition, new Position(last, Map.of()));
    }
    for (Replica other : definition.replicas()) {
      if (!other.region().equals(to) && other.status() == Replica.Status.ACTIVE) {
        replication.tell(other.region(), Message.about(Kind.JOIN, table, replication.region(), to));
      }
    }
    var create = Message.create(table, replication.region(), asReplica(definition, replica));
    if (peer.tell(create) == Peer.Reply.REFUSED) {
      LOG.error("region {} refuses a replica of table {}: it has a table of the name", to, table);
      forget(definition);
      return;
    }
    tell(create);
    try (Snapshot snapshot = store.snapshot()) {
      copyItems(snapshot, definition);
      copyDeletions(snapshot, definition);
    }
    var open = Message.about(Kind.OPEN, table, replication.region(), to);
    tell(open);
    for (Replica other : definition.replicas()) {
      if (!other.region().equals(to) && other.status() == Replica.Status.ACTIVE) {
        replication.tell(other.region(), open);
      }
    }
    replication.opened(table, to);
  }

  private Item asReplica(TableDefinition definition, Replica replica) {
    var replicas = new ArrayList<Replica>();
    var own = ReplicaSettings.of(definition);
    replicas.add(Replica.of(replication.region(), Replica.Status.ACTIVE).withSettings(own, 0));
    for (Replica other : definition.replicas()) {
      if (!other.region().equals(to)) {
        replicas.add(other.forOtherRegion());
      }
    }
    return TableCodec.encode(
        ReplicaDefinition.of(definition, replica).toBuilder().replicas(replicas).build());
  }

  private void copyItems(Snapshot snapshot, TableDefinition definition) {
    var batch = new Batch();
    try (Cursor rows =
        snapshot.range(
            RowKeys.tableStart(definition.number()),
            RowKeys.tableStart(definition.number() + 1),
            Direction.ASCENDING)) {
      while (rows.next() && !replication.isClosed()) {
        byte[] row = rows.key();
        if (RowKeys.kindOf(row, definition.key().hash()) == RowKeys.ITEM) {
          byte[] value = rows.value();
          ItemVersion version = VersionRows.of(snapshot, row);
          batch.add(new Change(ItemCodec.decode(value), false, copied(version)), value.length);
        }
      }
    }
    batch.send();
    if (replication.isClosed()) {
      throw new Peer.UnreachableException("closed before all items were copied");
    }
  }

  /** Something is later than nothing: an item that has no version yet is still to be entered. */
  private ItemVersion copied(ItemVersion version) {
    return version.equals(ItemVersion.NONE) ? new ItemVersion(0, replication.region()) : version;
  }

  private void copyDeletions(Snapshot snapshot, TableDefinition definition) {
    var batch = new Batch();
    VersionRows.deletions(
        snapshot,
        definition.number(),
        deletion -> {
          var change = new Change(deletion.key(), true, deletion.version());
          batch.add(change, deletion.key().sizeBytes());
        });
    batch.send();
  }

  /** Changes on their way, sent when there are enough of them. */
  private final class Batch {
    private final List<Change> changes = new ArrayList<>();
    private long bytes;

    void add(Change change, long size) {
      changes.add(change);
      bytes += size;
      if (changes.size() >= BATCH_CHANGES || bytes >= BATCH_BYTES) {
        send();
      }
    }

    void send() {
      if (!changes.isEmpty()) {
        tell(Message.changes(table, replication.region(), changes));
        changes.clear();
        bytes = 0;
      }
    }
  }

  /** Sends what the log has; whether there may be more. */
  private boolean follow(TableDefinition definition, Replica replica) {
    var log = new LogReader(store);
    long last = log.last(definition.number());
    Position position = Position.read(store, definition.number(), to).orElse(Position.BEGINNING);
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
        write(definition, position);
        // A parent is sent before its children; an open shard does not keep the others waiting.
        more = !shard.isOpen();
        all &= !shard.isOpen();
      }
    }
    if (all && !replication.isClosed()) {
      arrived(definition, position, last, sent);
    }
    return sent;
  }

  /** All of the log up to a number has arrived. */
  private void arrived(TableDefinition definition, Position position, long last, boolean sent) {
    boolean behind = position.base() < last || !position.shards().isEmpty();
    if (behind && (sent || through < last)) {
      write(definition, new Position(Math.max(last, position.base()), Map.of()));
    }
    through = last;
  }

  /** Sends changes that were made here; whether they have arrived. */
  private boolean send(Replica replica, List<LoggedChange> changes) {
    var own = new ArrayList<Change>(changes.size());
    @Nullable Instant made = null;
    for (LoggedChange change : changes) {
      if (change.origin() != LoggedChange.Origin.REPLICA) {
        made = change.time();
        own.add(change(change));
      }
    }
    // Even nothing is sent: where a region has all until now it is known to be there, too.
    Peer.Reply reply = peer.tell(Message.changes(table, replication.region(), own));
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
          LOG.info("region {} has left table {}", to, table);
          replication.left(table, to);
        } else {
          waitLonger();
        }
        yield false;
      }
      case BUSY, REFUSED ->
          throw new Peer.UnreachableException("region " + to + " says " + reply + " to changes");
    };
  }

  private Change change(LoggedChange change) {
    var version = new ItemVersion(change.sequence(), replication.region());
    Item after = change.after();
    return after != null
        ? new Change(after, false, version)
        : new Change(replication.key(table, change.either()), true, version);
  }

  private void drop(TableDefinition definition) {
    boolean anyway = ++dropAttempts > DROP_ATTEMPTS;
    Peer.Reply reply = peer.tell(Message.drop(table, replication.region(), anyway));
    if (reply == Peer.Reply.BUSY) {
      waitLonger();
      return;
    }
    if (reply == Peer.Reply.REFUSED) {
      throw new Peer.UnreachableException("region " + to + " does not drop table " + table);
    }
    forget(definition);
  }

  /** The region is no replica any more, for this one and for the others. */
  private void forget(TableDefinition definition) {
    for (Replica other : definition.replicas()) {
      if (!other.region().equals(to)) {
        replication.tell(
            other.region(), Message.about(Kind.LEAVE, table, replication.region(), to));
      }
    }
    replication.left(table, to);
  }

  private void write(TableDefinition definition, Position position) {
    BlockingTransactions.transact(
        store,
        tx -> {
          position.write(tx, definition.number(), to);
          return true;
        });
  }
}
