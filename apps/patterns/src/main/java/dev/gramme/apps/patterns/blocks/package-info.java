/** The building blocks that larger designs are made of. */
@NullMarked
package dev.gramme.apps.patterns.blocks;

import org.jspecify.annotations.NullMarked;
