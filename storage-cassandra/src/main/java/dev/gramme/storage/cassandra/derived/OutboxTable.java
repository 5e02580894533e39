package dev.gramme.storage.cassandra.derived;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.WriteTime;
import dev.gramme.storage.cassandra.session.Cql;
import dev.gramme.storage.cassandra.session.ReadStatements;
import dev.gramme.storage.cassandra.session.Schema;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements that read and remove the outbox entries of buckets. */
public final class OutboxTable {
  /** A stamp that is further behind the time is advanced. */
  private static final Duration MAX_STAMP_LAG = Duration.ofMinutes(10);

  private final CqlSession session;
  private final InstantSource clock;
  private final String rows;
  private final ReadStatements reads;
  private final PreparedStatement one;
  private final PreparedStatement keys;

  /** The outboxes of a keyspace. */
  public OutboxTable(CqlSession session, CassandraStoreOptions options, ReadStatements reads) {
    this.session = session;
    this.clock = options.clock();
    this.rows = options.keyspace() + ".rows";
    this.reads = reads;
    String outbox = " FROM " + rows + " WHERE bucket = ? AND era = " + Schema.OUTBOX;
    this.one = session.prepare("SELECT value, stamp" + outbox + " AND key = ? AND ended_by = 0x");
    this.keys = session.prepare("SELECT key" + outbox + " AND key >= ? AND key < ? LIMIT ?");
  }

  /** An entry of a bucket's outbox, null if it does not exist. */
  public @Nullable OutboxEntry entry(Bytes bucket, Bytes key) {
    var found = reads.all(one.bind(bucket.buffer(), key.buffer()));
    return found.isEmpty()
        ? null
        : OutboxEntry.decode(
            ReadStatements.bytes(found.getFirst(), 0).buffer(),
            ReadStatements.number(found.getFirst(), 1));
  }

  /** The first keys of a range of a bucket's outbox. */
  List<Bytes> keys(Bytes bucket, Bytes from, Bytes to, int limit) {
    return reads.all(keys.bind(bucket.buffer(), from.buffer(), to.buffer(), limit)).stream()
        .map(found -> ReadStatements.bytes(found, 0))
        .toList();
  }

  /** Removes a range of entries. */
  void removeRange(Bytes bucket, Bytes from, Bytes to) {
    session.execute(
        new Cql(3)
            .add("BEGIN TRANSACTION DELETE FROM " + rows + " WHERE bucket = ")
            .value(bucket)
            .add(" AND era = " + Schema.OUTBOX + " AND key >= ")
            .value(from)
            .add(" AND key < ")
            .value(to)
            .add("; COMMIT TRANSACTION")
            .statement());
  }

  /** Removes single entries. */
  void remove(Bytes bucket, List<Bytes> entries) {
    var cql = new Cql(2 * entries.size()).add("BEGIN TRANSACTION ");
    for (Bytes key : entries) {
      cql.add("DELETE FROM " + rows + " WHERE bucket = ")
          .value(bucket)
          .add(" AND era = " + Schema.OUTBOX + " AND key = ")
          .value(key)
          .add(" AND ended_by = 0x; ");
    }
    session.execute(cql.add("COMMIT TRANSACTION").statement());
  }

  /**
   * Advances the stamp of a bucket to the current time if it is more than ten minutes behind.
   *
   * @param knownStamp a recent stamp of the bucket, 0 if none is known
   */
  void advanceStamp(Bytes bucket, long knownStamp) {
    long now = WriteTime.ofMillis(clock.millis());
    if (knownStamp == 0 || now - knownStamp < WriteTime.ofMillis(MAX_STAMP_LAG.toMillis())) {
      return;
    }
    session.execute(
        new Cql(2)
            .add("BEGIN TRANSACTION LET b = (SELECT stamp FROM " + rows + " WHERE bucket = ")
            .value(bucket)
            .add(Schema.HEADER_ROW + "); SELECT b.stamp; IF b.stamp < ")
            .number(now)
            .add(" THEN UPDATE " + rows + " SET stamp = ")
            .number(now)
            .add(" WHERE bucket = ")
            .value(bucket)
            .add(Schema.HEADER_ROW + "; END IF COMMIT TRANSACTION")
            .statement());
  }
}
