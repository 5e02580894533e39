/**
 * Optimistic transactions: read set, write set, the commit statement, and what happens after a
 * conflict or a lost answer.
 */
@NullMarked
package dev.gramme.storage.cassandra.transaction;

import org.jspecify.annotations.NullMarked;
