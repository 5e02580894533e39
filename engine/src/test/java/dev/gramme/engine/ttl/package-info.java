/** Tests of the index of expiry times. */
@NullMarked
package dev.gramme.engine.ttl;

import org.jspecify.annotations.NullMarked;
