/** The durable single-node store, on RocksDB. */
@NullMarked
package dev.gramme.storage.rocksdb;

import org.jspecify.annotations.NullMarked;
