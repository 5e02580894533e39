package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The directory of buckets: Cassandra places partitions by a hash, so nothing else tells which
 * there are in a range of keys. A bucket is entered before anything is written into it, and stays.
 */
final class Buckets {
  /** Partitions must not have an empty key, so something stands before all of them. */
  private static final byte FIRST = 1;

  /** Where a bucket's first row is. */
  static final String FIRST_ROW = " AND era = " + Eras.FIRST + " AND key = 0x AND ended_by = 0x";

  private final CqlSession session;
  private final Placement placement;
  private final Gate gate;
  private final InstantSource clock;
  private final String table;
  private final String rows;
  private final Set<Bytes> entered = ConcurrentHashMap.newKeySet();
  private final Map<Bytes, Bytes> fences = new ConcurrentHashMap<>();

  Buckets(CqlSession session, CassandraStoreOptions options, Gate gate) {
    this.session = session;
    this.placement = options.placement();
    this.gate = gate;
    this.clock = options.clock();
    this.table = options.keyspace() + ".buckets";
    this.rows = options.keyspace() + ".rows";
  }

  /** The bucket of a key. */
  Bytes of(Bytes key) {
    byte[] prefix = placement.bucket(key.array());
    byte[] bucket = new byte[prefix.length + 1];
    bucket[0] = FIRST;
    System.arraycopy(prefix, 0, bucket, 1, prefix.length);
    return new Bytes(bucket);
  }

  /** Whether the rows of a bucket are derived. */
  boolean isDerived(Bytes bucket) {
    return placement.isDerived(Arrays.copyOfRange(bucket.array(), 1, bucket.length()));
  }

  /** The only bucket that a range of keys can be in, null if there may be several. */
  @Nullable Bytes only(Bytes from, Bytes to) {
    Bytes first = of(from);
    Bytes last = of(to);
    return first.equals(last) ? first : null;
  }

  /**
   * Buckets as they were read.
   *
   * @param mark changes with every bucket that is entered
   */
  record Listing(List<Bytes> buckets, @Nullable Bytes mark) {}

  /** The buckets that keys from one (inclusive) to another (exclusive) may be in. */
  Listing list(Bytes from, Bytes to) {
    // First the mark: what is read afterwards has at least the buckets that it stands for.
    Bytes mark = mark();
    String range = " AND bucket >= ? AND bucket <= ?";
    return new Listing(read(range, of(from).buffer(), of(to).buffer()), mark);
  }

  /** All buckets. */
  List<Bytes> all() {
    return read("");
  }

  private List<Bytes> read(String range, Object... values) {
    var buckets = new ArrayList<Bytes>();
    var statement =
        SimpleStatement.newInstance(
                "SELECT bucket FROM %s WHERE slice = %s".formatted(table, Schema.SLICE) + range,
                values)
            .setIdempotent(true);
    gate.enter();
    try {
      session
          .execute(statement)
          .forEach(row -> {
            var bucket = row.getByteBuffer("bucket");
            if (bucket != null) {
              buckets.add(Bytes.of(bucket));
            }
          });
    } catch (DriverException e) {
      throw new StorageException("Cassandra cannot be read: " + e.getMessage(), e);
    } finally {
      gate.exit();
    }
    return buckets;
  }

  private @Nullable Bytes mark() {
    gate.enter();
    try {
      var row =
          session
              .execute(
                  SimpleStatement.newInstance(
                          "SELECT mark FROM %s WHERE slice = %s LIMIT 1"
                              .formatted(table, Schema.SLICE))
                      .setIdempotent(true))
              .one();
      var mark = row == null ? null : row.getByteBuffer("mark");
      return mark == null ? null : Bytes.of(mark);
    } catch (DriverException e) {
      throw new StorageException("Cassandra cannot be read: " + e.getMessage(), e);
    } finally {
      gate.exit();
    }
  }

  /**
   * Enters buckets that are going to be written into. Doing so twice does no harm, but all that
   * enter something meet in the directory; so a server that has just been started looks first.
   *
   * @param ids one for each bucket: the directory is never again as it was
   */
  void enter(Collection<Bytes> buckets, CassandraTransaction transaction, Supplier<Bytes> ids) {
    for (Bytes bucket : buckets) {
      if (!entered.contains(bucket)) {
        if (read(" AND bucket = ?", bucket.buffer()).isEmpty()) {
          if (!isDerived(bucket)) {
            begin(bucket);
          }
          Bytes id = ids.get();
          Tag read = transaction.directory();
          if (read == null) {
            enter(bucket, id);
          } else {
            enter(bucket, id, read);
            transaction.entered(id);
          }
        }
        entered.add(bucket);
      }
    }
  }

  /**
   * Gives a bucket its first row, if it has none. Before it is entered, so that all that are
   * entered have one, and apart from that: transactions of the directory and of buckets would wait
   * for one another.
   */
  private void begin(Bytes bucket) {
    session.execute(
        new Cql(2)
            .add("BEGIN TRANSACTION LET b = (SELECT stamp FROM " + rows + " WHERE bucket = ")
            .value(bucket)
            .add(FIRST_ROW + "); SELECT b.stamp; IF b.stamp IS NULL THEN INSERT INTO " + rows)
            .add(" (bucket, era, key, ended_by, stamp) VALUES (")
            .value(bucket)
            .add(", " + Eras.FIRST + ", 0x, 0x, ")
            .number(AsOf.micros(clock.millis()))
            .add("); END IF COMMIT TRANSACTION")
            .statement());
  }

  private void enter(Bytes bucket, Bytes id) {
    session.execute(
        write(new Cql(2).add("BEGIN TRANSACTION "), bucket, id)
            .add("COMMIT TRANSACTION")
            .statement());
  }

  /** Enters a bucket if the directory is still as it was read, for who has read it. */
  private void enter(Bytes bucket, Bytes id, Tag read) {
    var cql =
        new Cql(3)
            .add("BEGIN TRANSACTION LET d = (SELECT mark FROM ")
            .add(table + " WHERE slice = " + Schema.SLICE + " LIMIT 1); SELECT d.mark; IF d.mark");
    if (read.id() == null) {
      cql.add(" IS NULL");
    } else {
      cql.add(" = ").value(read.id());
    }
    var found =
        session
            .execute(
                write(cql.add(" THEN "), bucket, id).add("END IF COMMIT TRANSACTION").statement())
            .one();
    var mark = found == null ? null : found.getByteBuffer(0);
    if (!read.equals(new Tag(mark == null ? null : Bytes.of(mark)))) {
      throw new Conflict(Set.of());
    }
  }

  private Cql write(Cql cql, Bytes bucket, Bytes id) {
    return cql.add("INSERT INTO " + table + " (slice, bucket) VALUES (" + Schema.SLICE + ", ")
        .value(bucket)
        .add("); UPDATE " + table + " SET mark = ")
        .value(id)
        .add(" WHERE slice = " + Schema.SLICE + "; ");
  }

  /**
   * Tells a bucket the version of the row that guards it, if it has been told none; what it has.
   */
  Bytes tell(Bytes bucket, Bytes version) {
    var found =
        session
            .execute(
                new Cql(3)
                    .add("BEGIN TRANSACTION LET b = (SELECT guard FROM " + rows)
                    .add(" WHERE bucket = ")
                    .value(bucket)
                    .add(" LIMIT 1); SELECT b.guard; IF b.guard IS NULL THEN UPDATE " + rows)
                    .add(" SET guard = ")
                    .value(version)
                    .add(" WHERE bucket = ")
                    .value(bucket)
                    .add("; END IF COMMIT TRANSACTION")
                    .statement())
            .one();
    var told = found == null ? null : found.getByteBuffer(0);
    return told == null ? version : Bytes.of(told);
  }

  /** The fence that a bucket is believed to have. */
  @Nullable Bytes fence(Bytes bucket) {
    return fences.get(bucket);
  }

  /** Remembers the fence that a bucket has. */
  void fenced(Bytes bucket, Bytes fence) {
    fences.put(bucket, fence);
  }
}
