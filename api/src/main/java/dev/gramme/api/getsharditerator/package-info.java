/** GetShardIterator. */
@NullMarked
package dev.gramme.api.getsharditerator;

import org.jspecify.annotations.NullMarked;
