package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.engine.write.Writer;
import dev.gramme.model.Item;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Global tables: replicas of a table in several regions, each of which accepts reads and writes.
 * Every region sends the changes made in it to all other regions. Of two concurrent changes of an
 * item the later one wins ({@link dev.gramme.engine.version.ItemVersion}), so that all replicas
 * converge to the same items.
 *
 * <p>The replicas of a table are part of its definition, and each is a reader of its log.
 */
public final class Replication implements AutoCloseable {
  /** The maximum number of changes that are counted as pending. */
  private static final int COUNTED = 1000;

  private static final long COUNTED_BYTES = 8L << 20;

  private record Link(String table, String region) {}

  /** The replication lag of one region for one table. */
  public record Lag(String table, String region, Duration latency, int pending) {}

  private final Store store;
  private final Catalog catalog;
  private final Inbox inbox;
  private final SettingsExchange settings;
  private final OwnDeletion ownDeletion;
  private final FormerReplicas formerReplicas;
  private final Signal signal = new Signal();
  private final Map<Link, Sender> senders = new ConcurrentHashMap<>();

  /** The running exchanges of settings, each with the number of changes since it started. */
  private final Map<Link, Integer> sharing = new ConcurrentHashMap<>();

  private volatile Peers peers = Peers.of(Map.of());
  private volatile String region = "";
  private volatile boolean global;
  private volatile boolean closed;

  /**
   * @param writer writes the changes of other regions
   */
  public Replication(Store store, Catalog catalog, Writer writer) {
    this.store = store;
    this.catalog = catalog;
    this.inbox = new Inbox(store, catalog, writer, this);
    this.settings = new SettingsExchange(store, catalog, this);
    this.ownDeletion = new OwnDeletion(store, catalog, this);
    this.formerReplicas = new FormerReplicas(store, catalog);
  }

  /**
   * Sets the name of this region and the other regions, and resumes replication.
   *
   * @param others the other regions
   * @throws StorageException if the data belong to another region
   */
  public void connect(String ownRegion, Peers others) {
    if (store.isShared() && !others.regions().isEmpty()) {
      RegionOfStore.check(store, catalog, ownRegion);
    }
    region = ownRegion;
    peers = others;
    catalog.onChange(this::startReplicating);
    catalog.tables().forEach(this::startReplicating);
    catalog.onChangeStart(ownDeletion::resume);
    catalog.tables().forEach(ownDeletion::resume);
    catalog.onChange(formerReplicas::removeVersions);
    catalog.tables().forEach(formerReplicas::removeVersions);
    if (store.isShared()) {
      catalog
          .lifecycle()
          .repeat(Lease.INTERVAL, "replication of other servers", this::followOtherServers);
    }
  }

  /** Renews the leases of the senders, and starts senders for replicas that have none. */
  private void followOtherServers() {
    senders.values().forEach(Sender::renewLease);
    for (TableDefinition table : catalog.tables()) {
      for (Replica replica : table.features().replicas()) {
        start(table.name(), replica);
      }
    }
  }

  /** The other regions. */
  public Set<String> regions() {
    return new TreeSet<>(peers.regions());
  }

  /** Whether a region is known; the call may discover a new region. */
  public boolean knows(String there) {
    return peers.of(there).isPresent();
  }

  /** Whether a table has a replica in a region that is not {@linkplain #knows known}. */
  public boolean hasLostRegion(TableDefinition table) {
    return !table.features().replicas().stream().allMatch(replica -> knows(replica.region()));
  }

  /** Whether a region is in this process, so that it answers whenever this one does. */
  public boolean isLocal(String there) {
    return peers.isLocal(there);
  }

  /** The name of this region; empty before {@link #connect}. */
  public String region() {
    return region;
  }

  /** Handles a message of another region. Its effects are durable when this returns. */
  public Peer.Reply receive(Message message) {
    if (closed) {
      throw new Peer.UnreachableException("region " + region + " is closed");
    }
    if (!peers.regions().contains(message.from())) {
      // Not NOT_A_REPLICA: the other regions may be missing from the configuration by mistake.
      throw new Peer.UnreachableException("region " + message.from() + " is not known here");
    }
    return inbox.receive(message);
  }

  /**
   * Whether a region can take a new replica of a table.
   *
   * @throws Peer.UnreachableException if the region cannot be reached
   */
  public boolean isFree(String table, String there) {
    return send(there, Message.probe(table, region)) == Peer.Reply.DONE;
  }

  /**
   * Starts to add replicas to a table; the items are copied in the background, to one replica after
   * another.
   *
   * @param replicas the regions, and the requested settings
   * @param strong the strong consistency of the table from now on, null for none
   * @param rule throws an ApiError if the table cannot have the replicas
   * @return fails with an exception of the rule, or if a strongly consistent table would have items
   */
  public CompletableFuture<TableDefinition> add(
      String table,
      List<Replica> replicas,
      @Nullable StrongConsistency strong,
      Consumer<TableDefinition> rule) {
    return catalog.change(
        table,
        (current, numbers) -> {
          rule.accept(current);
          var changed = current.toBuilder().strong(strong);
          replicas.forEach(changed::replica);
          if (current.features().stream() == null) {
            changed.stream(
                StreamSpecification.enabled(
                    StreamSpecification.ViewType.NEW_AND_OLD_IMAGES, now()));
          }
          return changed.build();
        },
        (tx, changed) -> {
          if (strong != null) {
            EmptyTable.require(tx, changed);
          }
        });
  }

  /**
   * Starts to delete all replicas of a strongly consistent table, which becomes a table of this
   * region alone. If another region is its home, that region first hands it over, so that this
   * region has all acknowledged writes before it executes any. Without regions, such as in a fork,
   * no other region executes writes.
   */
  public CompletableFuture<TableDefinition> removeStrong(
      String table, Consumer<TableDefinition> rule) {
    return catalog.change(
        table,
        (current, numbers) -> {
          rule.accept(current);
          boolean isHome = region.isEmpty() || !current.features().hasHomeOtherThan(region);
          return current.toBuilder()
              .strong(isHome ? null : current.features().strong())
              .replicas(
                  current.features().replicas().stream()
                      .map(replica -> replica.withStatus(Replica.Status.DELETING))
                      .toList())
              .build();
        });
  }

  /** Starts to delete a replica of a table. */
  public CompletableFuture<TableDefinition> remove(
      String table, String there, Consumer<TableDefinition> rule) {
    return catalog.change(
        table,
        (current, numbers) -> {
          rule.accept(current);
          var changed = current.toBuilder();
          current
              .features()
              .replica(there)
              .ifPresent(replica -> changed.replica(replica.withStatus(Replica.Status.DELETING)));
          return changed.build();
        });
  }

  /**
   * Changes the settings of a replica of a table, first in the region of the replica.
   *
   * @param table the definition that the caller has read; fails if the replica's settings have
   *     changed since
   * @param there the region of the replica, which may be this one
   * @throws Peer.UnreachableException if that region cannot be reached
   */
  public CompletableFuture<TableDefinition> update(
      TableDefinition table, String there, ReplicaSettings asked) {
    if (there.equals(region)) {
      var known = ReplicaSettings.of(table);
      return catalog.change(
          table.name(),
          (current, numbers) -> {
            InUseErrors.checkChangeable(current);
            if (!ReplicaSettings.of(current).equals(known)) {
              throw InUseErrors.ofReplicas();
            }
            return asked.change(current, now());
          });
    }
    Replica replica = table.features().replica(there).orElseThrow(InUseErrors::ofReplicas);
    long time = Math.max(LogRows.sequence(now()), replica.settingsMicros() + 1);
    var message = Message.update(table.name(), region, replica.settings(), asked, time);
    if (send(there, message) != Peer.Reply.DONE) {
      throw InUseErrors.ofReplicas();
    }
    return catalog.change(
        table.name(), (current, numbers) -> OwnSettings.withSettings(current, there, asked, time));
  }

  /**
   * Deletes a table for a client of this region. A replica first refuses writes and sends its last
   * changes; then it is deleted, in the background.
   *
   * @param rule throws an ApiError if the table must not be deleted
   * @return the definition with the status DELETING; fails with the exception of the rule, or with
   *     ResourceNotFoundException
   */
  public CompletableFuture<TableDefinition> delete(String table, Consumer<TableDefinition> rule) {
    return ownDeletion.delete(table, rule);
  }

  /**
   * Wakes the senders, after items may have changed. On a shared store they poll instead: another
   * server may be the one that sends, and each pass costs several requests to the store.
   */
  public void changed() {
    if (global && !store.isShared()) {
      signal.raise();
    }
  }

  /**
   * Whether all changes of this region have arrived in all other regions, and all copies are
   * complete.
   */
  public boolean hasConverged() {
    return catalog.tables().stream().allMatch(this::hasConverged) && sharing.isEmpty();
  }

  boolean hasConverged(TableDefinition table) {
    long last = new LogReader(store).last(table.number());
    for (Replica replica : table.features().replicas()) {
      // The position in the store: on a shared store, another server may be the sender.
      var position = Position.read(store, table.number(), replica.region());
      if (replica.status() != Replica.Status.ACTIVE
          || position.orElse(Position.BEGINNING).base() < last) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether all changes that were made in this region have arrived in all other regions, and no
   * replica is being copied or deleted. Unlike {@link #hasConverged}, this does not wait for
   * changes that keep arriving from other regions. The table must refuse writes.
   */
  boolean hasSentToAll(TableDefinition table) {
    return table.features().replicas().stream()
        .allMatch(replica ->
            switch (replica.status()) {
              case CREATING, DELETING -> false;
              case UPDATING, ACTIVE -> hasSentTo(table, replica.region());
            });
  }

  /** Whether all changes that were made in this region have arrived in another one. */
  boolean hasSentTo(TableDefinition table, String there) {
    var log = new LogReader(store);
    long last = log.last(table.number());
    var position = Position.read(store, table.number(), there).orElse(Position.BEGINNING);
    return position.base() >= last
        || log.shards(table.number(), 0, Integer.MAX_VALUE).stream()
            .filter(shard -> shard.end() > position.of(shard.number()))
            .allMatch(
                shard -> hasNoOwnChange(table, shard.number(), position.of(shard.number()), last));
  }

  /** Whether a shard has no change of this region between two sequence numbers. */
  private boolean hasNoOwnChange(TableDefinition table, int shard, long after, long last) {
    var log = new LogReader(store);
    long from = after + 1;
    while (from <= last) {
      var changes = log.changes(table.number(), shard, from, COUNTED, COUNTED_BYTES);
      if (changes.isEmpty()) {
        return true;
      }
      if (changes.stream().anyMatch(change -> change.origin() != LoggedChange.Origin.REPLICA)) {
        return false;
      }
      from = changes.getLast().sequence() + 1;
    }
    return true;
  }

  /** The age of the oldest change that a replica of a table may not have received. */
  public static Duration unsent(Reader reader, TableDefinition table, Instant now) {
    OptionalLong held = Position.receivedByAll(reader, table);
    return held.isEmpty() ? Duration.ZERO : Duration.between(LogRows.time(held.getAsLong()), now);
  }

  /** The replication lags of the other regions. */
  public List<Lag> lags() {
    var lags = new ArrayList<Lag>();
    for (TableDefinition table : catalog.tables()) {
      for (Replica replica : table.features().replicas()) {
        Sender sender = senders.get(new Link(table.name(), replica.region()));
        Duration latency = sender == null ? Duration.ZERO : sender.latency();
        int pending = pending(table, replica.region());
        lags.add(new Lag(table.name(), replica.region(), latency, pending));
      }
    }
    return lags;
  }

  private int pending(TableDefinition table, String there) {
    var log = new LogReader(store);
    var position = Position.read(store, table.number(), there).orElse(Position.BEGINNING);
    int pending = 0;
    for (LogShard shard : log.shards(table.number(), 0, COUNTED)) {
      if (pending < COUNTED && shard.end() > position.of(shard.number())) {
        long from = position.of(shard.number()) + 1;
        int limit = COUNTED - pending;
        pending += log.changes(table.number(), shard.number(), from, limit, COUNTED_BYTES).size();
      }
    }
    return pending;
  }

  /** Stops sending; it resumes when the database is opened and connected again. */
  @Override
  public void close() {
    closed = true;
    signal.raise();
  }

  private void startReplicating(TableDefinition table) {
    if (!table.features().isGlobal()) {
      return;
    }
    global = true;
    for (Replica replica : table.features().replicas()) {
      start(table.name(), replica);
      share(table.name(), replica.region());
    }
    signal.raise();
  }

  /** Sends the settings of a table to a region, in the background. */
  void share(String table, String there) {
    var link = new Link(table, there);
    if (sharing.merge(link, 1, Integer::sum) == 1) {
      catalog
          .lifecycle()
          .start(
              "exchange of settings",
              link.table + "/" + link.region,
              job -> {
                int reasons;
                do {
                  reasons = sharing.getOrDefault(link, 0);
                  settings.propagate(link.table, link.region, job);
                } while (!sharing.remove(link, reasons));
              });
    }
  }

  /** Starts a sender. If the region is unknown, it is needed only to forget a deleted replica. */
  private void start(String name, Replica replica) {
    var link = new Link(name, replica.region());
    boolean isNeeded = knows(link.region) || replica.status() == Replica.Status.DELETING;
    if (!isNeeded || closed) {
      return;
    }
    var sender = new Sender(this, store, link.table, link.region);
    if (senders.putIfAbsent(link, sender) == null) {
      catalog
          .lifecycle()
          .start(
              "replication",
              link.table + "/" + link.region,
              job -> {
                sender.run(job);
                senders.remove(link);
                // The replica may have been added again in the meantime.
                find(link.table)
                    .flatMap(table -> table.features().replica(link.region))
                    .ifPresent(again -> start(link.table, again));
              });
    }
  }

  SettingsExchange settings() {
    return settings;
  }

  Signal signal() {
    return signal;
  }

  boolean isClosed() {
    return closed;
  }

  InstantSource clock() {
    return catalog.lifecycle().clock();
  }

  Instant now() {
    return clock().instant();
  }

  /** The time of a change that is made now and replaces a version. */
  long timeAfter(ItemVersion replaced) {
    return Math.max(LogRows.sequence(now()), replaced.time() + 1);
  }

  /** Waits for a duration, or until the database is closed. */
  void pause(Duration duration) {
    signal.pause(duration, this::isClosed);
  }

  Optional<TableDefinition> find(String table) {
    return catalog.find(table);
  }

  Item key(String table, Item item) {
    return catalog.find(table).map(found -> found.key().of(item)).orElse(item);
  }

  Peer.Reply send(String there, Message message) {
    return peers
        .of(there)
        .orElseThrow(() -> new Peer.UnreachableException("region " + there + " is not known"))
        .send(message);
  }

  void sendChecked(String there, Message message) {
    Peer.Reply reply = send(there, message);
    if (reply != Peer.Reply.DONE) {
      throw new Peer.UnreachableException(
          "region " + there + " replied " + reply + " to " + message.kind());
    }
  }

  /** Records that a replica that this region copies has all items. */
  void opened(String table, String there) {
    catalog
        .change(
            table,
            (current, numbers) -> {
              var changed = current.toBuilder();
              current
                  .features()
                  .replica(there)
                  .filter(Replica::isToBeCopied)
                  .ifPresent(replica -> changed.replica(replica.withStatus(Replica.Status.ACTIVE)));
              return changed.build();
            })
        .join();
  }

  /** Records that the home of a strongly consistent table has handed it over to this region. */
  void handedOver(String table, String home) {
    catalog
        .change(
            table,
            (current, numbers) -> {
              var strong = current.features().strong();
              return strong != null && strong.home().equals(home)
                  ? current.toBuilder().strong(null).build()
                  : current;
            })
        .join();
  }

  /** Whether this region has a table that is not being deleted; reads it from the store. */
  boolean remains(String table) {
    try {
      TableDefinition current = catalog.change(table, (unchanged, numbers) -> unchanged).join();
      return current.changes().find(Transition.Kind.DELETION).isEmpty();
    } catch (CompletionException e) {
      if (Catalog.isMissing(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Records that a region no longer has a replica, unless the table itself is gone. */
  void left(String table, String there) {
    formerReplicas.left(table, there);
  }
}
