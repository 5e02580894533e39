package dev.gramme.storage.cassandra.derived;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.session.InFlightGate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The heartbeats of the stores that may own outbox entries. A store whose heartbeat has not changed
 * for 45 s is considered dead. Only the time since this store saw the last change counts; times of
 * different clocks are never compared.
 */
public final class OutboxOwners {
  private static final Duration DEAD_AFTER = Duration.ofSeconds(45);

  /** After this time, no transaction of a dead store can be executed any more. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

  private final CqlSession session;
  private final InFlightGate gate;
  private final InstantSource clock;
  private final String table;
  private final Bytes own;
  private final Map<Bytes, Seen> seen = new HashMap<>();
  private volatile long lastBeatMillis;

  /**
   * The heartbeats of a keyspace.
   *
   * @param own the id of this store
   */
  public OutboxOwners(
      CqlSession session, CassandraStoreOptions options, InFlightGate gate, Bytes own) {
    this.session = session;
    this.gate = gate;
    this.clock = options.clock();
    this.table = options.keyspace() + ".senders";
    this.own = own;
  }

  /**
   * The last heartbeat that this store has seen of another.
   *
   * @param sinceMillis when it was seen first
   * @param swept whether the other store's entries were delivered since
   */
  private record Seen(long beat, long sinceMillis, boolean swept) {}

  /**
   * A dead store.
   *
   * @param isFinal whether it can add no more entries, so that it can be forgotten
   */
  record Dead(Bytes id, boolean isFinal) {}

  /** The id of this store. */
  Bytes own() {
    return own;
  }

  /** Whether this store has no heartbeat, or such an old one that others may soon forget it. */
  boolean needsHeartbeat() {
    return clock.millis() - lastBeatMillis > FORGOTTEN_AFTER.toMillis() / 2;
  }

  /** Writes a heartbeat of this store. */
  void beat() {
    long now = clock.millis();
    execute(
        SimpleStatement.newInstance(
            "INSERT INTO " + table + " (id, beat) VALUES (?, ?)", own.buffer(), now));
    lastBeatMillis = now;
  }

  private void execute(SimpleStatement statement) {
    gate.enter();
    try {
      session.execute(statement.setIdempotent(true));
    } catch (DriverException e) {
      throw new StorageException("Cassandra cannot be written: " + e.getMessage(), e);
    } finally {
      gate.exit();
    }
  }

  /** The dead stores whose entries were not delivered since they died. Not thread-safe. */
  List<Dead> dead() {
    Map<Bytes, Long> beats = otherBeats();
    seen.keySet().retainAll(beats.keySet());
    var dead = new ArrayList<Dead>();
    beats.forEach((id, beat) -> {
      Seen before = seen.get(id);
      if (before == null || before.beat != beat) {
        seen.put(id, new Seen(beat, clock.millis(), false));
        return;
      }
      Duration unchanged = Duration.ofMillis(clock.millis() - before.sinceMillis);
      boolean isFinal = unchanged.compareTo(FORGOTTEN_AFTER) > 0;
      if (isFinal || (unchanged.compareTo(DEAD_AFTER) > 0 && !before.swept)) {
        dead.add(new Dead(id, isFinal));
      }
    });
    return dead;
  }

  /** Records that the entries of a dead store were delivered. */
  void markSwept(Dead store) {
    seen.computeIfPresent(
        store.id, (id, before) -> new Seen(before.beat, before.sinceMillis, true));
    if (store.isFinal) {
      forget(store.id);
    }
  }

  /** Deletes the heartbeat of a store that owns no entries any more. */
  void forget(Bytes id) {
    execute(SimpleStatement.newInstance("DELETE FROM " + table + " WHERE id = ?", id.buffer()));
  }

  private Map<Bytes, Long> otherBeats() {
    var beats = new LinkedHashMap<Bytes, Long>();
    gate.enter();
    try {
      session
          .execute(SimpleStatement.newInstance("SELECT id, beat FROM " + table).setIdempotent(true))
          .forEach(row ->
              beats.put(
                  Bytes.of(Objects.requireNonNull(row.getByteBuffer("id"))), row.getLong("beat")));
    } catch (DriverException e) {
      throw new StorageException("Cassandra cannot be read: " + e.getMessage(), e);
    } finally {
      gate.exit();
    }
    beats.remove(own);
    return beats;
  }
}
