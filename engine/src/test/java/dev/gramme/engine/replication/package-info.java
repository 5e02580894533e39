/** Tests of global tables. */
@NullMarked
package dev.gramme.engine.replication;

import org.jspecify.annotations.NullMarked;
