/**
 * Global tables: replicas of a table in several regions, each of which accepts reads and writes.
 */
@NullMarked
package dev.gramme.engine.replication;

import org.jspecify.annotations.NullMarked;
