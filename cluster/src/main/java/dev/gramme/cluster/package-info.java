/** Runs nodes of Apache Cassandra or PostgreSQL on one machine, for tests and for evaluation. */
@NullMarked
package dev.gramme.cluster;

import org.jspecify.annotations.NullMarked;
