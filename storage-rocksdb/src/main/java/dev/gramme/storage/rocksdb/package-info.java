/** The durable store of one node, on RocksDB. */
@NullMarked
package dev.gramme.storage.rocksdb;

import org.jspecify.annotations.NullMarked;
