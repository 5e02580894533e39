/** Nodes of Apache Cassandra on one machine, for tests and for trying. */
@NullMarked
package dev.gramme.cluster;

import org.jspecify.annotations.NullMarked;
