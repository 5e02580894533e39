/** How requests wait for a slow disk. */
@NullMarked
package dev.gramme.engine.disk;

import org.jspecify.annotations.NullMarked;
