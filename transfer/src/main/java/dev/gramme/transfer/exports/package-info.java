/** Exports of tables to buckets. */
@NullMarked
package dev.gramme.transfer.exports;

import org.jspecify.annotations.NullMarked;
