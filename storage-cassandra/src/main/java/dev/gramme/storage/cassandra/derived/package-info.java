/**
 * Derived rows (entries of global indexes, expiry times) and the outbox through which they are
 * written.
 */
@NullMarked
package dev.gramme.storage.cassandra.derived;

import org.jspecify.annotations.NullMarked;
