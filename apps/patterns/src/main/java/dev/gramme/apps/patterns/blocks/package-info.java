/** Building blocks of larger designs. */
@NullMarked
package dev.gramme.apps.patterns.blocks;

import org.jspecify.annotations.NullMarked;
