package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one statement that ends a transaction: it looks whether all that was read is still as it was,
 * and if so, writes. Accord runs it as a whole, in one order with all others.
 *
 * <p>Every write leaves its id: in the row as its version, in the bucket as its mark, and beside
 * what it has found there. That goes to the past, for snapshots, and so that it can be found out
 * later whether this was executed. The statement itself moves it there, so that nothing need be
 * read before it is replaced.
 */
final class Commit {
  private static final String AT_KEY = " AND era = " + Eras.NOW + " AND key = ";
  private static final String IS_THERE = " AND ended_by = 0x";
  private static final String FROM_KEY = " AND era = " + Eras.NOW + " AND key >= ";

  private final String rows;
  private final String keyspace;
  private final Buckets buckets;
  private final Guards guards;
  private final CassandraTransaction transaction;
  private final Changes changes;
  private final Bytes id;
  private final int era;
  private final Map<Bytes, Bytes> entries;
  private final List<Condition> conditions = new ArrayList<>();
  private final Map<Bytes, String> stamped = new LinkedHashMap<>();
  private final Map<Bytes, Long> stamps = new LinkedHashMap<>();
  private final Map<Bytes, String> aliases = new LinkedHashMap<>();
  private final Map<Bytes, Bytes> telling = new HashMap<>();
  private final Map<Bytes, Bytes> witnesses = new LinkedHashMap<>();
  private @Nullable Bytes fenced;
  private @Nullable Bytes teller;
  private boolean believes;
  private String fence = "f";

  /**
   * Something that must be as it was.
   *
   * @param alias what the statement calls the row
   * @param expected its value, null for none
   * @param on the key or bucket, null for what nobody can wait for
   * @param unexpected is given the value if it is another
   */
  private record Condition(
      String alias,
      String column,
      @Nullable Bytes expected,
      @Nullable Bytes on,
      Consumer<@Nullable Bytes> unexpected) {
    Condition(String alias, String column, @Nullable Bytes expected, @Nullable Bytes on) {
      this(alias, column, expected, on, actual -> {});
    }
  }

  /**
   * A statement.
   *
   * @param entries the keys of the entries in the outboxes of buckets that something is derived of
   * @param era where it keeps what it replaces
   */
  Commit(
      String keyspace,
      Buckets buckets,
      Guards guards,
      CassandraTransaction transaction,
      Changes changes,
      Map<Bytes, Bytes> entries,
      Bytes id,
      int era) {
    this.entries = entries;
    this.keyspace = keyspace;
    this.rows = keyspace + ".rows";
    this.buckets = buckets;
    this.guards = guards;
    this.transaction = transaction;
    this.changes = changes;
    this.id = id;
    this.era = era;
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
    return changes.written(buckets);
  }

  /** The keys of the entries that it puts into outboxes, by bucket. */
  Map<Bytes, Bytes> entries() {
    return entries;
  }

  /** The stamps that the buckets had that something is derived of; known when it is checked. */
  Map<Bytes, Long> stamps() {
    return stamps;
  }

  /** The statement. To be asked for once. */
  SimpleStatement statement() {
    var reads = transaction.reads();
    // Asked once: another transaction may change it at any time.
    transaction
        .assumed()
        .forEach((guard, version) ->
            witness(guard, version).ifPresent(bucket -> witnesses.put(guard, bucket)));
    name(reads.keySet());
    var cql = new Cql(3 * reads.size() + 6 * changes.size() + 5 * changes.derived().size());
    cql.add("BEGIN TRANSACTION ");
    if (!changes.isEmpty()) {
      lookAtFence(cql);
    }
    lookAtGuards(cql);
    lookAtRows(cql, reads);
    lookAtRanges(cql);
    lookAtMarks(cql);
    lookAtStamps(cql);
    select(cql);
    if (!changes.isEmpty()) {
      condition(cql);
      write(cql);
      cql.add("END IF ");
    }
    var statement = cql.add("COMMIT TRANSACTION").statement();
    return fenced == null
        ? statement
        : statement.setRoutingKeyspace(keyspace).setRoutingKey(fenced.buffer());
  }

  private void select(Cql cql) {
    var columns = new ArrayList<String>();
    conditions.forEach(condition -> columns.add(condition.alias() + "." + condition.column()));
    replaced().forEach(key -> columns.add(aliases.get(key) + ".value"));
    stamped.values().forEach(alias -> columns.add(alias + ".stamp"));
    cql.add("SELECT ").add(String.join(", ", columns)).add("; ");
  }

  /** In the order of their keys, so that transactions that do the same have the same text. */
  private void name(Set<Bytes> read) {
    var keys = new TreeSet<>(read);
    keys.addAll(changes.single().keySet());
    keys.addAll(transaction.replaced());
    keys.forEach(key -> aliases.put(key, "r" + aliases.size()));
  }

  private List<Bytes> replaced() {
    return aliases.keySet().stream().filter(transaction.replaced()::contains).toList();
  }

  /** A row that is there and is looked at anyhow tells what its bucket has, too. */
  private void lookAtFence(Cql cql) {
    Bytes bucket =
        witnesses.values().stream().findFirst().orElseGet(() -> written().iterator().next());
    fenced = bucket;
    var reads = transaction.reads();
    var row =
        aliases.keySet().stream()
            .filter(key -> buckets.of(key).equals(bucket))
            .filter(key -> reads.getOrDefault(key, Optional.empty()).isPresent())
            .findFirst();
    // If a row is not there after all, it tells of no guard, and so nothing is written.
    var believed =
        unread().stream()
            .filter(key -> !witnesses.isEmpty() && buckets.of(key).equals(bucket))
            .filter(transaction::isBelieved)
            .findFirst();
    believes = row.isEmpty() && believed.isPresent();
    teller = row.or(() -> believed).orElse(null);
    if (teller == null) {
      cql.add("LET f = (SELECT fence, guard FROM " + rows + " WHERE bucket = ")
          .value(bucket)
          .add(" LIMIT 1); ");
    } else {
      fence = Objects.requireNonNull(aliases.get(teller));
    }
    conditions.add(
        new Condition(
            fence,
            "fence",
            buckets.fence(bucket),
            null,
            actual -> {
              if (actual != null) {
                buckets.fenced(bucket, actual);
              }
            }));
  }

  /** The rows that are written and have not been read. */
  private Set<Bytes> unread() {
    var unread = new LinkedHashSet<>(changes.single().keySet());
    unread.removeAll(transaction.reads().keySet());
    return unread;
  }

  /** A bucket that is written and bears witness to a guard that is assumed to hold. */
  private Optional<Bytes> witness(Bytes guard, Bytes version) {
    return written().stream()
        .filter(bucket -> guards.covers(guard, bucket) && guards.isTold(bucket, version))
        .findFirst();
  }

  /** Guards are looked at in a bucket that has been told of them, or where they are. */
  private void lookAtGuards(Cql cql) {
    int number = 0;
    for (var assumed : transaction.assumed().entrySet()) {
      Bytes guard = assumed.getKey();
      Bytes version = assumed.getValue();
      Bytes witness = witnesses.get(guard);
      if (witness == null) {
        String alias = "h" + number++;
        cql.add("LET " + alias + " = (SELECT version FROM " + rows + " WHERE bucket = ")
            .value(buckets.of(guard))
            .add(AT_KEY)
            .value(guard)
            .add(IS_THERE + "); ");
        conditions.add(
            new Condition(alias, "version", version, null, actual -> guards.forget(guard)));
        written().stream()
            .filter(bucket -> guards.covers(guard, bucket))
            .forEach(bucket -> telling.put(bucket, version));
      } else {
        String alias = witness.equals(fenced) ? fence : "h" + number++;
        if (!witness.equals(fenced)) {
          cql.add("LET " + alias + " = (SELECT guard FROM " + rows + " WHERE bucket = ")
              .value(witness)
              .add(" LIMIT 1); ");
        }
        conditions.add(
            new Condition(alias, "guard", version, null, actual -> doubt(guard, witness, actual)));
      }
    }
  }

  private void doubt(Bytes guard, Bytes bucket, @Nullable Bytes actual) {
    if (actual == null && believes && bucket.equals(fenced)) {
      // It is the row that is not there.
      unread().forEach(transaction::disbelieve);
      return;
    }
    guards.told(bucket, actual);
    if (actual != null) {
      guards.forget(guard);
    }
  }

  private void lookAtRows(Cql cql, Map<Bytes, Optional<Row>> reads) {
    aliases.forEach((key, alias) -> {
      var row = reads.get(key);
      var columns = new ArrayList<String>();
      if (key.equals(teller)) {
        columns.addAll(List.of("fence", "guard"));
      }
      if (row != null) {
        columns.add("version");
        conditions.add(new Condition(alias, "version", row.map(Row::version).orElse(null), key));
      }
      if (row == null || changes.single().containsKey(key)) {
        columns.add("value");
      }
      cql.add("LET " + alias + " = (SELECT " + String.join(", ", columns) + " FROM " + rows)
          .add(" WHERE bucket = ")
          .value(buckets.of(key))
          .add(AT_KEY)
          .value(key)
          .add(IS_THERE + "); ");
    });
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
    cql.add("LET " + alias + " = (SELECT key, version FROM " + rows + " WHERE bucket = ")
        .value(look.bucket())
        .add(FROM_KEY)
        .value(from)
        .add(" AND key < ")
        .value(look.to())
        .add(" LIMIT 1); ");
  }

  private void lookAtMarks(Cql cql) {
    int number = 0;
    for (var mark : transaction.marks().entrySet()) {
      String alias = "m" + number++;
      cql.add("LET " + alias + " = (SELECT mark FROM " + rows + " WHERE bucket = ")
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

  private void lookAtStamps(Cql cql) {
    for (Bytes bucket : changes.derived().keySet()) {
      String alias = "s" + stamped.size();
      stamped.put(bucket, alias);
      cql.add("LET " + alias + " = (SELECT stamp FROM " + rows + " WHERE bucket = ")
          .value(bucket)
          .add(Buckets.FIRST_ROW + "); ");
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

  /** What a bucket gets goes with the first row that is kept there: each statement costs. */
  private void write(Cql cql) {
    var news = new LinkedHashMap<Bytes, SequencedMap<String, Bytes>>();
    written().forEach(bucket -> news.put(bucket, newsOf(bucket)));
    changes
        .single()
        .forEach((key, write) -> {
          Bytes bucket = buckets.of(key);
          var first = news.remove(bucket);
          if (first != null) {
            first.put(Eras.column(era), id);
          }
          keep(cql, bucket, key, first == null ? Collections.emptySortedMap() : first);
          if (write.value() == null) {
            delete(cql, bucket, key);
          } else {
            put(cql, bucket, key, write.value());
          }
        });
    changes.cuts().forEach((bucket, pieces) -> cut(cql, bucket, pieces));
    var others = new LinkedHashSet<>(changes.tellings());
    others.removeAll(written());
    others.forEach(bucket -> news.put(bucket, new TreeMap<>(Map.of("guard", id))));
    news.forEach((bucket, columns) -> {
      cql.add("UPDATE " + rows + " SET ");
      String comma = "";
      for (var column : columns.entrySet()) {
        cql.add(comma + column.getKey() + " = ").value(column.getValue());
        comma = ", ";
      }
      cql.add(" WHERE bucket = ").value(bucket).add("; ");
    });
    changes.derived().forEach((bucket, derived) -> derive(cql, bucket, derived));
  }

  /** The columns of a bucket that is written into. */
  private SequencedMap<String, Bytes> newsOf(Bytes bucket) {
    var news = new TreeMap<String, Bytes>();
    news.put("mark", id);
    if (changes.cuts().containsKey(bucket)) {
      news.put("cut", id);
    }
    if (changes.tellings().contains(bucket) || isGuardedAnew(bucket)) {
      news.put("guard", id);
    } else if (telling.containsKey(bucket)) {
      news.put("guard", Objects.requireNonNull(telling.get(bucket)));
    }
    return news;
  }

  /** Whether it writes the row that guards a bucket: it may have entered that only now. */
  private boolean isGuardedAnew(Bytes bucket) {
    return changes.single().keySet().stream().anyMatch(key -> guards.covers(key, bucket));
  }

  private void keep(Cql cql, Bytes bucket, Bytes key, Map<String, Bytes> news) {
    cql.add("INSERT INTO " + rows + " (bucket, era, key, ended_by, version, value");
    news.keySet().forEach(column -> cql.add(", " + column));
    cql.add(") VALUES (")
        .value(bucket)
        .add(", " + era + ", ")
        .value(key)
        .add(", ")
        .value(id)
        .add(", 0x, " + aliases.get(key) + ".value");
    news.values().forEach(value -> cql.add(", ").value(value));
    cql.add("); ");
  }

  private void put(Cql cql, Bytes bucket, Bytes key, Bytes value) {
    cql.add("INSERT INTO " + rows + " (bucket, era, key, ended_by, value, version) VALUES (")
        .value(bucket)
        .add(", " + Eras.NOW + ", ")
        .value(key)
        .add(", 0x, ")
        .value(value)
        .add(", ")
        .value(id)
        .add("); ");
  }

  private void delete(Cql cql, Bytes bucket, Bytes key) {
    cql.add("DELETE FROM " + rows + " WHERE bucket = ")
        .value(bucket)
        .add(AT_KEY)
        .value(key)
        .add(IS_THERE + "; ");
  }

  private void derive(Cql cql, Bytes bucket, SequencedMap<Bytes, Overlay.Write> derived) {
    cql.add("UPDATE " + rows + " SET stamp += 1 WHERE bucket = ")
        .value(bucket)
        .add(Buckets.FIRST_ROW + "; INSERT INTO " + rows)
        .add(" (bucket, era, key, ended_by, value, stamp) VALUES (")
        .value(bucket)
        .add(", " + Eras.OUTBOX + ", ")
        .value(Objects.requireNonNull(entries.get(bucket)))
        .add(", 0x, ")
        .value(OutboxEntry.encode(derived))
        .add(", " + stamped.get(bucket) + ".stamp); ");
  }

  private void cut(Cql cql, Bytes bucket, List<Overlay.Range> pieces) {
    for (var piece : pieces) {
      if (piece.from().compareTo(piece.to()) < 0) {
        cql.add("DELETE FROM " + rows + " WHERE bucket = ")
            .value(bucket)
            .add(FROM_KEY)
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
    int column = 0;
    for (var condition : conditions) {
      Bytes actual = bytes(found, column++);
      if (!Objects.equals(actual, condition.expected())) {
        met = true;
        condition.unexpected().accept(actual);
        if (condition.on() != null) {
          on.add(condition.on());
        }
      }
    }
    if (met) {
      throw new Conflict(on);
    }
    for (Bytes key : replaced()) {
      transaction.replaced(key, bytes(found, column++));
    }
    for (Bytes bucket : stamped.keySet()) {
      if (found.isNull(column)) {
        throw new StorageException("A bucket in Cassandra has no first row.");
      }
      stamps.put(bucket, found.getLong(column++));
    }
    telling.forEach(guards::told);
  }

  private static @Nullable Bytes bytes(com.datastax.oss.driver.api.core.cql.Row found, int column) {
    var buffer = found.getByteBuffer(column);
    return buffer == null ? null : Bytes.of(buffer);
  }
}
