package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes rows of the past that no snapshot can see any more, now and then. (Cassandra's own time
 * to live is of no use here: what 6.0-alpha2 writes in a transaction with one is gone at once.)
 * Every server does so; that others have done it already does no harm.
 */
final class PastSweep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PastSweep.class);

  /** Kept for so many lifetimes of snapshots, also to find out outcomes. */
  private static final int LIFETIMES = 4;

  private static final int DELETED_AT_ONCE = 50;

  private final CqlSession session;
  private final CassandraStoreOptions options;
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable Thread thread;

  PastSweep(CqlSession session, CassandraStoreOptions options) {
    this.session = session;
    this.options = options;
  }

  void start() {
    thread = Thread.ofVirtual().name("cassandra-past").start(this::run);
  }

  private void run() {
    try {
      while (!closing.await(options.snapshotLifetime().toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          sweep();
        } catch (DriverException e) {
          LOG.warn("the past could not be swept: {}", e.toString());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sweep() {
    long kept =
        AsOf.micros(options.clock().millis() - LIFETIMES * options.snapshotLifetime().toMillis());
    String table = options.keyspace() + ".past";
    var old = new ArrayList<com.datastax.oss.driver.api.core.cql.Row>();
    for (var row :
        session.execute(
            SimpleStatement.newInstance(
                    "SELECT bucket, key, ended_by, WRITETIME(noted) AS until FROM " + table)
                .setIdempotent(true))) {
      if (closing.getCount() == 0) {
        return;
      }
      if (row.getLong("until") < kept) {
        old.add(row);
      }
      if (old.size() == DELETED_AT_ONCE) {
        delete(table, old);
        old.clear();
      }
    }
    delete(table, old);
  }

  private void delete(String table, List<com.datastax.oss.driver.api.core.cql.Row> old) {
    if (old.isEmpty()) {
      return;
    }
    var text = new StringBuilder("BEGIN TRANSACTION ");
    var values = new ArrayList<Object>();
    for (var row : old) {
      text.append("DELETE FROM " + table + " WHERE bucket = ? AND key = ? AND ended_by = ?; ");
      for (String column : List.of("bucket", "key", "ended_by")) {
        var value = row.getByteBuffer(column);
        if (value != null) {
          values.add(value);
        }
      }
    }
    session.execute(SimpleStatement.newInstance(text + "COMMIT TRANSACTION", values.toArray()));
  }

  @Override
  public void close() {
    closing.countDown();
    Thread running = thread;
    if (running != null) {
      try {
        running.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
