/**
 * The store that several servers share, on Apache Cassandra with Accord transactions. {@code
 * docs/cassandra-protocol.md} explains the protocol.
 */
@NullMarked
package dev.gramme.storage.cassandra;

import org.jspecify.annotations.NullMarked;
