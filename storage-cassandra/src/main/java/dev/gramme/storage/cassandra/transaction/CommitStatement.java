package dev.gramme.storage.cassandra.transaction;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.session.Cql;
import dev.gramme.storage.cassandra.session.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one statement that commits a transaction: it validates the read set, and if nothing has
 * changed, applies the write set. Accord executes it atomically and in one order with all other
 * transactions. Its result has the actual values of all preconditions, so a conflict is known
 * without another read.
 *
 * <p>The statement itself moves each replaced value to the history, so a row need not be read
 * before it is written. The id that it leaves there later proves that it was executed.
 */
final class CommitStatement {
  /** Selects a current row by its key. */
  static final String AT_KEY = " AND era = " + Schema.CURRENT + " AND key = ";

  /** Completes the primary key of a current row or an outbox row. */
  static final String IS_CURRENT = " AND ended_by = 0x";

  /** Selects current rows from a key on. */
  static final String FROM_KEY = " AND era = " + Schema.CURRENT + " AND key >= ";

  private final String keyspace;
  private final BucketDirectory buckets;
  private final SchemaVersions versions;
  private final CassandraTransaction transaction;
  private final WriteSet writeSet;
  private final Bytes id;
  private final int generation;
  private final Map<Bytes, Bytes> outboxEntries;
  private final CommitReads reads;
  private final Map<Bytes, Long> previousStamps = new LinkedHashMap<>();

  /**
   * The statement of a transaction.
   *
   * @param outboxEntries the keys of its outbox entries, by bucket
   * @param id the id of the transaction
   * @param generation the history generation to which replaced values move
   */
  CommitStatement(
      String keyspace,
      BucketDirectory buckets,
      SchemaVersions versions,
      CassandraTransaction transaction,
      WriteSet writeSet,
      Map<Bytes, Bytes> outboxEntries,
      Bytes id,
      int generation) {
    this.keyspace = keyspace;
    this.buckets = buckets;
    this.versions = versions;
    this.transaction = transaction;
    this.writeSet = writeSet;
    this.outboxEntries = outboxEntries;
    this.id = id;
    this.generation = generation;
    this.reads = new CommitReads(keyspace, buckets, versions, transaction, writeSet);
  }

  /** The id of the transaction. */
  Bytes id() {
    return id;
  }

  WriteSet writeSet() {
    return writeSet;
  }

  /** The bucket whose fence can prevent a late execution, null if the statement writes nothing. */
  @Nullable Bytes fencedBucket() {
    return reads.fencedBucket();
  }

  /** The keys of its outbox entries, by bucket. */
  Map<Bytes, Bytes> outboxEntries() {
    return outboxEntries;
  }

  /**
   * The stamps of the buckets with outbox entries before the transaction; set by {@link #check}.
   */
  Map<Bytes, Long> previousStamps() {
    return previousStamps;
  }

  /** Builds the statement. May be called once. */
  SimpleStatement build() {
    var cql =
        new Cql(
            3 * transaction.readSet().rows().size()
                + 6 * writeSet.size()
                + 5 * writeSet.derived().size());
    cql.add("BEGIN TRANSACTION ");
    reads.addTo(cql);
    addSelect(cql);
    if (!writeSet.isEmpty()) {
      addCondition(cql);
      new CommitWrites(
              keyspace + ".rows", buckets, versions, writeSet, outboxEntries, id, generation, reads)
          .addTo(cql);
      cql.add("END IF ");
    }
    var statement = cql.add("COMMIT TRANSACTION").statement();
    Bytes fenced = fencedBucket();
    return fenced == null
        ? statement
        : statement.setRoutingKeyspace(keyspace).setRoutingKey(fenced.buffer());
  }

  private void addSelect(Cql cql) {
    var columns = new ArrayList<String>();
    reads.preconditions().forEach(each -> columns.add(each.alias() + "." + each.column()));
    reads.replacedKeys().forEach(key -> columns.add(reads.rowAlias(key) + ".value"));
    reads.stampAliases().values().forEach(alias -> columns.add(alias + ".stamp"));
    cql.add("SELECT ").add(String.join(", ", columns)).add("; ");
  }

  private void addCondition(Cql cql) {
    String word = "IF ";
    for (var precondition : reads.preconditions()) {
      cql.add(word + precondition.alias() + "." + precondition.column());
      if (precondition.expected() == null) {
        cql.add(" IS NULL");
      } else {
        cql.add(" = ").value(precondition.expected());
      }
      word = " AND ";
    }
    cql.add(" THEN ");
  }

  /**
   * Evaluates the result of the statement.
   *
   * @throws Conflict if a precondition did not hold, so that nothing was written
   */
  void check(com.datastax.oss.driver.api.core.cql.Row result) {
    Set<Bytes> conflicting = new HashSet<>();
    boolean allHold = true;
    int column = 0;
    for (var precondition : reads.preconditions()) {
      Bytes actual = bytes(result, column++);
      if (!Objects.equals(actual, precondition.expected())) {
        allHold = false;
        precondition.onMismatch().accept(actual);
        if (precondition.key() != null) {
          conflicting.add(precondition.key());
        }
      }
    }
    if (!allHold) {
      throw new Conflict(conflicting);
    }
    for (Bytes key : reads.replacedKeys()) {
      transaction.setReplacedValue(key, bytes(result, column++));
    }
    for (Bytes bucket : reads.stampAliases().keySet()) {
      if (result.isNull(column)) {
        throw new StorageException("A bucket in Cassandra has no header row.");
      }
      previousStamps.put(bucket, result.getLong(column++));
    }
    reads.newCopies().forEach(versions::cacheCopy);
  }

  private static @Nullable Bytes bytes(
      com.datastax.oss.driver.api.core.cql.Row result, int column) {
    var buffer = result.getByteBuffer(column);
    return buffer == null ? null : Bytes.of(buffer);
  }
}
