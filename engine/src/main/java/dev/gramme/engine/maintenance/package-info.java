/** Recurring background work: expiry of items, trimming of logs, and rolling over of shards. */
@NullMarked
package dev.gramme.engine.maintenance;

import org.jspecify.annotations.NullMarked;
