/** Tests of the catalog. */
@NullMarked
package dev.gramme.engine.catalog;

import org.jspecify.annotations.NullMarked;
