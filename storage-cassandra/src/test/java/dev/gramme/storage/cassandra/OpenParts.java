package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Map;
import java.util.Set;

/** What a store is made of, for tests that make its transactions step by step. */
final class OpenParts implements AutoCloseable {
  final CassandraStoreOptions options = TestCassandra.options();
  final CqlSession session = Session.open(options);
  final Rows rows;
  final Buckets buckets;
  final Guards guards;
  private final Derived derived;
  private final int era = new Eras(options).current();

  OpenParts() {
    Schema.create(session, options);
    var gate = new Gate();
    rows = new Rows(session, options.keyspace(), gate);
    buckets = new Buckets(session, options, gate);
    derived = new Derived(session, options, gate, buckets);
    guards = new Guards(options.placement(), buckets);
  }

  /** A transaction that begins. */
  CassandraTransaction begun(Recent recent) {
    return new CassandraTransaction(rows, derived, buckets, guards, recent, new Turns(), Set.of());
  }

  /** What is to be executed of one that ends. */
  Commit ending(CassandraTransaction transaction, Bytes id) {
    transaction.end();
    return new Commit(
        options.keyspace(),
        buckets,
        guards,
        transaction,
        Changes.of(transaction, guards),
        Map.of(),
        id,
        era);
  }

  @Override
  public void close() {
    session.close();
  }
}
