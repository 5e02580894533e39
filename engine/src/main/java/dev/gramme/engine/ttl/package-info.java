/** Expiry of items: the index that tells when they expire. */
@NullMarked
package dev.gramme.engine.ttl;

import org.jspecify.annotations.NullMarked;
