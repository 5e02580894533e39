/** Tests of this chapter. */
@NullMarked
package dev.gramme.apps.patterns.blocks;

import org.jspecify.annotations.NullMarked;
