/** Data that is kept together, and data that belongs to other data. */
@NullMarked
package dev.gramme.apps.patterns.relations;

import org.jspecify.annotations.NullMarked;
