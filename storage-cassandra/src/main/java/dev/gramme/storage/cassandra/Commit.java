package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one statement that ends a transaction: it looks whether all that was read is still as it was,
 * and if so, writes. Accord runs it as a whole, in one order with all others.
 *
 * <p>Every write leaves its id: in the row as its version, in the bucket as its mark, and beside
 * what it replaced. What it replaced goes to the past, for snapshots, and so that it can be found
 * out later whether this was executed.
 */
final class Commit {
  private final String keyspace;
  private final Buckets buckets;
  private final CassandraTransaction transaction;
  private final Changes changes;
  private final Bytes id;
  private final List<Condition> conditions = new ArrayList<>();
  private @Nullable Bytes fenced;

  /**
   * Something that must be as it was.
   *
   * @param alias what the statement calls the row
   * @param expected its value, null for none
   * @param on the key or bucket, null for what nobody can wait for
   */
  private record Condition(
      String alias, String column, @Nullable Bytes expected, @Nullable Bytes on) {}

  Commit(
      String keyspace,
      Buckets buckets,
      CassandraTransaction transaction,
      Changes changes,
      Bytes id) {
    this.keyspace = keyspace;
    this.buckets = buckets;
    this.transaction = transaction;
    this.changes = changes;
    this.id = id;
  }

  /** The id that it leaves. */
  Bytes id() {
    return id;
  }

  Changes changes() {
    return changes;
  }

  /** The bucket whose fence keeps it from being executed late, null if it writes nothing. */
  @Nullable Bytes fenced() {
    return fenced;
  }

  /** The buckets that it writes into. */
  Set<Bytes> written() {
    var written = new LinkedHashSet<Bytes>();
    changes.single().keySet().forEach(key -> written.add(buckets.of(key)));
    written.addAll(changes.cuts().keySet());
    return written;
  }

  /** The statement. To be asked for once. */
  SimpleStatement statement() {
    var reads = transaction.reads();
    var cql = new Cql(3 * reads.size() + 5 * changes.size());
    cql.add("BEGIN TRANSACTION ");
    if (!changes.isEmpty()) {
      lookAtFence(cql);
    }
    lookAtRows(cql, reads);
    lookAtRanges(cql);
    lookAtMarks(cql);
    cql.add("SELECT ");
    for (int i = 0; i < conditions.size(); i++) {
      cql.add(i == 0 ? "" : ", ").add(conditions.get(i).alias() + "." + conditions.get(i).column());
    }
    cql.add("; ");
    if (!changes.isEmpty()) {
      condition(cql);
      write(cql);
      cql.add("END IF ");
    }
    return cql.add("COMMIT TRANSACTION").statement();
  }

  private void lookAtFence(Cql cql) {
    Bytes bucket = written().iterator().next();
    fenced = bucket;
    cql.add("LET f = (SELECT fence FROM " + keyspace + ".rows WHERE bucket = ")
        .value(bucket)
        .add(" LIMIT 1); ");
    conditions.add(new Condition("f", "fence", buckets.fence(bucket), null));
  }

  private void lookAtRows(Cql cql, Map<Bytes, Optional<Row>> reads) {
    int number = 0;
    for (var read : reads.entrySet()) {
      String alias = "r" + number++;
      cql.add("LET " + alias + " = (SELECT version FROM " + keyspace + ".rows WHERE bucket = ")
          .value(buckets.of(read.getKey()))
          .add(" AND key = ")
          .value(read.getKey())
          .add("); ");
      Bytes version = read.getValue().map(Row::version).orElse(null);
      conditions.add(new Condition(alias, "version", version, read.getKey()));
    }
  }

  /** In a range, from each row that was seen, the next must be the one that was seen next. */
  private void lookAtRanges(Cql cql) {
    int number = 0;
    for (Look look : transaction.ranges()) {
      if (!look.isShort()) {
        continue;
      }
      Bytes from = look.from();
      for (Row.Entry seen : look.seen()) {
        String alias = "g" + number++;
        lookAtFirst(cql, alias, look, from);
        conditions.add(new Condition(alias, "key", seen.key(), look.bucket()));
        conditions.add(new Condition(alias, "version", seen.row().version(), look.bucket()));
        from = seen.key().next();
      }
      // Cassandra refuses to look where nothing can be.
      if (look.isEnded() && from.compareTo(look.to()) < 0) {
        String alias = "g" + number++;
        lookAtFirst(cql, alias, look, from);
        conditions.add(new Condition(alias, "key", null, look.bucket()));
      }
    }
  }

  private void lookAtFirst(Cql cql, String alias, Look look, Bytes from) {
    cql.add("LET " + alias + " = (SELECT key, version FROM " + keyspace + ".rows WHERE bucket = ")
        .value(look.bucket())
        .add(" AND key >= ")
        .value(from)
        .add(" AND key < ")
        .value(look.to())
        .add(" LIMIT 1); ");
  }

  private void lookAtMarks(Cql cql) {
    int number = 0;
    for (var mark : transaction.marks().entrySet()) {
      String alias = "m" + number++;
      cql.add("LET " + alias + " = (SELECT mark FROM " + keyspace + ".rows WHERE bucket = ")
          .value(mark.getKey())
          .add(" LIMIT 1); ");
      conditions.add(new Condition(alias, "mark", mark.getValue().id(), mark.getKey()));
    }
    Tag directory = transaction.directory();
    if (directory != null) {
      cql.add(
          "LET d = (SELECT mark FROM %s.buckets WHERE slice = %s LIMIT 1); "
              .formatted(keyspace, Schema.SLICE));
      conditions.add(new Condition("d", "mark", directory.id(), null));
    }
  }

  private void condition(Cql cql) {
    String word = "IF ";
    for (var condition : conditions) {
      cql.add(word + condition.alias() + "." + condition.column());
      if (condition.expected() == null) {
        cql.add(" IS NULL");
      } else {
        cql.add(" = ").value(condition.expected());
      }
      word = " AND ";
    }
    cql.add(" THEN ");
  }

  private void write(Cql cql) {
    changes
        .single()
        .forEach((key, single) -> {
          Bytes bucket = buckets.of(key);
          if (single.before() != null) {
            keep(cql, bucket, key, single.before());
          }
          if (single.value() == null) {
            delete(cql, bucket, key);
          } else {
            put(cql, bucket, key, single.value());
          }
        });
    changes.cuts().forEach((bucket, pieces) -> cut(cql, bucket, pieces));
    for (Bytes bucket : written()) {
      cql.add("UPDATE " + keyspace + ".rows SET mark = ").value(id);
      if (changes.cuts().containsKey(bucket)) {
        cql.add(", cut = ").value(id);
      }
      cql.add(" WHERE bucket = ").value(bucket).add("; ");
    }
  }

  private void keep(Cql cql, Bytes bucket, Bytes key, Row before) {
    cql.add("INSERT INTO " + keyspace + ".past")
        .add(" (since, bucket, key, version, value, ended_by) VALUES (")
        .number(before.since());
    for (Bytes value : List.of(bucket, key, before.version(), before.value(), id)) {
      cql.add(", ").value(value);
    }
    cql.add("); ");
  }

  private void put(Cql cql, Bytes bucket, Bytes key, Bytes value) {
    cql.add("INSERT INTO " + keyspace + ".rows (bucket, key, value, version) VALUES (")
        .value(bucket);
    for (Bytes each : List.of(key, value, id)) {
      cql.add(", ").value(each);
    }
    cql.add("); ");
  }

  private void delete(Cql cql, Bytes bucket, Bytes key) {
    cql.add("DELETE FROM " + keyspace + ".rows WHERE bucket = ")
        .value(bucket)
        .add(" AND key = ")
        .value(key)
        .add("; ");
  }

  private void cut(Cql cql, Bytes bucket, List<Overlay.Range> pieces) {
    for (var piece : pieces) {
      if (piece.from().compareTo(piece.to()) < 0) {
        cql.add("DELETE FROM " + keyspace + ".rows WHERE bucket = ")
            .value(bucket)
            .add(" AND key >= ")
            .value(piece.from())
            .add(" AND key < ")
            .value(piece.to())
            .add("; ");
      }
    }
  }

  /**
   * Looks at what the statement has found.
   *
   * @throws Conflict if it was not as expected, so that nothing was written
   */
  void check(com.datastax.oss.driver.api.core.cql.Row found) {
    Set<Bytes> on = new HashSet<>();
    boolean met = false;
    for (int i = 0; i < conditions.size(); i++) {
      var condition = conditions.get(i);
      var buffer = found.getByteBuffer(i);
      Bytes actual = buffer == null ? null : Bytes.of(buffer);
      if (!Objects.equals(actual, condition.expected())) {
        met = true;
        if (condition.on() != null) {
          on.add(condition.on());
        } else if (condition.column().equals("fence") && actual != null && fenced != null) {
          buckets.fenced(fenced, actual);
        }
      }
    }
    if (met) {
      throw new Conflict(on);
    }
  }
}
