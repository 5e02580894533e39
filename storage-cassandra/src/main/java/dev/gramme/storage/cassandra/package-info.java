/** The store that many servers share, on Apache Cassandra with Accord transactions. */
@NullMarked
package dev.gramme.storage.cassandra;

import org.jspecify.annotations.NullMarked;
