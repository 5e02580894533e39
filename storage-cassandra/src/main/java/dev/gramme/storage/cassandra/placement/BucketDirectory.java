package dev.gramme.storage.cassandra.placement;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.options.Placement;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.WriteTime;
import dev.gramme.storage.cassandra.session.Cql;
import dev.gramme.storage.cassandra.session.InFlightGate;
import dev.gramme.storage.cassandra.session.Schema;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The directory of buckets. Cassandra places partitions by a hash, so a range of keys needs a list
 * of the buckets that exist. A bucket is registered before the first write into it and is never
 * removed. This class also caches each bucket's fencing token.
 */
public final class BucketDirectory {
  /** Cassandra allows no empty partition key, so every bucket begins with this byte. */
  private static final byte FIRST = 1;

  private final CqlSession session;
  private final Placement placement;
  private final InFlightGate gate;
  private final InstantSource clock;
  private final String directory;
  private final String rows;
  private final Set<Bytes> registered = ConcurrentHashMap.newKeySet();
  private final Map<Bytes, Bytes> fences = new ConcurrentHashMap<>();

  /** The directory of a keyspace, with empty caches. */
  public BucketDirectory(CqlSession session, CassandraStoreOptions options, InFlightGate gate) {
    this.session = session;
    this.placement = options.placement();
    this.gate = gate;
    this.clock = options.clock();
    this.directory = options.keyspace() + ".buckets";
    this.rows = options.keyspace() + ".rows";
  }

  /** The bucket of a key. */
  public Bytes bucketOf(Bytes key) {
    byte[] prefix = placement.bucket(key.array());
    byte[] bucket = new byte[prefix.length + 1];
    bucket[0] = FIRST;
    System.arraycopy(prefix, 0, bucket, 1, prefix.length);
    return new Bytes(bucket);
  }

  /** Whether the rows of a bucket are derived. */
  public boolean isDerived(Bytes bucket) {
    return placement.isDerived(Arrays.copyOfRange(bucket.array(), 1, bucket.length()));
  }

  /** The single bucket that contains a whole range of keys, null if several buckets may. */
  public @Nullable Bytes singleBucket(Bytes from, Bytes to) {
    Bytes first = bucketOf(from);
    Bytes last = bucketOf(to);
    return first.equals(last) ? first : null;
  }

  /**
   * A list of registered buckets, with the mark that the directory had before they were read.
   *
   * @param mark the mark of the directory, which changes with every bucket that is registered
   */
  public record Listing(List<Bytes> buckets, WriteMark mark) {}

  /** The registered buckets that may contain keys from one (inclusive) to another (exclusive). */
  public Listing list(Bytes from, Bytes to) {
    // The mark is read first: the listing then has at least the buckets that the mark covers.
    var mark = new WriteMark(mark());
    String range = " AND bucket >= ? AND bucket <= ?";
    return new Listing(read(range, bucketOf(from).buffer(), bucketOf(to).buffer()), mark);
  }

  /** All registered buckets. */
  public List<Bytes> all() {
    return read("");
  }

  private List<Bytes> read(String range, Object... values) {
    var buckets = new ArrayList<Bytes>();
    var statement =
        SimpleStatement.newInstance(
                "SELECT bucket FROM %s WHERE slice = %s".formatted(directory, Schema.SLICE) + range,
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
                              .formatted(directory, Schema.SLICE))
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
   * Whether a bucket is registered. Reads the directory unless this server knows that it is: a read
   * is cheap, while all registrations conflict in the directory's one partition.
   */
  public boolean isRegistered(Bytes bucket) {
    if (registered.contains(bucket)) {
      return true;
    }
    boolean found = !read(" AND bucket = ?", bucket.buffer()).isEmpty();
    if (found) {
      registered.add(bucket);
    }
    return found;
  }

  /**
   * Registers a bucket; harmless if it is registered already.
   *
   * @param id a new id, which becomes the mark of the directory
   */
  public void register(Bytes bucket, Bytes id) {
    createHeader(bucket);
    session.execute(
        insert(new Cql(2).add("BEGIN TRANSACTION "), bucket, id)
            .add("COMMIT TRANSACTION")
            .statement());
    registered.add(bucket);
  }

  /**
   * Registers a bucket if the directory still has a mark.
   *
   * @param id a new id, which becomes the mark of the directory
   * @return false if the directory has another mark; then the bucket is not registered
   */
  public boolean registerIfUnchanged(Bytes bucket, Bytes id, WriteMark expected) {
    createHeader(bucket);
    var cql =
        new Cql(3)
            .add("BEGIN TRANSACTION LET d = (SELECT mark FROM ")
            .add(directory + " WHERE slice = " + Schema.SLICE)
            .add(" LIMIT 1); SELECT d.mark; IF d.mark");
    if (expected.id() == null) {
      cql.add(" IS NULL");
    } else {
      cql.add(" = ").value(expected.id());
    }
    var found =
        session
            .execute(
                insert(cql.add(" THEN "), bucket, id).add("END IF COMMIT TRANSACTION").statement())
            .one();
    var mark = found == null ? null : found.getByteBuffer(0);
    if (!expected.equals(new WriteMark(mark == null ? null : Bytes.of(mark)))) {
      return false;
    }
    registered.add(bucket);
    return true;
  }

  private Cql insert(Cql cql, Bytes bucket, Bytes id) {
    return cql.add("INSERT INTO " + directory + " (slice, bucket) VALUES (" + Schema.SLICE + ", ")
        .value(bucket)
        .add("); UPDATE " + directory + " SET mark = ")
        .value(id)
        .add(" WHERE slice = " + Schema.SLICE + "; ");
  }

  /**
   * Creates the header row of a bucket if it has none. This precedes the registration, so that
   * every registered bucket has a header row. It is a separate transaction, because transactions
   * that span the directory and a bucket would block each other.
   */
  private void createHeader(Bytes bucket) {
    if (isDerived(bucket)) {
      return;
    }
    session.execute(
        new Cql(2)
            .add("BEGIN TRANSACTION LET b = (SELECT stamp FROM " + rows + " WHERE bucket = ")
            .value(bucket)
            .add(Schema.HEADER_ROW + "); SELECT b.stamp; IF b.stamp IS NULL THEN INSERT INTO ")
            .add(rows + " (bucket, era, key, ended_by, stamp) VALUES (")
            .value(bucket)
            .add(", " + Schema.HEADER + ", 0x, 0x, ")
            .number(WriteTime.ofMillis(clock.millis()))
            .add("); END IF COMMIT TRANSACTION")
            .statement());
  }

  /**
   * Gives a bucket its copy of the schema version, unless it has one.
   *
   * @return the copy that the bucket has afterwards
   */
  public Bytes copySchemaVersion(Bytes bucket, Bytes version) {
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
    var before = found == null ? null : found.getByteBuffer(0);
    return before == null ? version : Bytes.of(before);
  }

  /** The cached fence of a bucket, null if none is cached. */
  public @Nullable Bytes cachedFence(Bytes bucket) {
    return fences.get(bucket);
  }

  /** Caches the fence of a bucket. */
  public void cacheFence(Bytes bucket, Bytes fence) {
    fences.put(bucket, fence);
  }
}
