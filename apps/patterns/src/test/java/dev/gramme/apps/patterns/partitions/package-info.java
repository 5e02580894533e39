/** Tests of this chapter. */
@NullMarked
package dev.gramme.apps.patterns.partitions;

import org.jspecify.annotations.NullMarked;
