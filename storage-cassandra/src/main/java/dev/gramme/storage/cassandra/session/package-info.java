/** The connection to Cassandra: driver settings, tables, statements, and retries of reads. */
@NullMarked
package dev.gramme.storage.cassandra.session;

import org.jspecify.annotations.NullMarked;
