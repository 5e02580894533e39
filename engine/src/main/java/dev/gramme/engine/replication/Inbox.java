package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.engine.replication.Message.Change;
import dev.gramme.engine.replication.Peer.Reply;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.Writer;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.Replica;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Handles the messages of other regions. Every message is idempotent: it may arrive again after it
 * has been handled.
 */
final class Inbox {
  /** The maximum number of changes of one transaction; fewer if the store prefers that. */
  private static final int MAX_CHUNK = 100;

  /** The sender of a message has no replica any more. */
  private static final class NotAReplicaException extends RuntimeException {
    NotAReplicaException() {
      super(null, null, false, false);
    }
  }

  /** The deletion of this region's replica of a table by another region. */
  private record Deletion(int table, String by) {}

  private final Store store;
  private final int chunk;
  private final Catalog catalog;
  private final Writer writer;
  private final Replication replication;

  /**
   * How often each region has requested a deletion since the table refuses writes. After a restart
   * the attempts are counted anew, and on a shared store each server counts those that it receives:
   * the replica then has more time.
   */
  private final Map<Deletion, Integer> attempts = new ConcurrentHashMap<>();

  Inbox(Store store, Catalog catalog, Writer writer, Replication replication) {
    this.store = store;
    this.chunk = Math.min(MAX_CHUNK, store.distantRows());
    this.catalog = catalog;
    this.writer = writer;
    this.replication = replication;
  }

  Reply receive(Message message) {
    try {
      Optional<TableDefinition> table = catalog.find(message.table());
      return switch (message.kind()) {
        case LOOK -> table.isEmpty() ? Reply.DONE : Reply.REFUSED;
        case CREATE -> create(message, table);
        default -> {
          if (table.isEmpty()) {
            yield message.kind() == Message.Kind.DROP ? Reply.DONE : Reply.NO_TABLE;
          }
          yield table.get().features().replica(message.from()).isEmpty()
              ? Reply.NOT_A_REPLICA
              : ofReplica(message, table.get());
        }
      };
    } catch (CompletionException e) {
      if (e.getCause() instanceof ApiError error) {
        return replyTo(error);
      }
      if (e.getCause() instanceof NotAReplicaException) {
        return Reply.NOT_A_REPLICA;
      }
      throw e;
    } catch (ApiError error) {
      return replyTo(error);
    }
  }

  private static Reply replyTo(ApiError error) {
    if (error.type() == ErrorType.RESOURCE_NOT_FOUND) {
      return Reply.NO_TABLE;
    }
    return error.type() == ErrorType.THROTTLING || error.type() == ErrorType.TRANSACTION_CONFLICT
        ? Reply.BUSY
        : Reply.REFUSED;
  }

  private Reply create(Message message, Optional<TableDefinition> existing) {
    if (existing.isPresent()) {
      return existing.get().features().replica(message.from()).isPresent()
          ? Reply.DONE
          : Reply.REFUSED;
    }
    Instant now = replication.now();
    catalog
        .create(numbers ->
            ReplicaDefinition.received(message.body(), numbers, replication.region(), now))
        .join();
    return Reply.DONE;
  }

  private Reply ofReplica(Message message, TableDefinition table) {
    return switch (message.kind()) {
      case LOOK, CREATE -> Reply.REFUSED;
      case CHANGE -> change(table, message.from(), message.changes());
      case JOIN -> join(table, message);
      case OPEN -> open(table, message.region());
      case LEAVE -> {
        if (!isToJoin(table, message.region())) {
          replication.left(table.name(), message.region());
        }
        yield Reply.DONE;
      }
      case DROP -> drop(table, message.from(), message.anyway());
      case HAND_OVER -> handOver(table, message.region());
      case SHARE -> {
        replication.settings().received(table.name(), message.settings(), message.version());
        yield Reply.DONE;
      }
      case OWN -> {
        var own = replication.settings().own();
        own.received(table.name(), message.from(), message.own(), message.time());
        yield Reply.DONE;
      }
      case UPDATE -> {
        var own = replication.settings().own();
        yield own.change(table.name(), message.known(), message.own(), message.time());
      }
    };
  }

  /**
   * Writes changes in their order; one transaction contains at most one change of each item. Each
   * transaction requires that the sender still has a replica. Otherwise late changes could replace
   * newer ones: when the last other replica is gone, the versions of the items are removed.
   */
  private Reply change(TableDefinition table, String from, List<Change> changes) {
    Consumer<Transaction> isReplica =
        tx -> {
          var current = catalog.currentOrCreating(tx, table.name());
          if (current.features().replica(from).isEmpty()) {
            throw new NotAReplicaException();
          }
        };
    var actions = new ArrayList<WriteAction>(chunk);
    var keys = new HashSet<Item>();
    for (Change change : changes) {
      Item key = table.key().of(change.item());
      if (actions.size() == chunk || !keys.add(key)) {
        write(actions, isReplica);
        actions.clear();
        keys.clear();
        keys.add(key);
      }
      Item item = change.deleted() ? null : change.item();
      actions.add(new WriteAction.Replicate(table.name(), key, item, change.version()));
    }
    write(actions, isReplica);
    return Reply.DONE;
  }

  private void write(List<WriteAction> actions, Consumer<Transaction> requirement) {
    if (!actions.isEmpty()) {
      var request =
          new WriteRequest(actions, WriteRequest.Kind.BATCH, ItemChange.Cause.REPLICA, null);
      writer.write(request.requiring(requirement)).join();
      replication.changed();
    }
  }

  /**
   * Whether this region is to copy a new replica of which it has not informed the other regions
   * yet. A message that the region has left is then about its previous replica: the sender repeats
   * it until all regions have received it.
   */
  private boolean isToJoin(TableDefinition table, String region) {
    return table.features().replica(region).filter(Replica::isToBeCopied).isPresent()
        && Position.read(store, table.number(), region).isEmpty();
  }

  /**
   * Adds a new replica that another region copies. The position of the region that makes the copy
   * is used for the new replica, too, so that it receives the changes that had not arrived there
   * before the copy.
   *
   * <p>If this region copies the items to a new replica, too, one of the two regions must wait for
   * the other. Otherwise the new replicas would not learn of each other. The first by name copies
   * first.
   *
   * <p>If this region is deleting the previous replica of that region, the new one must wait until
   * it has done so.
   */
  private Reply join(TableDefinition table, Message message) {
    String region = message.region();
    var joined =
        catalog
            .change(
                table.name(),
                (current, numbers) ->
                    current.features().replica(region).isPresent()
                            || copiesBefore(current, message.from())
                        ? current
                        : current.toBuilder()
                            .replica(Replica.of(region, Replica.Status.CREATING))
                            .build(),
                (tx, changed) -> {
                  if (isCopiedElsewhere(changed, region)) {
                    Position.read(tx, changed.number(), message.from())
                        .orElse(Position.BEGINNING)
                        .write(tx, changed.number(), region);
                  }
                })
            .join();
    return joined
            .features()
            .replica(region)
            .filter(replica -> replica.status() != Replica.Status.DELETING)
            .isPresent()
        ? Reply.DONE
        : Reply.BUSY;
  }

  private boolean copiesBefore(TableDefinition table, String other) {
    return isCopying(table) && replication.region().compareTo(other) < 0;
  }

  private static boolean isCopying(TableDefinition table) {
    return table.features().replicas().stream().anyMatch(Replica::isToBeCopied);
  }

  private static boolean isCopiedElsewhere(TableDefinition table, String region) {
    return table
        .features()
        .replica(region)
        .filter(replica -> replica.status() == Replica.Status.CREATING && !replica.isToBeCopied())
        .isPresent();
  }

  /**
   * Records that a new replica has all items. A replica that this region copies, too, becomes
   * active after its own copy, and a replica that it deletes does not become active again.
   */
  private Reply open(TableDefinition table, String region) {
    if (region.equals(replication.region())) {
      var _ =
          changeTable(
              table,
              current ->
                  current.status() == TableDefinition.Status.CREATING
                      ? current.toBuilder().status(TableDefinition.Status.ACTIVE).build()
                      : current);
    } else {
      var _ =
          changeTable(
              table,
              current ->
                  isCopiedElsewhere(current, region) ? withActive(current, region) : current);
    }
    return Reply.DONE;
  }

  private static TableDefinition withActive(TableDefinition table, String region) {
    var changed = table.toBuilder();
    table
        .features()
        .replica(region)
        .ifPresent(replica -> changed.replica(replica.withStatus(Replica.Status.ACTIVE)));
    return changed.build();
  }

  /**
   * Deletes this region's replica: first the table refuses writes, then its last changes are sent,
   * then it is deleted. So no acknowledged write is lost.
   *
   * @param from the region that deletes the replica
   * @param anyway whether to delete it after {@link Sender#maxDropAttempts} although other regions
   *     may not have its last changes
   */
  private Reply drop(TableDefinition table, String from, boolean anyway) {
    if (table.properties().deletionProtected()) {
      return Reply.REFUSED;
    }
    var wasClosed = new AtomicBoolean();
    var closed =
        changeTable(
            table,
            current -> {
              wasClosed.set(current.status() == TableDefinition.Status.DELETING);
              return closed(current, from);
            });
    if (closed.status() != TableDefinition.Status.DELETING) {
      return Reply.BUSY; // Its own copy or deletion of another replica comes first.
    }
    if (closed.changes().find(Transition.Kind.DELETION).isEmpty()) {
      boolean hasTried = hasTriedLong(table, from, wasClosed.get());
      boolean hasSent =
          (anyway && hasTried)
              ? replication.hasSentTo(closed, from)
              : replication.hasSentToAll(closed);
      if (!hasSent) {
        return Reply.BUSY;
      }
      catalog.delete(table.name(), current -> requireClosed(current, from)).join();
      forgetAttempts(table);
    }
    return Reply.DONE;
  }

  /**
   * Counts an attempt to delete a table. Only the attempts since the table refuses writes count:
   * before, the other region may have waited long for the copy of a replica.
   *
   * @return whether the table has had the time to send its last changes to all regions
   */
  private boolean hasTriedLong(TableDefinition table, String from, boolean wasClosed) {
    if (!wasClosed) {
      forgetAttempts(table);
    }
    int count = attempts.merge(new Deletion(table.number(), from), 1, Integer::sum);
    return count > Sender.maxDropAttempts(store);
  }

  private void forgetAttempts(TableDefinition table) {
    attempts.keySet().removeIf(deletion -> deletion.table == table.number());
  }

  /**
   * Requires that a table still refuses writes because a region deletes its replica. If that region
   * has left meanwhile, this replica may be the last one.
   */
  private static void requireClosed(TableDefinition table, String from) {
    if (table.features().replica(from).isEmpty()) {
      throw new NotAReplicaException();
    }
    if (table.status() != TableDefinition.Status.DELETING) {
      throw InUseErrors.ofReplicas();
    }
  }

  /**
   * The table in the state in which it refuses writes ({@link Catalog#current}), unchanged if its
   * own copy or deletion of another replica comes first. A new replica that this region copies is
   * incomplete without the items that are not copied yet.
   */
  private TableDefinition closed(TableDefinition table, String from) {
    if (table.properties().deletionProtected() || isCopying(table) || precedes(table, from)) {
      return table;
    }
    var closed = table.toBuilder().status(TableDefinition.Status.DELETING);
    table
        .features()
        .replica(from)
        .filter(replica -> replica.status() == Replica.Status.DELETING)
        .ifPresent(replica -> closed.replica(replica.withStatus(Replica.Status.ACTIVE)));
    return closed.build();
  }

  /**
   * Whether this region is deleting a replica itself, and its name comes before that of the other
   * region. Without an order, regions that delete each other's replicas at the same time would all
   * lose the table. A region that waits for the home of a strongly consistent table never comes
   * first: only a region that executes the writes deletes the replicas of others.
   */
  private boolean precedes(TableDefinition table, String other) {
    var strong = table.features().strong();
    boolean waits = strong != null && !strong.home().equals(replication.region());
    return !waits && isDeletingReplicas(table) && replication.region().compareTo(other) < 0;
  }

  private static boolean isDeletingReplicas(TableDefinition table) {
    return table.features().replicas().stream()
        .anyMatch(replica -> replica.status() == Replica.Status.DELETING);
  }

  /**
   * Makes another region the home of a strongly consistent table: first this region stops to
   * execute writes, then all changes are sent.
   */
  private Reply handOver(TableDefinition table, String to) {
    var changed = changeTable(table, current -> fromThisHome(current, to));
    var strong = changed.features().strong();
    if (strong == null || !strong.home().equals(to)) {
      return Reply.REFUSED; // The table belongs to another region.
    }
    // If both regions delete all replicas at the same time, each asks the other one.
    boolean isFirst = isDeletingReplicas(changed) && replication.region().compareTo(to) < 0;
    return !isFirst && replication.hasSentTo(changed, to) ? Reply.DONE : Reply.BUSY;
  }

  private TableDefinition fromThisHome(TableDefinition table, String to) {
    var strong = table.features().strong();
    boolean isReplica =
        table.features().replicas().stream().anyMatch(replica -> replica.region().equals(to));
    return strong != null && strong.home().equals(replication.region()) && isReplica
        ? table.toBuilder().strong(new StrongConsistency(to, strong.witnessRegion())).build()
        : table;
  }

  private TableDefinition changeTable(
      TableDefinition table, UnaryOperator<TableDefinition> change) {
    return catalog.change(table.name(), (current, numbers) -> change.apply(current)).join();
  }
}
