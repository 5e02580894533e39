package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The stores that may have something in an outbox. Each says again and again that it is there; who
 * was not heard of for a while has ended, or stands still. No times of different clocks are
 * compared: what counts is how long nothing has changed.
 */
final class Senders {
  /** Who was not heard of for so long is silent. */
  private static final Duration SILENT = Duration.ofSeconds(45);

  /** What it had begun has come to an end after this time. */
  private static final Duration GONE = Duration.ofHours(1);

  private final CqlSession session;
  private final Gate gate;
  private final InstantSource clock;
  private final String table;
  private final Bytes own;
  private final Map<Bytes, Heard> heard = new HashMap<>();
  private volatile long saidMillis;

  /**
   * The senders.
   *
   * @param own the id of this store
   */
  Senders(CqlSession session, CassandraStoreOptions options, Gate gate, Bytes own) {
    this.session = session;
    this.gate = gate;
    this.clock = options.clock();
    this.table = options.keyspace() + ".senders";
    this.own = own;
  }

  /**
   * What was heard of another store.
   *
   * @param sinceMillis when it was heard first
   * @param swept whether its work has been done since
   */
  private record Heard(long beat, long sinceMillis, boolean swept) {}

  /**
   * One that is silent.
   *
   * @param gone whether nothing more can come of it
   */
  record Silent(Bytes id, boolean gone) {}

  /** The id of this store. */
  Bytes own() {
    return own;
  }

  /** Whether others may have forgotten this store, or have never heard of it. */
  boolean isUnheard() {
    return clock.millis() - saidMillis > GONE.toMillis() / 2;
  }

  /** Says that this store is there. */
  void say() {
    long now = clock.millis();
    execute(
        SimpleStatement.newInstance(
            "INSERT INTO " + table + " (id, beat) VALUES (?, ?)", own.buffer(), now));
    saidMillis = now;
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

  /** Those that are silent and whose work has not been done since; looked at by one thread. */
  List<Silent> silent() {
    Map<Bytes, Long> there = others();
    heard.keySet().retainAll(there.keySet());
    var silent = new ArrayList<Silent>();
    there.forEach((id, beat) -> {
      Heard before = heard.get(id);
      if (before == null || before.beat != beat) {
        heard.put(id, new Heard(beat, clock.millis(), false));
        return;
      }
      Duration silence = Duration.ofMillis(clock.millis() - before.sinceMillis);
      boolean gone = silence.compareTo(GONE) > 0;
      if (gone || (silence.compareTo(SILENT) > 0 && !before.swept)) {
        silent.add(new Silent(id, gone));
      }
    });
    return silent;
  }

  /** The work of one that is silent has been done. */
  void swept(Silent one) {
    heard.computeIfPresent(
        one.id, (id, before) -> new Heard(before.beat, before.sinceMillis, true));
    if (one.gone) {
      forget(one.id);
    }
  }

  /** A store has nothing in an outbox any more. */
  void forget(Bytes id) {
    execute(SimpleStatement.newInstance("DELETE FROM " + table + " WHERE id = ?", id.buffer()));
  }

  /** All but this store, with what they have said last. */
  private Map<Bytes, Long> others() {
    var there = new LinkedHashMap<Bytes, Long>();
    gate.enter();
    try {
      session
          .execute(SimpleStatement.newInstance("SELECT id, beat FROM " + table).setIdempotent(true))
          .forEach(row ->
              there.put(
                  Bytes.of(Objects.requireNonNull(row.getByteBuffer("id"))), row.getLong("beat")));
    } catch (DriverException e) {
      throw new StorageException("Cassandra cannot be read: " + e.getMessage(), e);
    } finally {
      gate.exit();
    }
    there.remove(own);
    return there;
  }
}
